import type { Problem } from '../../shared/problem.ts'
import { ApiError } from '../api.ts'

/** What the server said, or our own sentence where the failure was none of its answers: no connection, a time-out. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback
}

/** What the server refused, field by field; nothing where the failure was none of its answers. */
export function refusalsIn(error: unknown): NonNullable<Problem['details']> {
  return error instanceof ApiError ? error.details : []
}

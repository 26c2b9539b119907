import type { Problem } from '../../shared/problem.ts'
import { ApiError } from '../client/api.ts'

/** What the server said, or our own sentence where the failure was none of its answers: no connection, a time-out. */
export function messageOf(error: unknown, fallback: string): string {
  return waitIn(error) ?? ((error instanceof ApiError && error.message) || fallback)
}

/** When to try again, as the server says it to whoever sends too much; undefined for every other failure. */
export function waitIn(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 429 ? error.sentence : undefined
}

/** What the server refused, field by field; nothing where the failure was none of its answers. */
export function refusalsIn(error: unknown): NonNullable<Problem['details']> {
  return error instanceof ApiError ? error.details : []
}

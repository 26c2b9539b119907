import { ApiError } from '../api.ts'

/** What the server said, or our own sentence where the failure was none of its answers: no connection, a time-out. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback
}

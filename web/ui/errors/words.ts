import type { Problem } from '../../../shared/problem.ts'
import { say } from '../../../shared/texts/say.ts'
import { ApiError } from '../../client/api-error.ts'

/** The server's message, or our own if the server did not answer: no connection, a time-out. */
export function messageOf(error: unknown, fallback: string): string {
  return plainSentence(error) ?? ((error instanceof ApiError && error.message) || fallback)
}

/** Answers that tell what to do next, rather than what went wrong: without the status before them. */
function plainSentence(error: unknown): string | undefined {
  const isUncertain = error instanceof ApiError && error.code === 'uncertain'
  return isUncertain ? error.sentence : rateLimitMessage(error)
}

/** What the server said, or that it did not answer. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.sentence : say('The server cannot be reached. Please try again.')
}

/** When to retry, from the server's rate limit answer; undefined for every other failure. */
export function rateLimitMessage(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 429 ? error.sentence : undefined
}

/** The server's refusals by field; empty if the server did not answer. */
export function refusalsIn(error: unknown): NonNullable<Problem['details']> {
  return error instanceof ApiError ? error.details : []
}

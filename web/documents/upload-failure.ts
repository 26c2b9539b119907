import { ApiError } from '../client/api-error.ts'

/** The file itself can no longer be read: it was moved, deleted or changed since it was chosen. */
export class FileGone extends Error {
  override name = 'FileGone'
}

/** The next step of an upload after a failed one. */
export type NextStep =
  | { do: 'ask' }
  | { do: 'announce-again' }
  | { do: 'sign-in'; note: string }
  | { do: 'wait'; note: string }
  | { do: 'stop'; note: string; canRetry: boolean; isThrownAway?: boolean }

export const GONE = 'This file is no longer kept. Choose it again.'
const UNREADABLE = 'This file has changed or can no longer be read. Remove it and choose it again.'
const SIGNED_OUT = 'You are signed out. The upload continues once you sign in again.'
const NO_CONNECTION = 'No connection. The upload continues once the connection is back.'
const BUSY = 'The server is busy. The upload continues shortly.'
/** Consecutive failures of the server before the person has to retry. */
const MAX_FAILURES = 6
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000

/** @param failures in a row, this one included */
export function nextStep(error: unknown, failures: number): NextStep {
  if (error instanceof FileGone) return { do: 'stop', note: UNREADABLE, canRetry: false }
  // The time limit of a call; the page's own aborts do not come here.
  if (error instanceof DOMException && error.name === 'AbortError') return { do: 'wait', note: BUSY }
  if (!(error instanceof ApiError)) return { do: 'wait', note: NO_CONNECTION }
  const { status, code, sentence } = error
  if (status === 401) return { do: 'sign-in', note: SIGNED_OUT }
  if (code === 'wrong-offset') return { do: 'ask' }
  if (status === 404) return { do: 'announce-again' }
  if (status >= 500 || status === 429 || status === 408) {
    if (failures < MAX_FAILURES) return { do: 'wait', note: BUSY }
    return { do: 'stop', note: sentence, canRetry: true }
  }
  // A full quota may have space again; refused content stays refused, and the server keeps nothing of it.
  return { do: 'stop', note: sentence, canRetry: status === 409 || status === 403, isThrownAway: isContent(status) }
}

/** @param failures in a row, this one included */
export function retryDelayMs(failures: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
}

function isContent(status: number): boolean {
  return status === 413 || status === 415
}

import { texts } from '../../../shared/texts/say.ts'
import { AppError } from '../errors.ts'
import { codeOf } from '../database/failures.ts'
import { FileMissing } from './file-store.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'XMinioStorageFull', 'QuotaExceeded'])

/** Whether a write failed for lack of space. */
export function isFull(error: unknown): boolean {
  return FULL.has(codeOf(error)) || FULL.has(error instanceof Error ? error.name : '')
}

/** What people are told, by the code under which notes are stored. */
export const STORE_FAILURES = texts({
  'no-room': 'There is no room left for files on the server. Nothing was stored; please tell an administrator.',
  'store-unavailable': 'Files cannot be stored or read at the moment. Nothing is lost; please try again in a moment.',
})

/** Turns a store's failure into `unavailable` with its cause. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof AppError || error instanceof FileMissing) return error
  const sentence = isFull(error) ? STORE_FAILURES['no-room'] : STORE_FAILURES['store-unavailable']
  return new AppError('unavailable', sentence, { cause: error, headers: { 'retry-after': '5' } })
}

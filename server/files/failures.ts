import { AppError } from '../errors.ts'
import { codeOf } from '../database/failures.ts'
import { FileMissing } from './file-store.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'XMinioStorageFull', 'QuotaExceeded'])

/** Whether a write failed for lack of space. */
function isFull(error: unknown): boolean {
  return FULL.has(codeOf(error)) || FULL.has(error instanceof Error ? error.name : '')
}

/** Turns a store's failure into `unavailable` with its cause. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof AppError || error instanceof FileMissing) return error
  const sentence = isFull(error)
    ? 'There is no room left for files on the server. Nothing was stored; please tell an administrator.'
    : 'Files cannot be stored or read at the moment. Nothing is lost; please try again in a moment.'
  return new AppError('unavailable', sentence, { cause: error, headers: { 'retry-after': '5' } })
}

/** Why a file could not be made, as a sentence for the person who requested it; undefined if there is no useful explanation. */
export function reasonOf(error: unknown): string | undefined {
  const known = isFull(error) ? storeFailure(error) : error
  return known instanceof AppError ? known.message : undefined
}

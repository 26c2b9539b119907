import { AppError } from '../errors.ts'
import { codeOf } from '../database/failures.ts'
import { FileMissing } from './file-store.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'XMinioStorageFull', 'QuotaExceeded'])

/** What a store says when it cannot do its work becomes `unavailable`, with the cause kept. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof AppError || error instanceof FileMissing) return error
  const name = error instanceof Error ? error.name : ''
  const sentence =
    FULL.has(codeOf(error)) || FULL.has(name)
      ? 'There is no room left for files on the server. Nothing was stored; please tell an administrator.'
      : 'Files cannot be stored or read at the moment. Nothing is lost; please try again in a moment.'
  return new AppError('unavailable', sentence, { cause: error, headers: { 'retry-after': '5' } })
}

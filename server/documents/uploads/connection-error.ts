import { AppError } from '../../platform/errors.ts'
import { WrongSize } from '../../platform/files/exact-size.ts'
import { text } from '../../../shared/texts/say.ts'

/** A broken client connection is not a server error. */
export function toConnectionError(error: unknown): never {
  if (error instanceof AppError) throw error
  const message = text('The piece did not arrive whole. Please send it again.')
  if (error instanceof WrongSize || isGone(error)) throw new AppError('bad-input', message)
  throw new AppError('unavailable', message, { cause: error })
}

function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR'
}

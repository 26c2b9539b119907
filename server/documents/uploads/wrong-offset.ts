import { AppError } from '../../platform/errors.ts'
import { text } from '../../../shared/texts/say.ts'

/** @param received offset at which the upload must resume */
export function wrongOffset(received: number): AppError {
  const message = text('{received} bytes of this file have arrived. Sending must go on from there.', { received })
  return new AppError('wrong-offset', message, { extra: { received } })
}

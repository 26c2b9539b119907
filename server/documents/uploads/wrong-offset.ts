import { AppError } from '../../platform/errors.ts'

/** @param received offset at which the upload must resume */
export function wrongOffset(received: number): AppError {
  const message = `${received} bytes of this file have arrived. Sending must go on from there.`
  return new AppError('wrong-offset', message, { extra: { received } })
}

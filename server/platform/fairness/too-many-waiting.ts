import { AppError } from '../errors.ts'

export const TOO_MANY_WAITING = 'Too many of your calls are waiting for an answer. Please try again in a moment.'

export function tooManyWaiting(): AppError {
  return new AppError('too-many-calls', TOO_MANY_WAITING, { headers: { 'retry-after': '1' } })
}

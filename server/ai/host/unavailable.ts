import { AppError } from '../../platform/errors.ts'
import { text } from '../../../shared/texts/say.ts'

export function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', text('The AI engine cannot answer right now. Please try again in a moment.'), {
    cause,
  })
}

/** @throws AppError `unavailable` when the promise has not settled in that time */
export async function inTime(promise: Promise<void>, ms: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(unavailable()), Math.max(1, ms))
  try {
    await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

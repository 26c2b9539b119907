import { AppError } from '../errors.ts'
import { isFull } from './failures.ts'

/** Why a file could not be made: without room, without a store, or for a reason that only its own sentence tells. */
export type FailureNote = { code: 'no-room' | 'store-unavailable' | 'unexpected' } | { code: 'as-told'; text: string }

export function failureNote(error: unknown): FailureNote {
  if (isFull(error)) return { code: 'no-room' }
  if (!(error instanceof AppError)) return { code: 'unexpected' }
  return error.code === 'unavailable' ? { code: 'store-unavailable' } : { code: 'as-told', text: error.message }
}

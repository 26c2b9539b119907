import type { FieldErrors, Resolver } from 'react-hook-form'
import { zodResolver } from '@hookform/resolvers/zod'
import { ENTERED_FIELDS, type EnteredName } from '../../../shared/request-fields.ts'
import { NewRequest } from '../../../shared/requests.ts'
import { INVALID_DATE } from '../../../shared/text-rules.ts'
import { say } from '../../../shared/texts/say.ts'
import { ApiError } from '../../client/api-error.ts'

export const NEW_REQUEST_DRAFT = 'new-request'

/**
 * The form while it is filled in: a department may not be chosen yet. `files` holds the chosen files as JSON, so that the
 * draft stores them with the text.
 */
export type NewRequestForm = Record<EnteredName, string> & { files?: string }

export const EMPTY_REQUEST: NewRequestForm = {
  ...(Object.fromEntries(
    ENTERED_FIELDS.map(({ wire, initially }) => [wire, initially]),
    // Safe: the loop is over the names of the form.
  ) as Record<EnteredName, string>),
  files: '',
}

const DATES = ENTERED_FIELDS.filter(({ kind }) => kind === 'date')

type CheckNewRequest = Resolver<NewRequestForm, unknown, NewRequestForm>
// Priority and department are plain strings in the form until the contract has checked them.
const checkByContract = zodResolver(NewRequest) as unknown as CheckNewRequest

/** Validates the form against the contract. The value of a half-typed date is empty, so it gets its own message. */
export const checkNewRequest: CheckNewRequest = async (values, context, options) => {
  // The submission checks whether the files have arrived.
  const { files: _files, ...typed } = values
  const result = await checkByContract(typed, context, options)
  const errors: FieldErrors<NewRequestForm> = result.errors
  for (const { wire } of DATES) {
    const input = options.fields[wire]?.ref
    const isHalfTyped = input instanceof HTMLInputElement && input.validity?.badInput
    if (errors[wire] && isHalfTyped) errors[wire].message = INVALID_DATE
  }
  return result
}

export type CreateFailure = { kind: 'session-expired' } | { kind: 'said'; text: string }

/** Classifies a failed submission: an expired session, a server error, or the server's own message, as when it may have been stored. */
export function createFailure(error: unknown): CreateFailure {
  const message = error instanceof Error ? error.message : ''
  const status = error instanceof ApiError ? error.status : null
  if (status === 401 || (status === null && /401|Unauthorized/.test(message))) return { kind: 'session-expired' }
  // Trying again at once could store it twice.
  if (error instanceof ApiError && error.code === 'uncertain') return { kind: 'said', text: error.sentence }
  if (status === 500 || status === 503 || (status === null && /\b50[03]\b/.test(message)))
    return {
      kind: 'said',
      text: say('Server error ({message}). This may be a temporary issue - please try again.', { message }),
    }
  const sentence = error instanceof ApiError ? error.sentence : ''
  return { kind: 'said', text: sentence || say('Failed to create request. Please try again.') }
}

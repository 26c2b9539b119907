import type { SignIn } from '../../../shared/users.ts'
import { say, text } from '../../../shared/texts/say.ts'
import { ApiError } from '../../client/api-error.ts'
import { post } from '../../client/api.ts'

const WRONG_CREDENTIALS = text('Invalid username or password')

export function signIn(username: string, password: string): Promise<SignIn> {
  return post<SignIn>('/api/auth/login', { username, password }, { keepSessionOn401: true })
}

/** The server's sentence if the answer was JSON, else the `error` field of JSON inside the message, else the message. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError && typeof error.body === 'object') return error.sentence
  const message = error instanceof Error ? error.message : ''
  return errorFieldIn(message) || message || say(WRONG_CREDENTIALS)
}

function errorFieldIn(message: string): string | undefined {
  try {
    const object: unknown = JSON.parse(message.slice(message.indexOf('{'), message.lastIndexOf('}') + 1))
    const error = typeof object === 'object' && object !== null && 'error' in object ? object.error : undefined
    return typeof error === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

import { AppError } from '../errors.ts'

/** @param current what somebody else has stored: the page shows it and keeps what is typed */
export function staleSettings(current: object): AppError {
  const message = 'Somebody else has changed these settings since you opened them.'
  return new AppError('stale-version', message, { extra: { current } })
}

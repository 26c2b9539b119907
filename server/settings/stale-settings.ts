import { AppError } from '../platform/errors.ts'

/** @param current what is stored by now: the page shows it and keeps what is typed */
export function staleSettings(current: object): AppError {
  const message = 'These settings have changed since you opened them.'
  return new AppError('stale-version', message, { extra: { current } })
}

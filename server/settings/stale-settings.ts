import { AppError } from '../platform/errors.ts'
import { text } from '../../shared/texts/say.ts'

/** @param current what is stored by now: the page shows it and keeps what is typed */
export function staleSettings(current: object): AppError {
  const message = text('These settings have changed since you opened them.')
  return new AppError('stale-version', message, { extra: { current } })
}

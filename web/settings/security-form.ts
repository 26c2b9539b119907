import type { FieldErrors } from 'react-hook-form'
import { SecurityChange, type SecurityEffects, type SecuritySettings, SESSION_TIMEOUTS } from '../../shared/security.ts'
import { minutesInWords } from '../../shared/audit-changes.ts'
import { count } from '../ui/count.ts'
import { numberIn, problemsOf } from './form/typed.ts'

/** Strings, as typed and chosen. */
export interface SecurityForm {
  idleMinutes: string
  maxSessions: string
  passwordMinLength: string
  visibility: string
  pairFree: string
  pairMinutes: string
  accountFree: string
  accountMinutes: string
  addressFree: string
  addressMinutes: string
}

export function formOf({ throttle, ...settings }: SecuritySettings): SecurityForm {
  const { pair, account, address } = throttle
  return {
    idleMinutes: String(settings.idleMinutes),
    maxSessions: String(settings.maxSessions),
    passwordMinLength: String(settings.passwordMinLength),
    visibility: settings.visibility,
    pairFree: String(pair.free),
    pairMinutes: String(pair.longestMinutes),
    accountFree: String(account.free),
    accountMinutes: String(account.longestMinutes),
    addressFree: String(address.free),
    addressMinutes: String(address.longestMinutes),
  }
}

/** Only the differences, so that a stored timeout that is not among the choices stays until it is changed. */
export function changeOf(form: SecurityForm, stored: SecuritySettings): Record<string, unknown> {
  const limit = (free: string, minutes: string) => ({ free: numberIn(free), longestMinutes: numberIn(minutes) })
  const typed = {
    idleMinutes: numberIn(form.idleMinutes),
    maxSessions: numberIn(form.maxSessions),
    passwordMinLength: numberIn(form.passwordMinLength),
    visibility: form.visibility,
    throttle: {
      pair: limit(form.pairFree, form.pairMinutes),
      account: limit(form.accountFree, form.accountMinutes),
      address: limit(form.addressFree, form.addressMinutes),
    },
  }
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as keyof typeof typed]),
  )
  return { version: stored.version, ...Object.fromEntries(changed) }
}

const FIELDS: Record<string, keyof SecurityForm> = {
  idleMinutes: 'idleMinutes',
  maxSessions: 'maxSessions',
  passwordMinLength: 'passwordMinLength',
  visibility: 'visibility',
  'throttle.pair.free': 'pairFree',
  'throttle.pair.longestMinutes': 'pairMinutes',
  'throttle.account.free': 'accountFree',
  'throttle.account.longestMinutes': 'accountMinutes',
  'throttle.address.free': 'addressFree',
  'throttle.address.longestMinutes': 'addressMinutes',
}

/** @param path as the contract and the server name it */
export function fieldOf(path: string): keyof SecurityForm | undefined {
  return FIELDS[path]
}

/** The contract's own messages, by field. */
export function problemsIn(form: SecurityForm, stored: SecuritySettings): FieldErrors<SecurityForm> {
  return problemsOf(SecurityChange.safeParse(changeOf(form, stored)).error, fieldOf)
}

export function timeoutOptions(present: number): { value: string; label: string }[] {
  const minutes = new Set<number>([...SESSION_TIMEOUTS, present])
  return [...minutes].toSorted((a, b) => a - b).map((one) => ({ value: String(one), label: minutesInWords(one) }))
}

/** Effects of saving on those who are signed in, as sentences; empty without effects. */
export function effectsInWords(effects: SecurityEffects, form: SecurityForm): string[] {
  const { idleSessions, crowdedPeople, crowdedSessions } = effects
  const people = crowdedPeople === 1 ? '1 person has' : `${count(crowdedPeople)} people have`
  const most = form.maxSessions.trim() === '1' ? '1 session' : `${form.maxSessions} sessions`
  return [
    ...(crowdedPeople > 0 ? [`${people} more than ${most}; the oldest end (${count(crowdedSessions)} in all).`] : []),
    ...(idleSessions > 0
      ? [
          `${idleSessions === 1 ? '1 session has' : `${count(idleSessions)} sessions have`} been unused for longer than ` +
            `${minutesInWords(Number(form.idleMinutes))}; ${idleSessions === 1 ? 'it ends' : 'they end'}.`,
        ]
      : []),
  ]
}

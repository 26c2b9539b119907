import type { AuditFilter } from '../../shared/audit.ts'
import { AUDIT_GROUPS, type AuditGroup } from '../../shared/audit-actions.ts'
import { isCalendarDate } from '../../shared/text-rules.ts'
import { dateWords } from '../ui/formats/dates.ts'

const NAMES = ['person', 'group', 'target', 'from', 'to', 'address', 'text'] as const
type Name = (typeof NAMES)[number]

/** Filters and page of the log, as in the URL. */
export interface AuditState extends AuditFilter {
  /** the id of an entry: only older ones are shown */
  before?: number
}

/** Drops what the server would refuse: a URL may be typed or outdated. */
export function readAuditState(params: URLSearchParams): AuditState {
  const state: Partial<Record<Name, string>> = {}
  for (const name of NAMES) {
    const value = params.get(name)?.trim()
    if (value && isUsable(name, value)) state[name] = value
  }
  const before = Number(params.get('before'))
  // `isUsable` has checked the group.
  return { ...(state as AuditFilter), ...(Number.isSafeInteger(before) && before > 0 && { before }) }
}

function isUsable(name: Name, value: string): boolean {
  if (name === 'group') return Object.hasOwn(AUDIT_GROUPS, value)
  if (name === 'from' || name === 'to') return isCalendarDate(value)
  return value.length <= (name === 'text' ? 200 : name === 'address' ? 60 : 100)
}

/** @param change omitted filters stay; undefined removes one. Another filter begins at the newest entry. */
export function withAuditState(params: URLSearchParams, change: Partial<Record<keyof AuditState, unknown>>) {
  const next = new URLSearchParams(params)
  next.delete('before')
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

export function queryOf(state: AuditState): string {
  const entries = Object.entries(state).filter(([, value]) => value !== undefined)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
}

export function filterOf(state: AuditState): AuditFilter {
  const { before, ...filter } = state
  return before === undefined ? state : filter
}

export interface Chip {
  name: Name
  label: string
  value: string
}

/** The active filters, except search and group, which have controls of their own. */
export function chipsOf(state: AuditState, nameOf: (id: string) => string): Chip[] {
  const words: Partial<Record<Name, (value: string) => [string, string]>> = {
    person: (id) => ['Person', nameOf(id)],
    target: (target) => ['About', nameOf(target)],
    from: (date) => ['From', dateWords(date)],
    to: (date) => ['Until', dateWords(date)],
    address: (address) => ['Address', address],
  }
  return NAMES.flatMap((name) => {
    const [value, say] = [state[name], words[name]]
    if (value === undefined || !say) return []
    const [label, shown] = say(value)
    return [{ name, label, value: shown }]
  })
}

export const GROUP_OPTIONS = [
  { value: 'all', label: 'All actions' },
  ...Object.entries(AUDIT_GROUPS).map(([value, label]) => ({ value: value as AuditGroup, label })),
]

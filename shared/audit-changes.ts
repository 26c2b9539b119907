import { dateWords, WEEKDAYS } from './dates.ts'
import { PRIORITIES, STATUSES } from './request-rules.ts'

export interface Change {
  label: string
  /** empty where only the new value is known */
  from: string
  to: string
}

/** The details that hold a value before and a value after. */
export function changesIn(details: Record<string, unknown>): Change[] {
  const { before, after } = details
  if (isObject(before) && isObject(after)) {
    const [was, is] = [flat(before), flat(after)]
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((path) => JSON.stringify(was[path]) !== JSON.stringify(is[path]))
      .flatMap((path) => change(path, was[path], is[path]))
  }
  const whole = pairIn(details)
  if (whole) return change(typeof details['setting'] === 'string' ? details['setting'] : '', ...whole)
  return Object.entries(details).flatMap(([name, value]) => {
    const pair = isObject(value) ? pairIn(value) : undefined
    return pair ? change(name, ...pair) : []
  })
}

function pairIn({ before, after, from, to }: Record<string, unknown>): [unknown, unknown] | undefined {
  if (before !== undefined && after !== undefined) return [before, after]
  return from !== undefined && to !== undefined ? [from, to] : undefined
}

/** For a list, only the added and removed items: twenty permissions cannot be compared by eye. */
function change(name: string, from: unknown, to: unknown): Change[] {
  const label = labelOf(name)
  if (!Array.isArray(from) || !Array.isArray(to)) return [{ label, from: wordsFor(name, from), to: wordsFor(name, to) }]
  const without = (list: unknown[], others: unknown[]) => {
    const known = new Set(others.map((other) => JSON.stringify(other)))
    return list.filter((one) => !known.has(JSON.stringify(one))).map((one) => wordsFor(name, one))
  }
  const [added, removed] = [without(to, from), without(from, to)]
  return [
    ...(added.length > 0 ? [{ label: `${label} added:`.trimStart(), from: '', to: added.join(', ') }] : []),
    ...(removed.length > 0 ? [{ label: `${label} removed:`.trimStart(), from: '', to: removed.join(', ') }] : []),
  ]
}

const LABELS: Record<string, string> = {
  idleMinutes: 'session timeout',
  maxSessions: 'maximum concurrent sessions',
  passwordMinLength: 'minimum password length',
  visibility: 'who sees which requests',
  'throttle.pair.free': 'wrong passwords from one address before a wait',
  'throttle.pair.longestMinutes': 'longest wait of an account from one address',
  'throttle.account.free': 'wrong passwords from new addresses before a wait',
  'throttle.account.longestMinutes': 'longest wait of an account from new addresses',
  'throttle.address.free': 'failures of one address before a wait',
  'throttle.address.longestMinutes': 'longest wait of one address',
  estimateDays: 'estimated days',
  'writes.burst': 'changes at once',
  'writes.perSecond': 'changes per second',
  'aiCalls.burst': 'AI calls at once',
  'aiCalls.perSecond': 'AI calls per second',
  assignedTo: 'assignee',
  baseUrl: 'address',
  timeLimitSeconds: 'longest wait in seconds',
  apiKey: 'key',
}

/** `keepLocal` reads `keep local`. */
export function labelOf(name: string): string {
  return (
    LABELS[name] ??
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll(/[.-]/g, ' ')
      .toLowerCase()
  )
}

const VISIBILITY: Record<string, string> = { all: 'everybody sees all', own: 'their own only' }

/** A changed value in words. */
export function wordsFor(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number' && /minutes$/i.test(name)) return minutesInWords(value)
  if (name === 'workingDays' && typeof value === 'number') return WEEKDAYS[value - 1] ?? String(value)
  if (name === 'holidays') return holidayWords(value)
  if (name === 'visibility') return VISIBILITY[String(value)] ?? String(value)
  if (name === 'status') return STATUSES[value as keyof typeof STATUSES] ?? String(value)
  if (name === 'priority') return PRIORITIES[value as keyof typeof PRIORITIES] ?? String(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `Christmas (25 Dec 2026)` */
function holidayWords(value: unknown): string {
  const { date, name } = Object(value) as { date?: unknown; name?: unknown }
  if (typeof date !== 'string' || typeof name !== 'string') return JSON.stringify(value)
  return `${name} (${dateWords(date)})`
}

/** `30 minutes`, `1 hour`, `90 minutes`, `4 hours`. */
export function minutesInWords(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 && minutes > 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function flat(value: Record<string, unknown>, path = ''): Record<string, unknown> {
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) =>
      isObject(inner) ? flat(inner, `${path}${name}.`) : { [path + name]: inner },
    ),
  ) as Record<string, unknown>
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { calendarName } from '../../../shared/assistant/spans.ts'
import { longDate } from '../../../shared/dates.ts'
import type { Unit } from '../reading/calendar.ts'
import { daysInWords } from './query-context.ts'

export function nameOfTime({ from, to }: { from: string; to: string }, unit: Unit): string {
  if (unit === 'day' || unit === 'week') return longDate(from)
  return calendarName(from, to) ?? longDate(from)
}

export function inTime(label: string, unit: Unit): string {
  return unit === 'week' ? `the week of ${label}` : label
}

/** The longest or shortest time in between, where first and last alone would hide it. */
export function betweenInWords(known: readonly { label: string; value: number }[], unit: Unit): string {
  const [first, last] = [known[0]!, known.at(-1)!]
  const sorted = known.slice(1, -1).toSorted((a, b) => a.value - b.value)
  const [least, most] = [sorted[0], sorted.at(-1)]
  const peak =
    most && most.value > Math.max(first.value, last.value)
      ? most
      : least && least.value < Math.min(first.value, last.value)
        ? least
        : undefined
  return peak
    ? ` In between it was ${peak === most ? 'up' : 'down'} to ${daysInWords(peak.value)}, in ${inTime(peak.label, unit)}.`
    : ''
}

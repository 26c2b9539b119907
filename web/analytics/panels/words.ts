import type { Flow } from '../../../shared/analytics/flow.ts'
import { dayFigure, daysWords, requestsWords } from '../words.ts'

/** "16 days", "1 day", "1.8 working days" */
export function durationWords(days: number, unit: Flow['days'] = 'calendar'): string {
  return unit === 'working' ? daysWords(days).replace('day', 'working day') : daysWords(days)
}

/** The unit of a column of durations: "days", "working days" */
export function unitWords(unit: Flow['days']): string {
  return unit === 'working' ? 'working days' : 'days'
}

/** The same as the head of a column: "Days", "Working days" */
export function unitHead(unit: Flow['days']): string {
  return unit === 'working' ? 'Working days' : 'Days'
}

/** "2.5–5 days" */
export function rangeWords(from: number, to: number, unit: Flow['days']): string {
  return `${dayFigure(from)}–${durationWords(to, unit)}`
}

/** Warning that percentile lines of a small sample are unstable; null for a large or an empty one. */
export function uncertainLines(requests: number, isSmall: boolean): string | null {
  if (!isSmall || requests === 0) return null
  return `Only ${requestsWords(requests)}: a few more could move these lines a lot`
}

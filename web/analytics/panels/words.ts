import type { Flow } from '../../../shared/analytics/flow.ts'
import { count } from '../../ui/count.ts'

type Unit = Flow['days']

/** 16.3 → "16", 1.84 → "1.8": nobody plans by tenths of a day in weeks of work. */
export function dayFigure(days: number): string {
  return count(days < 10 ? Math.round(days * 10) / 10 : Math.round(days))
}

/** "16 days", "1 day", "1.8 working days" */
export function dayWords(days: number, unit: Unit = 'calendar'): string {
  const figure = dayFigure(days)
  const noun = figure === '1' ? 'day' : 'days'
  return `${figure} ${unit === 'working' ? `working ${noun}` : noun}`
}

/** "1 request", "1,284 requests" */
export function requestWords(requests: number): string {
  return `${count(requests)} ${requests === 1 ? 'request' : 'requests'}`
}

/** What a small sample means for who reads the figure; null for one that is large enough. */
export function smallSample(requests: number, isSmall: boolean): string | null {
  if (!isSmall || requests === 0) return null
  return `Only ${requestWords(requests)}: a few more could move these lines a lot`
}

/** The address of rows with some of its parameters changed. */
export function rowsWith(rows: string, changes: Record<string, string | number>): string {
  const [path = '', query] = rows.split('?')
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) params.set(name, String(value))
  return `${path}?${params.toString()}`
}

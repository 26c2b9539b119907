import { isOpen } from '../../../shared/request-rules.ts'
import type { DashboardStats, StatusDistribution, Volume } from '../../../shared/dashboard.ts'
import { count } from '../../ui/count.ts'

/** One decimal, so that a small share doesn't read as nothing: "2.9%". */
export function share(part: number, whole: number): string {
  return whole === 0 ? '0.0%' : `${((part / whole) * 100).toFixed(1)}%`
}

function days(value: number): string {
  return value === 1 ? '1 day' : `${count(value)} days`
}

/** "18 more than before", "3 fewer than before", "as many as before" */
function compared(change: number, before: string): string {
  if (change === 0) return `as many as ${before}`
  return `${count(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than ${before}`
}

const RANGE_WORDS: Record<Volume['range'], string> = {
  '30d': 'the last 30 days',
  '6m': 'the last 6 months',
  '1y': 'the last year',
}

/** How many are still to do, against 30 days ago. */
export function statusFinding(distribution: StatusDistribution): string {
  const total = distribution.reduce((sum, row) => sum + row.count, 0)
  if (total === 0) return 'No requests yet'
  const open = distribution.filter((row) => isOpen(row.status))
  const openNow = open.reduce((sum, row) => sum + row.count, 0)
  const change = open.reduce((sum, row) => sum + row.change30Days, 0)
  const since = compared(change, '30 days ago')
  if (openNow === 0) return total === 1 ? 'The only request is closed' : `All ${count(total)} requests are closed`
  return `${count(openNow)} of ${count(total)} ${openNow === 1 ? 'is' : 'are'} open, ${since}`
}

export function volumeTotals(volume: Volume): { created: number; completed: number } {
  return {
    created: volume.buckets.reduce((sum, bucket) => sum + bucket.created, 0),
    completed: volume.buckets.reduce((sum, bucket) => sum + bucket.completed, 0),
  }
}

/** Whether the office keeps up with what comes in. */
export function volumeFinding(volume: Volume): string {
  const { created, completed } = volumeTotals(volume)
  const when = RANGE_WORDS[volume.range]
  if (created === 0 && completed === 0) return `Nothing was created or finished in ${when}`
  if (created === completed) return `As many finished as created in ${when}: ${count(created)} each`
  return created > completed
    ? `${count(created - completed)} more created than finished in ${when}`
    : `${count(completed - created)} more finished than created in ${when}`
}

/** A card's line of explanation: the figure in bold, and the text after it. */
export interface Meaning {
  figure: string
  words: string
}

export function totalMeaning(stats: DashboardStats): Meaning {
  return { figure: count(stats.createdLast30Days), words: 'new in 30 days' }
}

export function pendingMeaning(stats: DashboardStats): Meaning {
  return { figure: count(stats.waitingOver3Days), words: 'waiting more than 3 days' }
}

export function completedMeaning(stats: DashboardStats): Meaning {
  const change = stats.completedLast30Days - stats.completedPrevious30Days
  return { figure: count(stats.completedLast30Days), words: `in 30 days, ${compared(change, 'before')}` }
}

export function overdueMeaning(stats: DashboardStats): Meaning {
  const critical = { figure: count(stats.overdueCritical), words: 'critical' }
  if (stats.oldestOverdueDays === null) return critical
  return { ...critical, words: `critical · oldest ${days(stats.oldestOverdueDays)}` }
}

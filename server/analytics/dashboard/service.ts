import type { DashboardStats, StatusDistribution, Volume } from '../../../shared/dashboard.ts'
import { addDays, dateIn, daysBetween, mondayOf } from '../../../shared/dates.ts'
import { type Status, STATUS_KEYS } from '../../../shared/requests.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { visibleTo } from '../../requests/visibility.ts'
import type { Actor } from '../../platform/actor.ts'
import { type Counts, OfficeCounts } from './counts.ts'
import type { Deps } from './deps.ts'
import { OwnCounts } from './own-counts.ts'
import { tally } from './tally.ts'

const WEEKS = 12

/** The four cards. */
export async function getStats(deps: Deps, actor: Actor): Promise<DashboardStats> {
  const { figures, today } = await begin(deps, actor)
  const firstMonday = addDays(mondayOf(today), -7 * (WEEKS - 1))
  const weekEnds = Array.from({ length: WEEKS }, (_, week) => addDays(firstMonday, 7 * week + 6))

  const after = addDays(firstMonday, -1)
  const since = new Date(deps.clock().getTime() - 3 * 86_400_000).toISOString()
  const kinds = ['created', 'finished', 'entered:pending', 'left:pending', 'overdue']
  // Concurrent, because each is a round trip on a database server.
  const [now, counts, overdue, recent, overdueCritical, oldest] = await Promise.all([
    statusNow(figures),
    figures.onDaysAfter(after, kinds),
    figures.overdue(today),
    figures.pendingSince(since),
    figures.overdueCritical(today),
    figures.earliestDue(),
  ])
  const sumOf = tally(counts)
  const created = (from: string, to: string) => sumOf('created', from, to)
  const completed = (from: string, to: string) => sumOf('finished', from, to)
  const pendingAfter = (day: string) =>
    sumOf('entered:pending', addDays(day, 1)) - sumOf('left:pending', addDays(day, 1))
  const lastMonth = addDays(today, -29)

  return {
    totalRequests: Object.values(now).reduce((sum, count) => sum + count, 0),
    pendingReview: now.pending,
    completed: now.completed,
    overdue,
    createdLast30Days: created(lastMonth, today),
    waitingOver3Days: now.pending - recent,
    completedLast30Days: completed(lastMonth, today),
    completedPrevious30Days: completed(addDays(lastMonth, -30), addDays(lastMonth, -1)),
    overdueCritical,
    oldestOverdueDays: oldest !== null && oldest < today ? daysBetween(oldest, today) : null,
    weekly: {
      total: weekEnds.map((end) => created(addDays(end, -6), end)),
      pendingReview: weekEnds.map((end) => now.pending - pendingAfter(end)),
      completed: weekEnds.map((end) => completed(addDays(end, -6), end)),
      overdue: weekEnds.map((end) => (end >= today ? overdue : overdue - sumOf('overdue', addDays(end, 1), today))),
    },
  }
}

/** Requests by status, in the order of the statuses, with the change within thirty days. */
export async function getStatusDistribution(deps: Deps, actor: Actor): Promise<StatusDistribution> {
  const { figures, today } = await begin(deps, actor)
  const kinds = STATUS_KEYS.flatMap((status) => [`entered:${status}`, `left:${status}`])
  const after = addDays(today, -30)
  const [now, counts] = await Promise.all([statusNow(figures), figures.onDaysAfter(after, kinds)])
  const sumOf = tally(counts)
  return STATUS_KEYS.map((status) => ({
    status,
    count: now[status],
    change30Days: sumOf(`entered:${status}`) - sumOf(`left:${status}`),
  }))
}

/** Bucket size and reach of each range: days for a month, otherwise weeks from Monday. */
const BUCKETS = {
  '30d': { unit: 'day', count: 30 },
  '6m': { unit: 'week', count: 26 },
  '1y': { unit: 'week', count: 52 },
} as const

/**
 * Requests created and finished per day or week, equal to the list filtered by the same dates. The last bucket is still
 * running and ends today.
 */
export async function getVolume(deps: Deps, actor: Actor, range: Volume['range']): Promise<Volume> {
  const { figures, today } = await begin(deps, actor)
  const { unit, count } = BUCKETS[range]
  const length = unit === 'day' ? 1 : 7
  const last = unit === 'day' ? today : mondayOf(today)
  const first = addDays(last, -length * (count - 1))
  const after = addDays(first, -1)
  const sumOf = tally(await figures.onDaysAfter(after, ['created', 'finished']))
  const buckets = Array.from({ length: count }, (_, i) => {
    const start = addDays(first, i * length)
    const lastDay = addDays(start, length - 1)
    const end = lastDay < today ? lastDay : today
    return {
      start,
      end,
      created: sumOf('created', start, end),
      completed: sumOf('finished', start, end),
    }
  })
  return { range, unit, buckets }
}

/** Source of figures that this person may see, and today's date in the office. */
async function begin({ db, clock, settings }: Deps, actor: Actor): Promise<{ figures: Counts; today: string }> {
  requirePermission(actor, 'dashboard.view', 'see the figures of the dashboard')
  const policy = await settings.policy()
  const scope = visibleTo(actor, policy)
  const figures = scope === null ? new OfficeCounts(db) : await OwnCounts.read(db, scope, policy.timeZone)
  return { figures, today: dateIn(policy.timeZone, clock()) }
}

async function statusNow(figures: Counts): Promise<Record<Status, number>> {
  const counts = Object.fromEntries(STATUS_KEYS.map((status) => [status, 0])) as Record<Status, number>
  for (const { status, count } of await figures.byStatus()) counts[status] = count
  return counts
}

import type { DashboardStats, StatusDistribution, Volume } from '../../shared/dashboard.ts'
import { addDays, dateIn, daysBetween, mondayOf } from '../../shared/dates.ts'
import { type Status, STATUSES } from '../../shared/requests.ts'
import type { Db } from '../database/db.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { countOverdue } from '../requests/counters/counts.ts'
import type { Actor } from '../actor.ts'
import type { Deps } from './deps.ts'
import { countByStatus, countOverdueCritical, countPendingSince, countsAfter, earliestDue } from './queries.ts'
import { tally } from './tally.ts'

const WEEKS = 12

/** The four cards, from the counters alone: as quick with a million requests as with ten. */
export async function getStats(deps: Deps, actor: Actor): Promise<DashboardStats> {
  checkMayView(actor)
  const { db, clock } = deps
  const today = await todayOf(deps)
  const firstMonday = addDays(mondayOf(today), -7 * (WEEKS - 1))
  const weekEnds = Array.from({ length: WEEKS }, (_, week) => addDays(firstMonday, 7 * week + 6))

  const after = addDays(firstMonday, -1)
  const since = new Date(clock().getTime() - 3 * 86_400_000).toISOString()
  const kinds = ['created', 'finished', 'entered:pending', 'left:pending', 'overdue']
  // At once: each is a way to the server and back where the database is one.
  const [now, counts, overdue, [recent], [critical], oldest] = await Promise.all([
    statusNow(db),
    countsAfter(db.read, { after }, kinds),
    countOverdue(db, today),
    countPendingSince(db.read, { since }),
    countOverdueCritical(db.read, { today }),
    oldestOverdueDays(db, today),
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
    waitingOver3Days: now.pending - recent!.count,
    completedLast30Days: completed(lastMonth, today),
    completedPrevious30Days: completed(addDays(lastMonth, -30), addDays(lastMonth, -1)),
    overdueCritical: critical!.count,
    oldestOverdueDays: oldest,
    weekly: {
      total: weekEnds.map((end) => created(addDays(end, -6), end)),
      pendingReview: weekEnds.map((end) => now.pending - pendingAfter(end)),
      completed: weekEnds.map((end) => completed(addDays(end, -6), end)),
      overdue: weekEnds.map((end) => (end >= today ? overdue : overdue - sumOf('overdue', addDays(end, 1), today))),
    },
  }
}

/** How many requests are in each status, in the order of the statuses, and how that changed within thirty days. */
export async function getStatusDistribution(deps: Deps, actor: Actor): Promise<StatusDistribution> {
  checkMayView(actor)
  const { db } = deps
  const today = await todayOf(deps)
  const statuses = Object.keys(STATUSES) as Status[]
  const kinds = statuses.flatMap((status) => [`entered:${status}`, `left:${status}`])
  const after = addDays(today, -30)
  const [now, counts] = await Promise.all([statusNow(db), countsAfter(db.read, { after }, kinds)])
  const sumOf = tally(counts)
  return statuses.map((status) => ({
    status,
    count: now[status],
    change30Days: sumOf(`entered:${status}`) - sumOf(`left:${status}`),
  }))
}

/** Days for a month, else weeks from Monday; how far each range reaches back. */
const BUCKETS = {
  '30d': { unit: 'day', count: 30 },
  '6m': { unit: 'week', count: 26 },
  '1y': { unit: 'week', count: 52 },
} as const

/** Requests created and finished per day or week: exactly those that the list has by these dates. The last bucket is still running and ends today. */
export async function getVolume(deps: Deps, actor: Actor, range: Volume['range']): Promise<Volume> {
  checkMayView(actor)
  const today = await todayOf(deps)
  const { unit, count } = BUCKETS[range]
  const length = unit === 'day' ? 1 : 7
  const last = unit === 'day' ? today : mondayOf(today)
  const first = addDays(last, -length * (count - 1))
  const after = addDays(first, -1)
  const sumOf = tally(await countsAfter(deps.db.read, { after }, ['created', 'finished']))
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

function checkMayView(actor: Actor): void {
  requirePermission(actor, 'dashboard.view', 'see the figures of the dashboard')
}

async function todayOf({ clock, settings }: Deps): Promise<string> {
  return dateIn((await settings.policy()).timeZone, clock())
}

async function statusNow(db: Db): Promise<Record<Status, number>> {
  const counts: Record<Status, number> = { pending: 0, in_progress: 0, completed: 0, rejected: 0, cancelled: 0 }
  for (const { status, count } of await countByStatus(db.read, {})) counts[status] = count
  return counts
}

async function oldestOverdueDays(db: Db, today: string): Promise<number | null> {
  const [[pending], [inProgress]] = await Promise.all([
    earliestDue(db.read, { status: 'pending' }),
    earliestDue(db.read, { status: 'in_progress' }),
  ])
  const [oldest] = [pending!.due, inProgress!.due].filter((due) => due !== null).sort()
  return oldest !== undefined && oldest < today ? daysBetween(oldest, today) : null
}

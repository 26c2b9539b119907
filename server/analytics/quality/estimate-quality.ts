import type { AiQuality } from '../../../shared/ai-quality.ts'
import type { Policy } from '../../settings/service.ts'
import { workCalendarOf } from '../../settings/work-calendar.ts'
import { daysBetweenInstants } from '../../../engine/durations/history.ts'
import type { estimatesOfFinished } from './queries.ts'
import type { MonthOf } from './month-of.ts'

type Estimate = Awaited<ReturnType<typeof estimatesOfFinished>>[number]

/** Only the first estimate of a request counts: a later one knows how long it has taken already. */
export function intervalsOf(
  finished: Estimate[],
  open: Estimate[],
  now: number,
  policy: Policy,
  monthOf: MonthOf,
): AiQuality['intervals'] {
  const { departments } = policy
  const calendar = workCalendarOf(policy)
  const firstOf = (rows: Estimate[]) => [...Map.groupBy(rows, ({ number }) => number).values()].map(([row]) => row!)
  const first = firstOf(finished)
  const daysUntil = ({ created_at, isWorking }: Estimate, end: number) =>
    daysBetweenInstants(Date.parse(created_at), end, isWorking === 1 ? 'working' : 'calendar', calendar)
  const isHeld = (row: Estimate) => {
    const days = daysUntil(row, Date.parse(row.completed_at!))
    return row.low_days <= days && days <= row.high_days
  }
  const halves = first.filter(({ half_low_days: low, half_high_days: high }) => low !== null && high !== null)
  const isInHalf = (row: Estimate) => {
    const days = daysUntil(row, Date.parse(row.completed_at!))
    return row.half_low_days! <= days && days <= row.half_high_days!
  }
  const shareOf = (some: Estimate[]) => ({ finished: some.length, held: some.filter(isHeld).length })
  const months = Map.groupBy(first, ({ completed_at }) => monthOf(completed_at!))
  return {
    ...shareOf(first),
    half: { finished: halves.length, held: halves.filter(isInHalf).length },
    openPast: firstOf(open).filter((row) => daysUntil(row, now) > row.high_days).length,
    byMonth: [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([month, some]) => ({ month, ...shareOf(some) })),
    byDepartment: departments.keys
      .map((department) => ({ department, ...shareOf(first.filter((row) => row.department === department)) }))
      .filter(({ department, finished }) => finished > 0 || departments.isActive(department)),
  }
}

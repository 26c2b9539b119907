import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DashboardStats, StatusDistribution, Volume } from '../../../shared/dashboard.ts'
import { DASHBOARD_STATS, readFrom } from '../../client/query.ts'

export type VolumeRange = Volume['range']
/** What the volume chart shows while the URL names no range. */
export const FIRST_RANGE: VolumeRange = '6m'

/** Values of figures that the answer lacks. */
const NOTHING: DashboardStats = {
  totalRequests: 0,
  pendingReview: 0,
  completed: 0,
  overdue: 0,
  createdLast30Days: 0,
  waitingOver3Days: 0,
  completedLast30Days: 0,
  completedPrevious30Days: 0,
  overdueCritical: 0,
  oldestOverdueDays: null,
  weekly: { total: [], pendingReview: [], completed: [], overdue: [] },
}

export const statsQuery = queryOptions<Partial<DashboardStats>, Error, DashboardStats>({
  queryKey: [DASHBOARD_STATS],
  select: (answer) => ({ ...NOTHING, ...answer }),
})

export const distributionQuery = queryOptions<StatusDistribution>({
  queryKey: ['/api/dashboard/status-distribution'],
})

/** The chart of the previous range stays until the next one is loaded. */
export function volumeQuery(range: VolumeRange) {
  return queryOptions<Volume>({
    queryKey: [`/api/dashboard/volume?range=${range}`],
    placeholderData: keepPreviousData,
  })
}

/** Everything the dashboard shows: its figures and the list of requests. */
export const DASHBOARD_ADDRESSES = ['/api/dashboard', '/api/requests?']
export const isOnDashboard = readFrom(...DASHBOARD_ADDRESSES)

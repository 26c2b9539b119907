import { keepPreviousData, queryOptions, type Query } from '@tanstack/react-query'
import type { DashboardStats, StatusDistribution, Volume } from '../../shared/dashboard.ts'
import { DASHBOARD_STATS } from '../query.ts'

export type VolumeRange = Volume['range']
/** What the volume chart shows while the URL names no range. */
export const FIRST_RANGE: VolumeRange = '6m'

/** What a figure is that the answer lacks. */
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

// The cache holds the answers as they came: stats are prefetched elsewhere.
export const statsQuery = queryOptions<unknown, Error, DashboardStats>({
  queryKey: [DASHBOARD_STATS],
  select: (answer) => ({
    ...NOTHING,
    ...(answer as Partial<DashboardStats>),
  }),
})

export const distributionQuery = queryOptions<unknown, Error, StatusDistribution>({
  queryKey: ['/api/dashboard/status-distribution'],
  select: (answer) => answer as StatusDistribution,
})

/** The chart of the range before stays until the next one is there. */
export function volumeQuery(range: VolumeRange) {
  return queryOptions<unknown, Error, Volume>({
    queryKey: [`/api/dashboard/volume?range=${range}`],
    select: (answer) => answer as Volume,
    placeholderData: keepPreviousData,
  })
}

/** Everything the dashboard shows: its figures and the list of requests. */
export const DASHBOARD_ADDRESSES = ['/api/dashboard', '/api/requests?']

export function isOnDashboard({ queryKey: [first] }: Pick<Query, 'queryKey'>): boolean {
  return typeof first === 'string' && DASHBOARD_ADDRESSES.some((address) => first.startsWith(address))
}

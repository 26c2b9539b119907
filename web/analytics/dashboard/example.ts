import type { DashboardStats } from '../../../shared/dashboard.ts'

/** Figures of an office as the tests of this folder use them. */
export const STATS: DashboardStats = {
  totalRequests: 1284,
  pendingReview: 37,
  completed: 1098,
  overdue: 9,
  createdLast30Days: 126,
  waitingOver3Days: 12,
  completedLast30Days: 139,
  completedPrevious30Days: 121,
  overdueCritical: 2,
  oldestOverdueDays: 11,
  weekly: {
    total: [21, 25, 30, 34, 26, 29, 36, 31, 27, 33, 38, 30],
    pendingReview: [29, 31, 28, 33, 36, 40, 38, 35, 41, 44, 39, 37],
    completed: [26, 23, 28, 32, 27, 29, 33, 30, 26, 31, 35, 37],
    overdue: [6, 7, 5, 8, 11, 14, 13, 12, 10, 12, 11, 9],
  },
}

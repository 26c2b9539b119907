import type { Permission } from '../permissions.ts'

/** The default period of a ready-made report. */
export const REPORT_PERIODS = {
  'last-month': 'Last calendar month',
  'last-30-days': 'Last 30 days',
  'last-90-days': 'Last 90 days',
  'half-year': 'Last half year',
} as const
export type ReportPeriod = keyof typeof REPORT_PERIODS
export const PERIOD_KEYS = Object.keys(REPORT_PERIODS) as [ReportPeriod, ...ReportPeriod[]]

interface Ready {
  name: string
  line: string
  /** beside the export permission */
  needs?: Permission
  /** default period; without one the report is about now */
  period?: ReportPeriod
}

/** Reports of every office, in page order. */
export const READY_REPORTS = {
  'status-summary': {
    name: 'Status summary',
    line: 'How many requests are in each status, by department and priority',
    needs: 'analytics.view',
  },
  overdue: { name: 'Overdue requests', line: 'What is past its due date, whose it is and since when' },
  departments: {
    name: 'Department performance',
    line: 'What each department has open and finished, and how long work takes there',
    needs: 'analytics.view',
    period: 'last-90-days',
  },
  management: {
    name: 'Monthly management report',
    line: 'What came in, what was finished, how long it took and which promises held, beside the previous period',
    needs: 'analytics.view',
    period: 'last-month',
  },
  'ai-quality': {
    name: 'AI quality',
    line: 'How often suggestions were accepted and estimates held in the last year',
    needs: 'analytics.view',
  },
  promises: {
    name: 'Promises kept',
    line: 'Which due dates were kept, and every one that was moved, by whom and why',
    needs: 'analytics.view',
    period: 'last-90-days',
  },
} as const satisfies Record<string, Ready>
export type ReadyReport = keyof typeof READY_REPORTS
export const READY_KEYS = Object.keys(READY_REPORTS) as [ReadyReport, ...ReadyReport[]]

export function isReady(id: string): id is ReadyReport {
  return Object.hasOwn(READY_REPORTS, id)
}

export function readyReport(key: ReadyReport): Ready {
  return READY_REPORTS[key]
}

import { z } from 'zod'
import { ExportColumns } from '../exports/exports.ts'
import { RequestListQuery } from '../request-list.ts'
import { LIMITS, requiredLine } from '../text.ts'
import { PersonName } from '../users.ts'
import { PERIOD_KEYS, READY_KEYS } from './ready.ts'

/** What rows of a custom report can be grouped by, with labels. */
export const GROUPINGS = {
  department: 'Department',
  priority: 'Priority',
  status: 'Status',
  assignedTo: 'Assigned To',
  requester: 'Requested By',
  createdMonth: 'Month created',
  completedMonth: 'Month completed',
} as const
export type Grouping = keyof typeof GROUPINGS
const GROUPING_KEYS = Object.keys(GROUPINGS) as [Grouping, ...Grouping[]]

export const REPORT_CHARTS = {
  none: 'No chart',
  bars: 'Bars',
  stacked: 'Bars by status',
  lines: 'Line',
} as const
export type ReportChartKind = keyof typeof REPORT_CHARTS
const CHART_KEYS = Object.keys(REPORT_CHARTS) as [ReportChartKind, ...ReportChartKind[]]

/** Search, filters and order as the list of requests takes them. */
const ReportView = RequestListQuery.omit({ page: true, limit: true, notice: true })
export type ReportView = z.infer<typeof ReportView>

/** The view as a query string, `status=pending&sort=title`, so that it can be stored and reopened. */
const View = z
  .string()
  .max(20_000, 'At most 20,000 characters')
  .superRefine((view, context) => {
    const { error } = ReportView.safeParse(inAddress(view))
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
  })

/** An undecodable view becomes an unknown filter name, which the schema rejects. */
function inAddress(view: string): Record<string, string> {
  const plain = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
  try {
    return Object.fromEntries(
      view.split('&').flatMap((part) => {
        const index = part.indexOf('=')
        return part === ''
          ? []
          : [index < 0 ? [plain(part), ''] : [plain(part.slice(0, index)), plain(part.slice(index + 1))]]
      }),
    )
  } catch {
    return { [view]: '' }
  }
}

/** @param view of a stored report, already validated by its contract */
export function readView(view: string): ReportView {
  return ReportView.parse(inAddress(view))
}

/** The dates of a request that a period can limit, with labels; each has the filters `<key>From` and `<key>To`. */
export const PERIOD_DATES = { created: 'Created', completed: 'Finished', due: 'Due' } as const
export type PeriodDate = keyof typeof PERIOD_DATES
export const PERIOD_DATE_KEYS = Object.keys(PERIOD_DATES) as [PeriodDate, ...PeriodDate[]]

const Custom = z
  .strictObject({
    kind: z.literal('custom'),
    view: View,
    /** Limits a date to days counted from the one on which the report is made, in place of that date's filters. */
    period: z
      .strictObject({
        date: z.enum(PERIOD_DATE_KEYS, 'There is no such date'),
        span: z.enum(PERIOD_KEYS, 'There is no such period'),
      })
      .optional(),
    /** columns of the table of requests, in this order */
    columns: ExportColumns,
    groupBy: z.enum(GROUPING_KEYS, 'There is no such grouping').nullable(),
    chart: z.enum(CHART_KEYS, 'There is no such chart'),
  })
  .refine(({ chart, groupBy }) => chart === 'none' || groupBy !== null, {
    path: ['chart'],
    message: 'A chart needs a grouping',
  })
export type CustomReport = z.infer<typeof Custom>
const Ready = z.strictObject({ kind: z.literal('ready'), ready: z.enum(READY_KEYS, 'There is no such report') })

export const ReportContent = z.discriminatedUnion('kind', [Ready, Custom])
export type ReportContent = z.infer<typeof ReportContent>

const Name = requiredLine('Name is required', LIMITS.name)
const Roles = z
  .array(z.string().min(1).max(100), 'sharedWith must be a list')
  .max(100, 'At most 100 roles')
  .transform((roles) => [...new Set(roles)])
const Period = z.enum(PERIOD_KEYS, 'There is no such period').optional()

/** Body of POST /api/reports. */
export const NewReport = z.strictObject({ name: Name, content: Custom, sharedWith: Roles })
export type NewReport = z.infer<typeof NewReport>

/** Body of PUT /api/reports/{id}. `version` is the one that the editor loaded. */
export const ReportChange = NewReport.extend({ version: z.int('version must be a whole number') })
export type ReportChange = z.infer<typeof ReportChange>

/** Body of POST /api/report-previews. */
export const PreviewWanted = z.strictObject({ content: ReportContent, period: Period, name: Name.optional() })
export type PreviewWanted = z.infer<typeof PreviewWanted>

/** A report as the page shows it; a ready-made one has its key as id and no owner. */
export const Report = z.object({
  id: z.string(),
  name: z.string(),
  content: ReportContent,
  owner: PersonName.extend({ id: z.string() }).nullable(),
  /** The owner's account is deactivated: people who manage accounts may take the report over or delete it. */
  ownerIsGone: z.boolean(),
  /** ids of roles */
  sharedWith: z.array(z.string()),
  version: z.int(),
  updatedAt: z.string().nullable(),
})
export type Report = z.infer<typeof Report>

/** 409: another change was saved first. */
export const ReportConflict = z.object({ error: z.string(), code: z.literal('stale-version'), current: Report })
export type ReportConflict = z.infer<typeof ReportConflict>

const ListedReport = Report.extend({
  /** next run for the caller: of their own schedule, or one that they are a recipient of */
  nextRunAt: z.string().nullable(),
  /** the newest run that the caller may see */
  lastRun: z.object({ id: z.string(), state: z.string(), at: z.string() }).nullable(),
})
export type ListedReport = z.infer<typeof ListedReport>

/** Answer of GET /api/reports: ready-made ones first, then the caller's own and those shared with their role, by name. */
export const ReportList = z.object({
  reports: z.array(ListedReport),
  /** roles that a report can be shared with: those that may read reports */
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type ReportList = z.infer<typeof ReportList>

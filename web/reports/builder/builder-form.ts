import type { FieldErrors } from 'react-hook-form'
import type { Departments } from '../../../shared/departments.ts'
import { EXPORT_COLUMN_KEYS, type ExportColumn, LIST_COLUMNS } from '../../../shared/export-columns.ts'
import type { CustomReport, Grouping, PeriodDate, Report, ReportChartKind } from '../../../shared/reports/definition.ts'
import type { ReportPeriod } from '../../../shared/reports/ready.ts'
import { isBlank, LIMITS } from '../../../shared/text-rules.ts'
import { filtersOf, readListState } from '../../requests/common/list-state.ts'

/** The form values of the builder. */
export interface ReportForm {
  name: string
  /** query string of the list */
  view: string
  period: ReportPeriod | 'none'
  /** which date the period limits */
  periodDate: PeriodDate
  columns: ExportColumn[]
  groupBy: Grouping | 'none'
  chart: ReportChartKind
  sharedWith: string[]
  /** version at the start of editing, kept in the draft to detect a save in between */
  version: number
}

export function emptyForm(view: string): ReportForm {
  return {
    name: '',
    view,
    period: 'none',
    periodDate: 'created',
    columns: [...LIST_COLUMNS],
    groupBy: 'none',
    chart: 'none',
    sharedWith: [],
    version: 0,
  }
}

export function formOf({ name, content, sharedWith, version }: Report): ReportForm {
  if (content.kind !== 'custom') return emptyForm('')
  return {
    name,
    view: content.view,
    period: content.period?.span ?? 'none',
    periodDate: content.period?.date ?? 'created',
    columns: content.columns,
    groupBy: content.groupBy ?? 'none',
    chart: content.chart,
    sharedWith,
    version,
  }
}

export function contentOf(
  { view, period, periodDate, columns, groupBy, chart }: Omit<ReportForm, 'name' | 'sharedWith' | 'version'>,
  departments?: Departments,
): CustomReport {
  const query = new URLSearchParams(filtersOf(readListState(new URLSearchParams(view), departments)))
  query.delete('limit')
  const grouping = groupBy === 'none' ? null : groupBy
  return {
    kind: 'custom',
    view: query.toString(),
    ...(period !== 'none' && { period: { date: periodDate, span: period } }),
    // In the order of the list, whatever the order of the clicks.
    columns: EXPORT_COLUMN_KEYS.filter((key) => columns.includes(key)),
    groupBy: grouping,
    chart: grouping === null ? 'none' : chart,
  }
}

/** The view without the filters of a date, which a period replaces. */
export function withoutDate(view: string, date: PeriodDate): string {
  const left = new URLSearchParams(view)
  left.delete(`${date}From`)
  left.delete(`${date}To`)
  return left.toString()
}

/** Whether the view has a filter of this date. */
export function limitsDate(view: string, date: PeriodDate): boolean {
  const params = new URLSearchParams(view)
  return params.has(`${date}From`) || params.has(`${date}To`)
}

export function problemsIn({ name, columns }: ReportForm): FieldErrors<ReportForm> {
  const long = name.trim().length > LIMITS.name ? `At most ${LIMITS.name} characters` : undefined
  const problem = isBlank(name) ? 'Name is required' : long
  return {
    ...(problem && { name: { type: 'rule', message: problem } }),
    ...(columns.length === 0 && { columns: { type: 'rule', message: 'Please choose a column' } }),
  }
}

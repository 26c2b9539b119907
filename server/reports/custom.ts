import type { Departments } from '../../shared/departments.ts'
import { EXPORT_COLUMNS } from '../../shared/export-columns.ts'
import type { CustomReport } from '../../shared/reports/definition.ts'
import type { ReportBlock, ReportCell, ReportColumn } from '../../shared/reports/document.ts'
import type { Cell } from './spreadsheets/table.ts'
import type { Group } from '../requests/list/groups.ts'
import { figure, tenth } from './words.ts'
import { openOf, inOrder, groupTable, groupChart } from './custom-groups.ts'

interface CustomFigures {
  content: CustomReport
  /** totals of the view; undefined without requests */
  all: Group | undefined
  groups: readonly Group[]
  /** the first rows of `total`, in the report's columns */
  rows: readonly Cell[][]
  total: number
  departments: Departments
  /** path of the same view in the list of requests */
  listed: string
}

/** A report composed by a person from the list of requests. */
export function customReport({ content, all, groups, rows, total, departments, listed }: CustomFigures): ReportBlock[] {
  const { groupBy, chart } = content
  const named = groupBy === null ? [] : inOrder(groupBy, groups, departments)
  return [
    {
      kind: 'figures',
      figures: [
        { label: 'Requests', value: figure(all?.count ?? 0), change: null, to: listed },
        { label: 'Open', value: figure(all ? openOf(all) : 0), change: null },
        { label: 'Overdue', value: figure(all?.overdue ?? 0), change: null },
        { label: 'Completed', value: figure(all?.byStatus.completed ?? 0), change: null },
        { label: 'Median lead time', value: figure(tenth(all?.medianLeadDays ?? null), 'days'), change: null },
      ],
    },
    ...(groupBy !== null && chart !== 'none' && all ? [groupChart(groupBy, chart, named, all.count)] : []),
    ...(groupBy !== null ? [groupTable(groupBy, named, all)] : []),
    {
      kind: 'table',
      title: 'Requests',
      columns: content.columns.map((key): ReportColumn => {
        const { label, kind } = EXPORT_COLUMNS[key]
        return { label, kind: key === 'requestId' ? 'link' : kind }
      }),
      rows: rows.map((cells) => customRow(cells, content)),
      total,
      empty: 'No request matches.',
    },
  ]
}

export function customRow(cells: readonly Cell[], { columns }: Pick<CustomReport, 'columns'>): ReportCell[] {
  return cells.map((cell, i) =>
    columns[i] === 'requestId' && cell !== null ? { text: cell, to: `/requests/${cell}` } : cell,
  )
}

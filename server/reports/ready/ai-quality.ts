import type { AiQuality } from '../../../shared/ai-quality.ts'
import type { Departments } from '../../../shared/departments.ts'
import type { ReportBlock } from '../../../shared/reports/document.ts'
import { countOf, figure, percent } from '../words.ts'

const FIELDS: Record<AiQuality['fields'][number]['field'], string> = {
  priority: 'Priority',
  developmentType: 'Development type',
  responsibleDepartment: 'Department',
}

/** Accuracy of the suggestions and estimates of the last year. */
export function aiQualityReport({ fields, intervals }: AiQuality, departments: Departments): ReportBlock[] {
  const decided = fields.reduce((sum, one) => sum + one.decided, 0)
  const accepted = fields.reduce((sum, one) => sum + one.accepted, 0)
  return [
    {
      kind: 'figures',
      figures: [
        { label: 'Decisions', value: figure(decided), change: null },
        { label: 'Accepted', value: figure(percent(accepted, decided), '%'), change: null },
        { label: 'Estimates that held', value: figure(percent(intervals.held, intervals.finished), '%'), change: null },
        { label: 'Open past their estimate', value: figure(intervals.openPast), change: null },
      ],
    },
    ...(decided > 0 ? [acceptedChart(fields, accepted, decided)] : []),
    {
      kind: 'table',
      title: 'Suggestions',
      columns: [
        { label: 'Suggestion', kind: 'text' },
        ...['Decided', 'Accepted', 'Changed', 'Rejected'].map((label) => ({ label, kind: 'number' as const })),
        { label: 'Share accepted', kind: 'number', unit: '%' },
      ],
      rows: fields.map((one) => [
        FIELDS[one.field],
        one.decided,
        one.accepted,
        one.changed,
        one.rejected,
        percent(one.accepted, one.decided),
      ]),
      total: fields.length,
      empty: '',
    },
    {
      kind: 'table',
      title: 'Estimates of requests that are finished',
      columns: [
        { label: 'Department', kind: 'text' },
        { label: 'Finished', kind: 'number' },
        { label: 'Within the estimate', kind: 'number' },
        { label: 'Share', kind: 'number', unit: '%' },
      ],
      rows: intervals.byDepartment.map(({ department, finished, held }) => [
        departments.nameOf(department),
        finished,
        held,
        percent(held, finished),
      ]),
      total: intervals.byDepartment.length,
      empty: 'No request with an estimate was finished.',
    },
  ]
}

function acceptedChart(fields: AiQuality['fields'], accepted: number, decided: number): ReportBlock {
  const months = [...new Set(fields.flatMap(({ byMonth }) => byMonth.map(({ month }) => month)))].sort()
  return {
    kind: 'chart',
    shape: 'lines',
    name: 'Suggestions accepted by month',
    finding: `${figure(accepted)} of ${countOf(decided, 'decision')} took the suggestion as it was.`,
    unit: '%',
    labelled: 'Month',
    labels: months,
    series: fields.map(({ field, byMonth }) => ({
      name: FIELDS[field],
      values: months.map((month) => {
        const row = byMonth.find((one) => one.month === month)
        return row ? percent(row.accepted, row.decided) : null
      }),
    })),
  }
}

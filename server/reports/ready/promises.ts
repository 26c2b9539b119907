import type { Flow } from '../../../shared/analytics/flow.ts'
import type { Promises } from '../../../shared/analytics/promises.ts'
import type { ReportBlock, ReportCell } from '../../../shared/reports/document.ts'
import { fullName } from '../../../shared/users.ts'
import { changeFrom, countOf, figure, percent } from '../words.ts'
import { smallSample } from './management.ts'

/** Shares of due dates kept, and every move of a due date. */
export function promisesReport(
  { dueDates }: Pick<Flow, 'dueDates'>,
  { moves, total }: Pick<Promises, 'moves' | 'total'>,
): ReportBlock[] {
  const { keptFirst, keptLast, moved, isSmall } = dueDates
  const share = (label: string, { count, of, before }: typeof keptFirst) => ({
    label,
    value: figure(percent(count, of), '%'),
    change: changeFrom(percent(count, of), percent(before.count, before.of), '%'),
  })
  return [
    { kind: 'sentence', text: openingSentence(dueDates) },
    {
      kind: 'figures',
      figures: [
        share('Kept first promise', keptFirst),
        share('Kept last promise', keptLast),
        share('Due date was moved', moved),
        { label: 'Moves in the period', value: figure(total), change: null },
      ],
    },
    ...(isSmall ? [smallSample(keptLast.of)] : []),
    {
      kind: 'chart',
      shape: 'stacked',
      name: 'Due dates of finished requests',
      finding:
        keptFirst.of === 0
          ? 'No request was finished in the period.'
          : `${figure(keptFirst.count)} of ${countOf(keptFirst.of, 'finished request')} kept the first due date, ${figure(keptLast.count)} the last.`,
      unit: 'requests',
      labelled: 'Promise',
      labels: ['First due date', 'Last due date'],
      series: [
        { name: 'Kept', values: [keptFirst.count, keptLast.count] },
        { name: 'Missed', values: [keptFirst.of - keptFirst.count, keptLast.of - keptLast.count] },
      ],
    },
    {
      kind: 'table',
      title: 'Due dates that were moved',
      columns: [
        { label: 'Moved', kind: 'instant' },
        { label: 'Request ID', kind: 'link' },
        { label: 'Title', kind: 'text' },
        { label: 'By', kind: 'text' },
        { label: 'From', kind: 'date' },
        { label: 'To', kind: 'date' },
        { label: 'Had passed', kind: 'text' },
        { label: 'Reason', kind: 'text' },
      ],
      rows: moves.map(moveRow),
      total,
      empty: 'No due date was moved in the period.',
    },
  ]
}

export function moveRow({
  at,
  requestId,
  title,
  by,
  from,
  to,
  wasLate,
  reason,
}: Promises['moves'][number]): ReportCell[] {
  const link = { text: requestId, to: `/requests/${requestId}` }
  return [at, link, title, by ? fullName(by) : null, from, to, wasLate ? 'Yes' : 'No', reason]
}

function openingSentence({ keptFirst, keptLast }: Flow['dueDates']): string {
  if (keptFirst.of === 0) return 'No request was finished in the period.'
  const keptFigure = (share: typeof keptFirst) => figure(percent(share.count, share.of), '%')
  return `${countOf(keptFirst.of, 'request was', 'requests were')} finished: ${keptFigure(keptFirst)} by the first due date, ${keptFigure(keptLast)} by the last.`
}

import type { Share } from '../../../shared/analytics/figures.ts'
import type { Flow } from '../../../shared/analytics/flow.ts'
import type { Departments } from '../../../shared/departments.ts'
import type { ReportBlock } from '../../../shared/reports/document.ts'
import { STATUSES } from '../../../shared/request-rules.ts'
import { changeFrom, countOf, figure, percent, signed, tenth } from '../words.ts'
import { departmentTable } from './departments.ts'
import { weeklyChart, backlogChart } from './management-charts.ts'

/** One page about a month: arrivals, work, durations and promises, compared with the previous period. */
export function managementReport(flow: Flow, departments: Departments): ReportBlock[] {
  const { summary, throughput, dueDates, outcomes, timeInStatus } = flow
  const { arrived, closed, net } = throughput.totals
  const compared = (label: string, { value, before }: { value: number | null; before: number | null }, unit = '') => ({
    label,
    value: figure(tenth(value), unit),
    change: changeFrom(tenth(value), tenth(before), unit),
  })
  return [
    { kind: 'sentence', text: openingSentence(flow) },
    {
      kind: 'figures',
      figures: [
        compared('Created', arrived),
        compared('Closed', closed),
        compared('Completed', summary.completed),
        { ...compared('Change of the backlog', net), value: signed(net.value) },
        compared('Median cycle time', summary.medianCycle, 'days'),
        compared('Median first answer', summary.firstAnswer, 'days'),
        compared('Kept last promise', summary.keptLast, '%'),
        { label: 'Open now', value: figure(summary.open), change: null },
      ],
    },
    weeklyChart(flow),
    backlogChart(flow),
    { kind: 'heading', text: 'How long it takes' },
    {
      kind: 'table',
      title: 'Within how many days half, 70, 85 and 95 per cent were done',
      columns: [
        { label: 'Time', kind: 'text' },
        ...['50%', '70%', '85%', '95%'].map((label) => ({ label, kind: 'number' as const, unit: 'days' })),
        { label: 'Requests', kind: 'number' },
      ],
      rows: [
        { name: 'Creation to completion', ...flow.lead },
        { name: 'Start of work to completion', ...flow.cycle },
        ...timeInStatus.map((one) => ({ name: `Spent in ${STATUSES[one.status]}`, ...one })),
      ].map(({ name, percentiles: p, count }) => [
        name,
        tenth(p?.p50 ?? null),
        tenth(p?.p70 ?? null),
        tenth(p?.p85 ?? null),
        tenth(p?.p95 ?? null),
        count,
      ]),
      total: 2 + timeInStatus.length,
      empty: '',
    },
    ...(flow.lead.isSmall ? [smallSample(flow.lead.count)] : []),
    { kind: 'heading', text: 'Promises and outcomes' },
    {
      kind: 'table',
      title: 'Shares of finished and closed requests',
      columns: [
        { label: 'What', kind: 'text' },
        { label: 'Requests', kind: 'number' },
        { label: 'Of', kind: 'number' },
        { label: 'Share', kind: 'number', unit: '%' },
        { label: 'Before', kind: 'number', unit: '%' },
      ],
      rows: [
        shareRow('Kept the first due date', dueDates.keptFirst),
        shareRow('Kept the last due date', dueDates.keptLast),
        shareRow('Due date was moved', dueDates.moved),
        shareRow('Reopened', outcomes.reopened),
        shareRow('Rejected', outcomes.rejected),
        shareRow('Cancelled', outcomes.cancelled),
      ],
      total: 6,
      empty: '',
    },
    { kind: 'heading', text: 'Departments' },
    ...departmentTable(
      departments.keys.flatMap((key) => flow.workload.departments.find((one) => one.key === key) ?? []),
      departments,
    ),
  ]
}

function openingSentence({ throughput, summary }: Flow): string {
  const { arrived, closed, net } = throughput.totals
  if ((arrived.value ?? 0) + (closed.value ?? 0) === 0) return 'Nothing came in and nothing was closed.'
  const moved = net.value ?? 0
  const backlog = moved === 0 ? 'did not change' : moved > 0 ? `grew by ${figure(moved)}` : `fell by ${figure(-moved)}`
  return (
    `${countOf(arrived.value ?? 0, 'request')} came in and ${countOf(closed.value ?? 0, 'was', 'were')} closed, ` +
    `${figure(summary.completed.value)} of them completed; the backlog ${backlog}.`
  )
}

/** Warns that a figure is based on few requests. */
export function smallSample(count: number): ReportBlock {
  return {
    kind: 'sentence',
    text:
      count === 0
        ? 'No request was finished in the period.'
        : `Only ${countOf(count, 'request was', 'requests were')} finished in the period: the figures are uncertain.`,
  }
}

function shareRow(name: string, { count, of, before }: Share) {
  return [name, count, of, percent(count, of), percent(before.count, before.of)]
}

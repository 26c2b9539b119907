import type { Flow } from '../../../shared/analytics/flow.ts'
import type { Departments } from '../../../shared/departments.ts'
import { OPEN_FILTER } from '../../../shared/request-rules.ts'
import type { ReportBlock } from '../../../shared/reports/document.ts'
import { countOf, figure, percent, tenth } from '../words.ts'

type Load = Flow['workload']['departments'][number]

/** Open and finished requests of each department in the period, and their durations. */
export function departmentReport(flow: Pick<Flow, 'workload' | 'summary'>, departments: Departments): ReportBlock[] {
  const loads = departments.keys.flatMap((key) => flow.workload.departments.find((one) => one.key === key) ?? [])
  return [
    {
      kind: 'figures',
      figures: [
        {
          label: 'Open now',
          value: figure(sum(loads, 'open')),
          change: null,
          to: `/requests?status=${OPEN_FILTER}`,
        },
        { label: 'Overdue now', value: figure(sum(loads, 'overdue')), change: null, to: '/requests?overdue=true' },
        { label: 'Finished', value: figure(sum(loads, 'finished')), change: null },
        { label: 'Median cycle time', value: figure(tenth(flow.summary.medianCycle.value), 'days'), change: null },
      ],
    },
    ...(loads.length > 0 ? [loadChart(loads, departments)] : []),
    ...departmentTable(loads, departments),
  ]
}

/** The table, and what in it is as of now and what of the period. */
export function departmentTable(loads: readonly Load[], departments: Departments): ReportBlock[] {
  const table: ReportBlock = {
    kind: 'table',
    title: 'Departments',
    columns: [
      { label: 'Department', kind: 'text' },
      { label: 'Open', kind: 'number' },
      { label: 'In Progress', kind: 'number' },
      { label: 'Overdue', kind: 'number' },
      { label: 'Finished', kind: 'number' },
      { label: 'Kept last promise', kind: 'number', unit: '%' },
      { label: 'Median cycle time', kind: 'number', unit: 'days' },
    ],
    rows: loads.map(({ key, open, inProgress, overdue, finished, keptLast, medianCycle }) => [
      departments.nameOf(key),
      open,
      inProgress,
      overdue,
      finished,
      percent(keptLast, finished),
      tenth(medianCycle),
    ]),
    total: loads.length,
    empty: 'No department has requests.',
  }
  const text =
    'Open, in progress and overdue are as of now; finished requests, the part of them that kept their last due date, and their cycle time, from the first start of work to completion, are those of the period.'
  return [table, { kind: 'sentence', text }]
}

function loadChart(loads: readonly Load[], departments: Departments): ReportBlock {
  const most = loads.reduce((a, b) => (b.finished > a.finished ? b : a))
  const finished = sum(loads, 'finished')
  return {
    kind: 'chart',
    shape: 'bars',
    name: 'Open and finished by department',
    finding:
      finished === 0
        ? 'No department finished a request in the period.'
        : `${departments.nameOf(most.key)} finished most: ${figure(most.finished)} of ${countOf(finished, 'request')}.`,
    unit: 'requests',
    labelled: 'Department',
    labels: loads.map(({ key }) => departments.nameOf(key)),
    series: [
      { name: 'Open', values: loads.map(({ open }) => open) },
      { name: 'Finished', values: loads.map(({ finished: done }) => done) },
    ],
  }
}

function sum(loads: readonly Load[], what: 'open' | 'overdue' | 'finished'): number {
  return loads.reduce((total, load) => total + load[what], 0)
}

import { useState } from 'react'
import { Link } from 'react-router'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { fullName } from '../../../shared/people.ts'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { useDepartments } from '../../client/departments.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { rowsTo } from '../api.ts'
import { DEFINITIONS } from '../definitions.ts'
import { assigneeFinding, departmentFinding } from '../findings.ts'
import { rowsWith } from '../rows-with.ts'
import { Definition } from './Definition.tsx'
import { unitWords } from './words.ts'
import { type WorkloadBy, type WorkloadRow, WorkloadTable } from './WorkloadTable.tsx'

const BY: readonly { value: WorkloadBy; label: string }[] = [
  { value: 'department', label: 'Department' },
  { value: 'assignee', label: 'Assignee' },
]

/** Who has how much to do, and how much was finished. */
export function WorkloadPanel({ flow }: { flow: Flow }) {
  const [by, setBy] = useState<WorkloadBy>('department')
  const departments = useDepartments()
  const name = `Workload by ${by}`
  const rows = by === 'department' ? departmentRows(flow, (key) => departments.nameOf(key)) : assigneeRows(flow)
  return (
    <ChartCard
      name={name}
      finding={by === 'department' ? departmentFinding(flow, (key) => departments.nameOf(key)) : assigneeFinding(flow)}
      controls={<SegmentedControl label="Workload by" value={by} options={BY} onChange={setBy} />}
      data={loadData(by, rows, flow.days)}
      table={false}
      definition={<Definition asOf={flow.asOf}>{DEFINITIONS.workload}</Definition>}
      action={
        <Link className="text-12" to={rowsTo(rowsWith(flow, { mark: 'open' }))}>
          Show the open requests
        </Link>
      }
      note={
        by === 'assignee' && flow.workload.hasMoreAssignees
          ? 'The hundred people with the most open requests'
          : 'Open, in progress and overdue now; finished in the period'
      }
    >
      <WorkloadTable name={name} by={by} rows={rows} rowsOf={flow.workload.rows[by]} />
    </ChartCard>
  )
}

function departmentRows({ workload }: Flow, nameOf: (key: string) => string): WorkloadRow[] {
  return workload.departments.map((load) => ({ ...load, name: nameOf(load.key) })).toSorted((a, b) => b.open - a.open)
}

function assigneeRows({ workload }: Flow): WorkloadRow[] {
  return workload.assignees.map(({ id, name, ...load }) => ({
    ...load,
    key: id ?? 'unassigned',
    name: id === null ? 'Unassigned' : name ? fullName(name) : 'Somebody who has no account',
  }))
}

function loadData(by: WorkloadBy, rows: readonly WorkloadRow[], unit: Flow['days']): ChartData {
  return {
    head: [
      by === 'department' ? 'Department' : 'Assignee',
      'Open',
      'In progress',
      'Overdue',
      'Finished',
      `Median cycle time (${unitWords(unit)})`,
    ],
    rows: rows.map((row) => ({
      cells: [row.name, row.open, row.inProgress, row.overdue, row.finished, row.medianCycle],
    })),
  }
}

import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { fullName } from '../../../shared/people.ts'
import type { ChartData } from '../../charts/chart-data.ts'
import { ChartCard } from '../../charts/ChartCard.tsx'
import { useDepartments } from '../../client/departments.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { classes } from '../../ui/classes.ts'
import { count } from '../../ui/count.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { AS } from '../../ui/table-roles.ts'
import { rowsTo } from '../api.ts'
import { DEFINITIONS } from '../definitions.ts'
import { assigneeFinding, departmentFinding } from '../findings.ts'
import { rowsWith } from '../rows-with.ts'
import { Definition } from './Definition.tsx'
import { daysWords } from '../words.ts'
import { unitWords } from './words.ts'
import styles from './panel-tables.module.css'

type By = 'department' | 'assignee'
const BY: readonly { value: By; label: string }[] = [
  { value: 'department', label: 'Department' },
  { value: 'assignee', label: 'Assignee' },
]

type Row = Flow['workload']['departments'][number] & { name: string }
type RowsOf = Flow['workload']['rows'][By]

/** Who has how much to do, and how much was finished. */
export function WorkloadPanel({ flow }: { flow: Flow }) {
  const [by, setBy] = useState<By>('department')
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

function departmentRows({ workload }: Flow, nameOf: (key: string) => string): Row[] {
  return workload.departments
    .map((load) => ({ ...load, name: nameOf(load.key) }))
    .toSorted((one, other) => other.open - one.open)
}

function assigneeRows({ workload }: Flow): Row[] {
  return workload.assignees.map(({ id, name, ...load }) => ({
    ...load,
    key: id ?? 'unassigned',
    name: id === null ? 'Unassigned' : name ? fullName(name) : 'Somebody who has no account',
  }))
}

interface WorkloadTableProps {
  name: string
  by: By
  rows: readonly Row[]
  rowsOf: RowsOf
}

function WorkloadTable({ name, by, rows, rowsOf }: WorkloadTableProps) {
  const most = Math.max(1, ...rows.map(({ open }) => open))
  const to = (figure: keyof RowsOf, { key }: Row) =>
    rowsTo(rowsOf[figure].replace(`{${by}}`, () => encodeURIComponent(key)))
  return (
    <Scrolling label={name} className={`scroll-x ${styles.scrolled}`}>
      <table {...AS.table} className={classes(styles.table, styles.stacked)} aria-label={name}>
        <thead {...AS.group}>
          <tr {...AS.row}>
            <th {...AS.columnHead} scope="col">
              {by === 'department' ? 'Department' : 'Assignee'}
            </th>
            <th {...AS.columnHead} scope="col">
              Open
            </th>
            {['In progress', 'Overdue', 'Finished', 'Median cycle time'].map((head) => (
              <th {...AS.columnHead} key={head} scope="col" className="numeric">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.group}>
          {rows.map((row) => (
            <tr {...AS.row} key={row.key}>
              <th {...AS.rowHead} scope="row">
                {row.name}
              </th>
              <td {...AS.cell} data-label="Open" data-wide>
                <Link to={to('open', row)} className={styles.load} aria-label={`${row.name}: ${count(row.open)} open`}>
                  <span className="numeric">{count(row.open)}</span>
                  <span className="bar" aria-hidden="true">
                    <i style={{ width: `${(row.open / most) * 100}%` }} />
                  </span>
                </Link>
              </td>
              <td {...AS.cell} className="numeric" data-label="In progress">
                <RowsLink to={to('inProgress', row)} of={`${row.name}: ${count(row.inProgress)} in progress`}>
                  {count(row.inProgress)}
                </RowsLink>
              </td>
              <td {...AS.cell} className={row.overdue > 0 ? 'numeric late' : 'numeric'} data-label="Overdue">
                <RowsLink to={to('overdue', row)} of={`${row.name}: ${count(row.overdue)} overdue`}>
                  {count(row.overdue)}
                </RowsLink>
              </td>
              <td {...AS.cell} className="numeric" data-label="Finished">
                <RowsLink to={to('finished', row)} of={`${row.name}: ${count(row.finished)} finished`}>
                  {count(row.finished)}
                </RowsLink>
              </td>
              <td {...AS.cell} className="numeric" data-label="Cycle time">
                {row.medianCycle === null ? (
                  '–'
                ) : (
                  <RowsLink to={to('cycle', row)} of={`${row.name}: median cycle time ${daysWords(row.medianCycle)}`}>
                    {daysWords(row.medianCycle)}
                  </RowsLink>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

/** A figure that links to the requests it counts. */
function RowsLink({ to, of, children }: { to: string; of: string; children: ReactNode }) {
  return (
    <Link to={to} aria-label={of}>
      {children}
    </Link>
  )
}

function loadData(by: By, rows: readonly Row[], unit: Flow['days']): ChartData {
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

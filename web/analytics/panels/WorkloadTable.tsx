import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { classes } from '../../ui/classes.ts'
import { count } from '../../ui/count.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { AS } from '../../ui/table-roles.ts'
import { rowsTo } from '../api.ts'
import { daysWords } from '../words.ts'
import styles from './panel-tables.module.css'

export type WorkloadBy = 'department' | 'assignee'
export type WorkloadRow = Flow['workload']['departments'][number] & { name: string }
type RowsOf = Flow['workload']['rows'][WorkloadBy]

interface WorkloadTableProps {
  name: string
  by: WorkloadBy
  rows: readonly WorkloadRow[]
  rowsOf: RowsOf
}

export function WorkloadTable({ name, by, rows, rowsOf }: WorkloadTableProps) {
  const most = Math.max(1, ...rows.map(({ open }) => open))
  const to = (figure: keyof RowsOf, { key }: WorkloadRow) =>
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

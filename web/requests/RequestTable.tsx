import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment } from 'react'
import type { ServiceRequest } from '../../shared/requests.ts'
import { Icon } from '../ui/Icon.tsx'
import { orderOf, type ListState, nextOrder, type SortColumn } from './list-state.ts'
import { RequestRow } from './RequestRow.tsx'
import type { Layout } from './use-layout.ts'
import type { ChangeList } from './use-list-state.ts'

const LABELS = {
  requestId: 'Request ID',
  title: 'Title',
  department: 'Department',
  priority: 'Priority',
  status: 'Status',
  assignedTo: 'Assigned To',
  dueDate: 'Due Date',
} as const satisfies Partial<Record<SortColumn, string>>
type Column = keyof typeof LABELS

/** The sortable columns; two under one head when the room is short: both names stay, and both sort. */
const HEADS: Record<Exclude<Layout, 'blocks'>, readonly (readonly Column[])[]> = {
  wide: [['requestId'], ['title'], ['department'], ['priority'], ['status'], ['assignedTo'], ['dueDate']],
  merged: [['requestId'], ['title', 'department'], ['priority'], ['status', 'assignedTo'], ['dueDate']],
}

interface TableProps {
  requests: ServiceRequest[]
  state: ListState
  change: ChangeList
  layout: Exclude<Layout, 'blocks'>
}

function Head({ columns, state, change }: { columns: readonly Column[] } & Pick<TableProps, 'state' | 'change'>) {
  const current = orderOf(state)
  const order = current && columns.some((column) => column === current.sort) ? current.order : null
  const sorted = order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" className={`c-${columns[0]}`} aria-sort={sorted}>
      {columns.map((column, i) => (
        <Fragment key={column}>
          {i > 0 && ', '}
          <button type="button" className="sort" onClick={() => change(nextOrder(state, column))}>
            {LABELS[column]}
            {current?.sort === column && <Icon of={current.order === 'asc' ? ArrowUp : ArrowDown} />}
          </button>
        </Fragment>
      ))}
    </th>
  )
}

/** The head alone stands over the skeleton as well, so that nothing moves when the rows come. */
export function TableHead({ state, change, layout }: Omit<TableProps, 'requests'>) {
  return (
    <thead>
      <tr>
        {HEADS[layout].map((columns) => (
          <Head key={columns[0]} columns={columns} state={state} change={change} />
        ))}
        <th scope="col" className="c-ai">
          AI Classification
        </th>
        <th scope="col" className="c-actions num">
          Actions
        </th>
      </tr>
    </thead>
  )
}

export function RequestTable({ requests, state, change, layout }: TableProps) {
  return (
    <table className={`list requests ${layout}`}>
      <caption className="sr">Recent RFD Requests</caption>
      <TableHead state={state} change={change} layout={layout} />
      <tbody>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} search={state.search} layout={layout} />
        ))}
      </tbody>
    </table>
  )
}

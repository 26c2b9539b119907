import { orderOf, nextOrder } from '../common/list-order.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ListedRequest } from '../../../shared/request-list.ts'
import { say } from '../../../shared/texts/say.ts'
import { Icon } from '../../ui/Icon.tsx'
import { classes } from '../../ui/classes.ts'
import { COLUMN_GROUPS, isSortable, labelOf, type Column, type TableLayout } from './list-columns.ts'
import type { ListState } from '../common/list-state.ts'
import { RequestRow } from './RequestRow.tsx'
import type { ChangeList } from '../common/use-list-state.ts'
import styles from './list-rows.module.css'

interface TableProps {
  requests: ListedRequest[]
  state: ListState
  /** the words to mark */
  search: string
  change: ChangeList
  layout: TableLayout
}

interface HeadProps extends Pick<TableProps, 'state' | 'change'> {
  column: Column
  isAlone: boolean
  rowSpan: number
}

function Head({ column, isAlone, rowSpan, state, change }: HeadProps) {
  const place = { className: isAlone && column === 'actions' ? 'numeric' : undefined, 'data-column': column, rowSpan }
  if (!isSortable(column))
    return (
      <th scope="col" {...place}>
        {labelOf(column)}
      </th>
    )
  const current = orderOf(state)
  const order = current?.sort === column ? current.order : null
  const sorted = order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" {...place} aria-sort={sorted}>
      <button type="button" className="sort" onClick={() => change(nextOrder(state, column))}>
        {labelOf(column)}
        {order && <Icon of={order === 'asc' ? ArrowUp : ArrowDown} />}
      </button>
    </th>
  )
}

/**
 * Also used above the skeleton, so that nothing shifts when the rows arrive. Columns that share a place have stacked
 * header cells: each name is its own `th`, so that screen readers announce its sort order.
 */
export function TableHead({ state, change, layout }: Omit<TableProps, 'requests' | 'search'>) {
  const groups = COLUMN_GROUPS[layout]
  const rows = Math.max(...groups.map((group) => group.length))
  return (
    <thead>
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row}>
          {groups.map((group) => {
            const column = group[row]
            if (column === undefined) return null
            const isLast = row === group.length - 1
            return (
              <Head
                key={column}
                column={column}
                isAlone={group.length === 1}
                rowSpan={isLast ? rows - row : 1}
                state={state}
                change={change}
              />
            )
          })}
        </tr>
      ))}
    </thead>
  )
}

export function RequestTable({ requests, state, search, change, layout }: TableProps) {
  return (
    <table className={classes('list', styles.requests)} data-layout={layout}>
      <caption className="visually-hidden">{say('Recent RFD Requests')}</caption>
      <TableHead state={state} change={change} layout={layout} />
      <tbody>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} search={search} layout={layout} />
        ))}
      </tbody>
    </table>
  )
}

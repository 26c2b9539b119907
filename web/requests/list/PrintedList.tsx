import { LIST_COLUMNS } from '../../../shared/export-columns.ts'
import { PRIORITIES, STATUSES } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import type { RequestList } from '../../../shared/request-list.ts'
import { fullName } from '../../../shared/people.ts'
import { say } from '../../../shared/texts/say.ts'
import { count } from '../../ui/count.ts'
import { dueWords } from '../../ui/formats/due-words.ts'
import { activeFilterChips } from '../common/list-filters.ts'
import { orderOf } from '../common/list-order.ts'
import { labelOf } from './list-columns.ts'
import { PAGE_SIZE, type ListState } from '../common/list-state.ts'
import { DepartmentName } from '../../people/common/DepartmentName.tsx'
import { useNameOf } from './use-name-of.ts'
import styles from './list.module.css'

function orderWords(state: ListState): string {
  const order = orderOf(state)
  if (!order?.sort) return say('Best matches first')
  const column = labelOf(order.sort)
  return order.order === 'desc'
    ? say('Ordered by {column}, descending', { column })
    : say('Ordered by {column}, ascending', { column })
}

function rowsWords({ requests, total, exact }: RequestList, page: number): string {
  const first = (page - 1) * PAGE_SIZE + 1
  const last = first + requests.length - 1
  const all = exact ? count(total) : say('more than {total, number}', { total })
  return first === last
    ? say('Row {first, number} of {all}', { first, all })
    : say('Rows {first, number}–{last, number} of {all}', { first, last, all })
}

function Row({ request }: { request: ServiceRequest }) {
  const { date, note } = dueWords(request)
  return (
    <tr>
      <td className="nowrap">{request.requestId}</td>
      <td dir="auto">{request.title}</td>
      <td>
        <DepartmentName of={request.department} />
      </td>
      <td>{PRIORITIES[request.priority]}</td>
      <td>{STATUSES[request.status]}</td>
      <td>{fullName(request.assignedTo) || say('Unassigned')}</td>
      <td>
        {date}
        {note && <small> {note.text}</small>}
      </td>
      <td>{request.classifiedAt ? say('AI Classified') : say('Not yet')}</td>
    </tr>
  )
}

/** The page's rows for printing: all columns, and a sentence that says which rows these are and how they were filtered. */
export function PrintedList({ list, state }: { list: RequestList; state: ListState }) {
  const nameOf = useNameOf(state, list.requests)
  const filters = activeFilterChips(state, nameOf).map(({ label, value }) => `${label}: ${value}`)
  if (list.corrected) filters.push(say('Shown are the results for: {corrected}', { corrected: list.corrected }))
  return (
    <div className={styles.paperList} data-sheet="list" aria-hidden="true">
      <h2>{say('Recent RFD Requests')}</h2>
      <p>
        {rowsWords(list, state.page)} · {filters.length > 0 ? filters.join(' · ') : say('No filters')} ·{' '}
        {orderWords(state)}
      </p>
      <table>
        <thead>
          <tr>
            {LIST_COLUMNS.map((column) => (
              <th key={column} scope="col">
                {labelOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.requests.map((request) => (
            <Row key={request.id} request={request} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

import type { Where } from './labels.ts'
import type { Office, Row } from './office.ts'
import { isWithin } from './periods.ts'
import { select } from './selection.ts'
import { dateIn } from '../../shared/dates.ts'
import type { Case } from './verdicts.ts'

/** Parameters for sorting and paging only. */
const NO_FILTERS = ['sort', 'order', 'page', 'limit']
const LISTS = ['status', 'priority', 'department'] as const
const PEOPLE = { assignedTo: 'assigneeId', requester: 'requesterId' } as const

/** Ids of the requests that a list URL shows; undefined if it has an unknown filter. */
export function rowsBehind({ office, asker }: Case, href: string): string[] | undefined {
  const url = new URL(href, 'http://office.example')
  if (url.pathname !== '/requests') return undefined
  let rows = select(office, {}, { asker, variant: 0 })
  for (const [key, value] of url.searchParams) {
    if (NO_FILTERS.includes(key)) continue
    const keeps = filterOf(office, key, value, asker)
    if (!keeps) return undefined
    rows = rows.filter(keeps)
  }
  return rows.map(({ requestId }) => requestId)
}

function filterOf(
  office: Office,
  key: string,
  value: string,
  asker: Case['asker'],
): ((row: Row) => boolean) | undefined {
  const list = LISTS.find((name) => name === key)
  if (list) return (row) => value.split(',').includes(row[list])
  if (key === 'overdue') {
    const late = new Set(select(office, { overdue: true } satisfies Where, { asker, variant: 0 }))
    return (row) => late.has(row)
  }
  if (key === 'assignedTo' || key === 'requester') {
    const id = value === 'me' ? office.askers[asker] : value === 'unassigned' ? null : value
    return (row) => row[PEOPLE[key]] === id
  }
  const [, what, end] = /^(due|created|completed)(From|To)$/.exec(key) ?? []
  if (!what) return undefined
  const range = end === 'From' ? { from: value } : { to: value }
  return (row) => isWithin(dateOf(office, row, what), range)
}

function dateOf(office: Office, row: Row, what: string): string | null {
  if (what === 'due') return row.dueDate
  const at = what === 'created' ? row.createdAt : row.completedAt
  return at && dateIn(office.timeZone, new Date(at))
}

import type { Departments } from '../../../../shared/departments.ts'
import { EXPORT_COLUMNS } from '../../../../shared/export-columns.ts'
import { PRIORITIES, STATUSES } from '../../../../shared/request-rules.ts'
import { fullName, type PersonName } from '../../../../shared/users.ts'
import { say } from '../../../../shared/texts/say.ts'
import type { Fact } from '../../pdf/blocks.ts'
import type { ViewOf } from './list.ts'

type Said = readonly [label: string, value: string | undefined]

/** Leaves out filters that are not set. */
export function factsOf(labels: readonly Said[]): Fact[] {
  return labels.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [{ label, value }]))
}

/** `1 Nov 2026 to 7 Nov 2026`; either end may be missing. */
export function spanWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined) return to && say('until {to}', { to })
  return to === undefined ? say('from {from}', { from }) : say('{from} to {to}', { from, to })
}

/**
 * Filters and order of a list of requests, in the wording of the page.
 * @param corrected the search whose hits are shown, if the one in the view found nothing
 */
export function requestFacts(
  view: ViewOf<'requests'>,
  departments: Departments,
  names: ReadonlyMap<string, PersonName>,
  corrected?: string,
): Fact[] {
  const person = (id: string) => fullName(names.get(id) ?? null) || id
  const { assignedTo, requester, sort, order } = view
  return factsOf([
    [say('Search'), view.search],
    [say('Corrected to'), corrected],
    [say('Status'), view.status?.map((one) => STATUSES[one]).join(', ')],
    [say('Priority'), view.priority?.map((one) => PRIORITIES[one]).join(', ')],
    [say('Department'), view.department?.map((one) => departments.filterNameOf(one)).join(', ')],
    [say('Assigned to'), assignedTo === 'unassigned' ? say('Unassigned') : assignedTo && person(assignedTo)],
    [say('Requested by'), requester === 'me' ? say('Who made this export') : requester && person(requester)],
    [say('Overdue'), view.overdue && say('Only overdue requests')],
    [say('Due'), spanWords(view.dueFrom, view.dueTo)],
    [say('Created'), spanWords(view.createdFrom, view.createdTo)],
    [say('Finished'), spanWords(view.completedFrom, view.completedTo)],
    [say('Order'), orderWords(sort, order, view.search !== undefined)],
  ])
}

function orderWords(sort: ViewOf<'requests'>['sort'], order: 'asc' | 'desc' | undefined, isSearch: boolean): string {
  if (sort === undefined && order === undefined) return isSearch ? say('Best hits first') : say('Newest first')
  const column = EXPORT_COLUMNS[sort ?? 'createdAt'].label
  return order === 'desc' ? say('By {column}, descending', { column }) : say('By {column}', { column })
}

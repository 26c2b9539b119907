import type { Departments } from '../../../../shared/departments.ts'
import { EXPORT_COLUMNS } from '../../../../shared/export-columns.ts'
import { PRIORITIES, STATUSES } from '../../../../shared/request-rules.ts'
import { fullName, type PersonName } from '../../../../shared/users.ts'
import type { Fact } from '../../pdf/blocks.ts'
import type { ViewOf } from './list.ts'

type Said = readonly [label: string, value: string | undefined]

/** Leaves out filters that are not set. */
export function factsOf(labels: readonly Said[]): Fact[] {
  return labels.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [{ label, value }]))
}

/** `1 Nov 2026 to 7 Nov 2026`; either end may be missing. */
export function spanWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined) return to && `until ${to}`
  return to === undefined ? `from ${from}` : `${from} to ${to}`
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
    ['Search', view.search],
    ['Corrected to', corrected],
    ['Status', view.status?.map((one) => STATUSES[one]).join(', ')],
    ['Priority', view.priority?.map((one) => PRIORITIES[one]).join(', ')],
    ['Department', view.department?.map((one) => departments.filterNameOf(one)).join(', ')],
    ['Assigned to', assignedTo === 'unassigned' ? 'Unassigned' : assignedTo && person(assignedTo)],
    ['Requested by', requester === 'me' ? 'Who made this export' : requester && person(requester)],
    ['Overdue', view.overdue && 'Only overdue requests'],
    ['Due', spanWords(view.dueFrom, view.dueTo)],
    ['Created', spanWords(view.createdFrom, view.createdTo)],
    ['Finished', spanWords(view.completedFrom, view.completedTo)],
    ['Order', orderWords(sort, order, view.search !== undefined)],
  ])
}

function orderWords(sort: ViewOf<'requests'>['sort'], order: 'asc' | 'desc' | undefined, isSearch: boolean): string {
  if (sort === undefined && order === undefined) return isSearch ? 'Best hits first' : 'Newest first'
  return `By ${EXPORT_COLUMNS[sort ?? 'createdAt'].label}${order === 'desc' ? ', descending' : ''}`
}

import { EXPORT_COLUMNS } from '../../shared/export-columns.ts'
import { PRIORITIES, STATUSES } from '../../shared/request-rules.ts'
import type { ReportView } from '../../shared/reports/definition.ts'
import { fullName } from '../../shared/users.ts'
import { spanWords } from './exports/lists/facts.ts'
import type { Policy } from '../settings/service.ts'
import type { Deps } from './deps.ts'
import { namesOf } from './queries.ts'

/** The filters of a report, for its head. */
export async function aboutView({ db }: Deps, view: ReportView, { departments }: Policy): Promise<string[]> {
  const { assignedTo, requester } = view
  const names = await namesOf(
    db.read,
    [assignedTo, requester].filter((id) => id !== undefined),
  )
  const person = (id: string) => fullName(names.get(id) ?? null) || id
  const range = (label: string, from?: string, to?: string) => {
    const words = spanWords(from, to)
    return words === undefined ? [] : [`${label}: ${words}`]
  }
  return [
    ...(view.search === undefined ? [] : [`Search: ${view.search}`]),
    ...(view.status ? [`Status: ${view.status.map((one) => STATUSES[one]).join(', ')}`] : []),
    ...(view.department
      ? [`Department: ${view.department.map((one) => departments.filterNameOf(one)).join(', ')}`]
      : []),
    ...(view.priority ? [`Priority: ${view.priority.map((one) => PRIORITIES[one]).join(', ')}`] : []),
    ...(view.overdue ? ['Overdue'] : []),
    ...(assignedTo === 'unassigned' ? ['Unassigned'] : assignedTo ? [`Assigned to: ${person(assignedTo)}`] : []),
    ...(requester ? [requester === 'me' ? 'Requests of the maker’s own' : `Requested by: ${person(requester)}`] : []),
    ...range('Due', view.dueFrom, view.dueTo),
    ...range('Created', view.createdFrom, view.createdTo),
    ...range('Finished', view.completedFrom, view.completedTo),
    ...(view.sort
      ? [`Sorted by ${EXPORT_COLUMNS[view.sort].label}${view.order === 'desc' ? ', descending' : ''}`]
      : []),
  ]
}

import { PRIORITIES, STATUSES } from '../../../shared/request-rules.ts'
import { say, text } from '../../../shared/texts/say.ts'
import { currentDepartments } from '../../client/departments.ts'
import { dateWords } from '../../ui/formats/dates.ts'
import type { ListState } from './list-state.ts'

/** Stands for a person whose name is not loaded. */
export const ONE_PERSON = text('one person')

export interface Chip {
  label: string
  value: string
  /** the change of state that removes the chip */
  without: Partial<ListState>
}

function range(from: string | null, to: string | null): string {
  if (from && to) return from === to ? dateWords(from) : `${dateWords(from)} – ${dateWords(to)}`
  return from ? say('from {from}', { from: dateWords(from) }) : say('until {to}', { to: dateWords(to ?? '') })
}

/**
 * The filters in words, in a fixed order. Status has its own field and is a chip only when several are asked for.
 * @param nameOf a person's name by id; undefined while the people are still being loaded
 */
export function chipsOf(state: ListState, nameOf: (id: string) => string | undefined): Chip[] {
  const chips: Chip[] = []
  const add = (label: string, value: string, without: Partial<ListState>) => chips.push({ label, value, without })
  if (state.status.length > 1)
    add(say('Status'), state.status.map((status) => STATUSES[status]).join(', '), { status: [] })
  if (state.priority.length > 0)
    add(say('Priority'), state.priority.map((priority) => PRIORITIES[priority]).join(', '), { priority: [] })
  if (state.department.length > 0)
    add(
      say('Department'),
      state.department.map((department) => currentDepartments().filterNameOf(department)).join(', '),
      {
        department: [],
      },
    )
  if (state.assignedTo) {
    const name = state.assignedTo === 'unassigned' ? say('Unassigned') : (nameOf(state.assignedTo) ?? say(ONE_PERSON))
    add(say('Assigned to'), name, { assignedTo: null })
  }
  if (state.requester)
    add(say('Requested by'), state.requester === 'me' ? say('Me') : (nameOf(state.requester) ?? say(ONE_PERSON)), {
      requester: null,
    })
  if (state.notice) add(say('Notification'), say('its requests'), { notice: null })
  if (state.overdue) add(say('Due'), say('overdue'), { overdue: false })
  if (state.dueFrom || state.dueTo) add(say('Due'), range(state.dueFrom, state.dueTo), { dueFrom: null, dueTo: null })
  if (state.createdFrom || state.createdTo)
    add(say('Created'), range(state.createdFrom, state.createdTo), { createdFrom: null, createdTo: null })
  if (state.completedFrom || state.completedTo)
    add(say('Finished'), range(state.completedFrom, state.completedTo), { completedFrom: null, completedTo: null })
  return chips
}

/** Everything that narrows the list, including search and status, as removable chips. */
export function activeFilterChips(state: ListState, nameOf: (id: string) => string | undefined): Chip[] {
  const chips = chipsOf(state, nameOf)
  const [status] = state.status
  if (status && state.status.length === 1)
    chips.unshift({ label: say('Status'), value: STATUSES[status], without: { status: [] } })
  if (state.search.trim() !== '')
    chips.unshift({ label: say('Search'), value: state.search.trim(), without: { search: '' } })
  return chips
}

export const NO_FILTERS: Partial<ListState> = {
  search: '',
  literal: false,
  status: [],
  priority: [],
  department: [],
  assignedTo: null,
  requester: null,
  notice: null,
  overdue: false,
  dueFrom: null,
  dueTo: null,
  createdFrom: null,
  createdTo: null,
  completedFrom: null,
  completedTo: null,
}

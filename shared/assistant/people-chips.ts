import type { AssistantQuery } from './query.ts'
import { peopleInWords, type NameOf } from './words.ts'
import { type Chip, withFilter } from './chip.ts'

/** A longer list of names is too long to scan. */
const MAX_PEOPLE = 40

const PEOPLE = [
  ['assignee', 'Assigned to', false],
  ['notAssignee', 'Assigned to', true],
  ['requester', 'Submitted by', false],
  ['notRequester', 'Submitted by', true],
] as const

export function peopleChips(query: AssistantQuery, nameOf: NameOf, people: readonly { id: string }[]): Chip[] {
  return PEOPLE.flatMap(([key, name, isNot]) => {
    const ids = query.filter[key]
    if (!ids) return []
    const names = peopleInWords(ids, nameOf)
    const other = key === 'assignee' ? 'requester' : 'assignee'
    const canSwap = !isNot && !ids.includes('unassigned')
    const swapped = withFilter(query, { [key]: undefined, [other]: ids })
    const roles = canSwap
      ? [{ label: `${other === 'requester' ? 'submitted by' : 'assigned to'} ${names}`, query: swapped }]
      : []
    const persons = people
      .filter(({ id }) => ids.join() !== id)
      .slice(0, MAX_PEOPLE)
      .map(({ id }) => ({ label: `${isNot ? 'not ' : ''}${nameOf(id)}`, query: withFilter(query, { [key]: [id] }) }))
    const others = [...roles, ...persons]
    return [
      { key, name, value: `${isNot ? 'not ' : ''}${names}`, without: withFilter(query, { [key]: undefined }), others },
    ]
  })
}

import type { AssistantQuery } from '../../../shared/assistant/query.ts'
import type { Meaning } from '../grammar/meaning.ts'
import type { Slots } from './slots.ts'

/** "How many are pending, in progress and completed?": each number besides the total. */
export function withEach(slots: Slots, query: AssistantQuery): AssistantQuery {
  if (query.measure !== 'count' || query.group !== undefined || query.compare !== undefined) return query
  for (const field of ['status', 'priority', 'department'] as const) {
    const named = [...slots.of(field)].filter(({ slot }) => slot.isUsed)
    if (named.length < 2 || isEither(slots) || slots.has('not')) continue
    const values = named.map(({ meaning }) => valuesOf(meaning))
    const chosen = query.filter[field]?.length
    if (
      (chosen === undefined || values.every(({ length }) => length === 1)) &&
      (chosen ?? values.flat().length) === values.flat().length
    )
      return { ...query, group: field }
    // "the sum of open and pending": these overlap, so the answer lists each status.
    const distinct = new Set(values.flat()).size
    if (chosen !== undefined && chosen === distinct && distinct < values.flat().length)
      return { ...query, group: field }
    // "open and closed requests"
    if (chosen !== undefined && chosen === values.flat().length) {
      const { [field]: _each, ...filter } = query.filter
      return { ...query, filter, compare: values.map((value) => ({ [field]: value })) }
    }
  }
  return query
}

/** "pending or in progress" is one group, while "pending / in progress" are two. */
function isEither(slots: Slots): boolean {
  return [...slots.of('or')].some(({ slot }) => slots.word(slot.at) !== '/')
}

function valuesOf(meaning: Meaning): readonly string[] {
  if (meaning.kind === 'status') return meaning.status
  if (meaning.kind === 'priority') return meaning.priority
  return meaning.kind === 'department' ? meaning.department : []
}

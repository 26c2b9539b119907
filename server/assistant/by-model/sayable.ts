import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { EVENTS, type NameOf, questionOf, spanOf } from '../../../shared/assistant/words.ts'
import { fold } from '../../../shared/fold.ts'
import type { Asking } from '../asking.ts'
import { readQuestion } from '../reading/read.ts'

/**
 * A query that the grammar can say: put into words and read again, it asks for the same. What is read adds what goes without
 * saying: what is completed late is completed.
 * @returns the query as it was read; null where it says something else or leaves a part of it out
 */
export function sayable(
  { deps, people, today }: Pick<Asking, 'deps' | 'people' | 'today'>,
  written: AssistantQuery,
  nameOf: NameOf,
): AssistantQuery | null {
  const query = withoutImplied(written)
  if (![query.filter, query.of ?? {}, ...(query.compare ?? [])].every(endsAfterItBegins)) return null
  const { vocabulary } = deps
  const read = readQuestion(questionOf(query, nameOf), { vocabulary, people, today })
  const isSame = read.leftOut.length === 0 && read.who.unclear.length === 0 && !read.isAhead
  return isSame && read.query && holds(read.query, query) ? read.query : null
}

/** What took a time from creation to completion is completed. */
function withoutImplied(query: AssistantQuery): AssistantQuery {
  const { measure, stage = 'lead', filter } = query
  if (measure !== 'duration' || stage !== 'lead' || filter.status?.join() !== 'completed') return query
  const { status: _status, ...rest } = filter
  return { ...query, filter: rest }
}

function endsAfterItBegins(filter: QueryFilter): boolean {
  return EVENTS.every((event) => {
    const { from, to } = spanOf(filter, event)
    return from === undefined || to === undefined || from <= to
  })
}

/** Whether everything that a part says is said by the whole. Values of a field are alternatives in any order. */
function holds(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      whole.length === part.length &&
      part.every((one) => whole.some((other) => holds(other, one)))
    )
  if (typeof part === 'string') return typeof whole === 'string' && fold(whole) === fold(part)
  if (typeof part !== 'object' || part === null) return whole === part
  if (typeof whole !== 'object' || whole === null) return false
  return Object.entries(part).every(([key, value]) => holds((whole as Record<string, unknown>)[key], value))
}

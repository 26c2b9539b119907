import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { EVENTS, type NameOf, spanOf } from '../../../shared/assistant/words.ts'
import { questionOf } from '../../../shared/assistant/question-of.ts'
import { fold } from '../../../shared/fold.ts'
import type { AnswerContext } from '../answer-context.ts'
import { readQuestion } from '../reading/read.ts'

/**
 * Checks a query by a round trip: put into words and parsed again, it has to ask for the same. Parsing adds what is implied:
 * a late completion has the status completed.
 * @returns the parsed query; null where it differs or lacks a part
 */
export function roundTrip(
  { deps, people, today }: Pick<AnswerContext, 'deps' | 'people' | 'today'>,
  written: AssistantQuery,
  nameOf: NameOf,
): AssistantQuery | null {
  const query = withoutImplied(written)
  if (![query.filter, query.of ?? {}, ...(query.compare ?? [])].every(endsAfterItBegins)) return null
  const { vocabulary } = deps
  const read = readQuestion(questionOf(query, nameOf), { vocabulary, people, today })
  const isSame = read.leftOut.length === 0 && read.who.unclear.length === 0 && !read.isAhead
  return isSame && read.query && containsAll(read.query, query) ? read.query : null
}

/** Drops the status completed from a lead time, which implies it. */
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

/** Whether `whole` contains all of `part`. Values of a field are alternatives in any order. */
function containsAll(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      whole.length === part.length &&
      part.every((one) => whole.some((other) => containsAll(other, one)))
    )
  if (typeof part === 'string') return typeof whole === 'string' && fold(whole) === fold(part)
  if (typeof part !== 'object' || part === null) return whole === part
  if (typeof whole !== 'object' || whole === null) return false
  return Object.entries(part).every(([key, value]) => containsAll((whole as Record<string, unknown>)[key], value))
}

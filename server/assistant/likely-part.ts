import type { Asking } from './asking.ts'
import type { ReadQuestion } from './reading/read.ts'

/**
 * "Elena's overdue ones": where she asked for none of them, those that she works on, and the other way round for people who
 * never work on any. A part that was said stays.
 */
export async function withLikelyPart({ figures }: Asking, read: ReadQuestion): Promise<ReadQuestion> {
  const { query, who } = read
  const [id, other] = who.unsaid
  const role = (['assignee', 'requester'] as const).find((key) => query?.filter[key]?.join() === id)
  if (!query || id === undefined || other !== undefined || role === undefined) return read
  const part = role === 'assignee' ? 'requester' : 'assignee'
  const { [role]: _, ...rest } = query.filter
  const filter = { ...rest, [part]: [id] }
  // Who has no work just now has none: only who never had any is meant as a requester.
  const own = role === 'assignee' ? { [role]: [id] } : query.filter
  const isOther =
    query.filter[part] === undefined && (await figures.count(own)) === 0 && (await figures.count(filter)) > 0
  return isOther ? { ...read, query: { ...query, filter }, who: { ...who, unsaid: [] } } : read
}

import type { AnswerContext } from './answer-context.ts'
import type { ReadQuestion } from './reading/read.ts'

/**
 * "Elena's overdue ones": if she requested none of them, those assigned to her, and the other way round for people who never
 * have assignments. An explicit role stays.
 */
export async function dropUnlikelyFilters({ figures }: AnswerContext, read: ReadQuestion): Promise<ReadQuestion> {
  const { query, who } = read
  const [id, other] = who.unsaid
  const role = (['assignee', 'requester'] as const).find((key) => query?.filter[key]?.join() === id)
  if (!query || id === undefined || other !== undefined || role === undefined) return read
  const part = role === 'assignee' ? 'requester' : 'assignee'
  const { [role]: _, ...rest } = query.filter
  const filter = { ...rest, [part]: [id] }
  // Ignores the other filters: only a person who never had an assignment is taken as a requester.
  const own = role === 'assignee' ? { [role]: [id] } : query.filter
  const isOther =
    query.filter[part] === undefined && (await figures.count(own)) === 0 && (await figures.count(filter)) > 0
  return isOther ? { ...read, query: { ...query, filter }, who: { ...who, unsaid: [] } } : read
}

import type { QueryFilter } from '../../../shared/assistant/query.ts'
import type { QueryContext } from './query-context.ts'

export const ONLY_MANAGERS =
  'I can’t tell you how the work is spread across people: only managers can see that. I can tell you about your own requests.'

/** Only managers may see how the work is spread across people; everybody sees who works on their own requests. */
export function maySee(
  { actor }: Pick<QueryContext, 'actor'>,
  group: string,
  { requester = [] }: Pick<QueryFilter, 'requester'>,
): boolean {
  const isOfPeople = group === 'assignee' || group === 'requester'
  return !isOfPeople || requester.join() === 'me' || actor.permissions.has('dashboard.view')
}

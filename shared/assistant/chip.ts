import type { AssistantQuery, QueryFilter } from './query.ts'
import { withoutUndefined } from './without-undefined.ts'

/** One part of a query as shown, with the query without it and the queries it can be changed to. */
export interface Chip {
  key: string
  /** "Department" */
  name: string
  /** "Compliance or Operations" */
  value: string
  /** null if nothing would remain to ask */
  without: AssistantQuery | null
  others: { label: string; query: AssistantQuery }[]
}

export function withFilter(query: AssistantQuery, change: Partial<QueryFilter>): AssistantQuery {
  return { ...query, filter: withoutUndefined({ ...query.filter, ...change }) }
}

import { type RawBuilder, sql } from 'kysely'
import type { Group } from '../../../shared/assistant/query.ts'
import type { Matching } from './matching.ts'

export type ValueGroup = Exclude<Group, 'day' | 'week' | 'month' | 'quarter' | 'year'>

interface GroupRow {
  key: string | null
  first: string | null
  last: string | null
  value: number
}

export function asGroup({ key, first, last, value }: GroupRow) {
  return { key, name: first === null || last === null ? null : `${first} ${last}`.trim(), value: Number(value) }
}

/** Limit of groups by person; fields have fewer values. */
const MAX_GROUPS = 2000

export function grouped(
  { from, where }: Matching,
  group: ValueGroup,
  value: RawBuilder<unknown>,
  only: RawBuilder<unknown> = sql`1 = 1`,
): RawBuilder<GroupRow> {
  const none = sql`null as first, null as last`
  if (group === 'assignee' || group === 'requester') {
    const column = group === 'assignee' ? sql.ref('requests.assigned_to_id') : sql.ref('requests.requester_id')
    return sql`select g.key, u.first_name as first, u.last_name as last, g.value from (
        select ${column} as key, ${value} as value from ${from} where ${where} and ${only} group by ${column} limit ${MAX_GROUPS}
      ) as g left join users as u on u.id = g.key`
  }
  if (group === 'type') {
    return sql`select c.development_type as key, ${none}, ${value} as value from ${from}
      left join classifications as c on c.request_number = requests.number where ${where} and ${only} group by c.development_type`
  }
  const column = sql.ref(`requests.${group}`)
  return sql`select ${column} as key, ${none}, ${value} as value from ${from} where ${where} and ${only} group by ${column}`
}

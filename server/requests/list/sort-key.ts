import { type RawBuilder, sql } from 'kysely'
import { FIELDS, STATUS_KEYS } from '../../../shared/requests.ts'
import type { Criteria } from './criteria.ts'
import type { Page } from './page.ts'

export function sortKey(
  { sort, departments: inOrder }: Page,
  { statuses, departments }: Criteria,
): { key: RawBuilder<unknown>; isConstant: boolean } {
  switch (sort) {
    case 'status':
      return placeOf('status', statuses, STATUS_KEYS)
    case 'department':
      return placeOf('department', departments, inOrder)
    case 'title':
      return { key: sql`requests.title_key`, isConstant: false }
    case 'priority':
      return { key: sql`requests.priority_rank`, isConstant: false }
    case 'requestId':
    case 'assignedTo':
      return { key: sql.lit(0), isConstant: true }
    default:
      return { key: sql.ref(`requests.${columnOf(sort)}`), isConstant: false }
  }
}

function columnOf(sort: Page['sort']): string {
  if (sort === 'createdAt') return 'created_at'
  return FIELDS.find(({ name }) => name === sort)?.column ?? 'updated_at'
}

/** A branch with a single value of the sort column has a constant key. */
function placeOf(
  column: string,
  chosen: readonly string[] | null,
  inOrder: readonly string[],
): { key: RawBuilder<unknown>; isConstant: boolean } {
  if (chosen?.length === 1) return { key: sql.lit(inOrder.indexOf(chosen[0]!)), isConstant: true }
  const cases = inOrder.map((value, place) => sql`when ${value} then ${sql.lit(place)}`)
  return { key: sql`case ${sql.ref(`requests.${column}`)} ${sql.join(cases, sql` `)} end`, isConstant: false }
}

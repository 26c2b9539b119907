import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../shared/requests.ts'
import type { Policy } from '../settings/service.ts'

/** The requests a person sees: all (null), or only their own. */
export type Scope = { ownOf: string } | null

/**
 * The single rule of who sees which request, for list, detail, history, comments, search, counts and any other data
 * about requests. Under the policy `own`, people without `requests.viewAll` see the requests they asked for or work on;
 * all others look missing to them.
 */
export function visibleTo(actor: Pick<Actor, 'id' | 'permissions'>, policy: Pick<Policy, 'visibility'>): Scope {
  if (policy.visibility === 'all' || actor.permissions.has('requests.viewAll')) return null
  return { ownOf: actor.id }
}

export function isVisible(scope: Scope, request: { requester_id: string; assigned_to_id: string | null }): boolean {
  return scope === null || request.requester_id === scope.ownOf || request.assigned_to_id === scope.ownOf
}

/**
 * The rule as a condition on a query that has `requests` as `alias`.
 * @param me the person's id: a value, or a placeholder of a prepared query
 */
export function visibleCondition(me: string | Expression<string>, alias = 'requests'): RawBuilder<SqlBool> {
  const table = sql.ref(alias)
  return sql<SqlBool>`(${table}.requester_id = ${me} or ${table}.assigned_to_id = ${me})`
}

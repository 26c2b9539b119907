import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../database/db.ts'

/** Each deletes at most `limit` rows and returns their number. */

export async function deleteIdempotencyKeys(tx: Tx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('idempotency_keys')
    .where(({ refTuple, selectFrom }) => {
      const old = selectFrom('idempotency_keys').select(['user_id', 'route', 'key'])
      return sql<SqlBool>`${refTuple('user_id', 'route', 'key')} in ${old.where('created_at', '<', before).limit(limit)}`
    })
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteSessionsEndedBefore(tx: Tx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', 'in', (row) => row.selectFrom('sessions').select('id').where('expires_at', '<', before).limit(limit))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Suggestions for drafts that never became a request, without any decision. */
export async function deleteUnusedSuggestions(tx: Tx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('suggestions')
    .where('id', 'in', (row) =>
      row
        .selectFrom('suggestions as s')
        .leftJoin('suggestion_decisions as d', 'd.suggestion_id', 's.id')
        .select('s.id')
        .where('s.created_at', '<', before)
        .where('s.request_number', 'is', null)
        .where('d.id', 'is', null)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteLanguageModelCalls(tx: Tx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('language_model_calls')
    .where('id', 'in', (row) =>
      row.selectFrom('language_model_calls').select('id').where('at', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Changes of several accounts, once the people in them are deleted. */
export async function deletePeopleChanges(tx: Tx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('people_change_items')
    .where(({ refTuple, selectFrom }) => {
      const old = selectFrom('people_change_items as item')
        .innerJoin('people_changes as change', 'change.id', 'item.change_id')
        .select(['change_id', 'place'])
      return sql<SqlBool>`${refTuple('change_id', 'place')} in ${old.where('created_at', '<', before).limit(limit)}`
    })
    .executeTakeFirst()
  const deleted = Number(numDeletedRows)
  if (deleted < limit) await tx.deleteFrom('people_changes').where('created_at', '<', before).execute()
  return deleted
}

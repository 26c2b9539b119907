import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

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

/** Read or not. */
export async function deleteNotices(tx: Tx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('notices')
    .where('id', 'in', (row) => row.selectFrom('notices').select('id').where('at', '<', before).limit(limit))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Due dates that nobody is told of again. */
export async function deleteDueNotices(tx: Tx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('due_notices')
    .where(({ refTuple, selectFrom }) => {
      const old = selectFrom('due_notices').select(['request_number', 'code', 'due_date'])
      return sql<SqlBool>`${refTuple('request_number', 'code', 'due_date')} in ${old.where('due_date', '<', before.slice(0, 10)).limit(limit)}`
    })
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Questions that nobody answered. */
export async function deleteOpenQuestions(tx: Tx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('open_questions')
    .where(({ refTuple, selectFrom }) => {
      const old = selectFrom('open_questions').select(['comment_id', 'person_id']).where('at', '<', before)
      return sql<SqlBool>`${refTuple('comment_id', 'person_id')} in ${old.limit(limit)}`
    })
    .executeTakeFirst()
  return Number(numDeletedRows)
}

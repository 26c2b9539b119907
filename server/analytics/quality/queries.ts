import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'

/** Newest rows that are read: enough for every figure on the page. */
const MAX_ROWS = 20_000

/** Decisions, with the creation times of the suggestion and of its request; the latter null for a draft. */
export function decisionsSince(db: Db, since: string) {
  return db.readInWorker(
    db.read
      .selectFrom('suggestion_decisions as d')
      .innerJoin('suggestions as s', 's.id', 'd.suggestion_id')
      .leftJoin('requests as r', 'r.number', 's.request_number')
      .select(['d.field', 'd.outcome', 'd.suggested', 'd.probability', 'd.value', 'd.decided_at'])
      .select(['s.created_at as suggestedAt', 'r.created_at as requestedAt'])
      .where('d.decided_at', '>=', since)
      .orderBy('d.decided_at', 'desc')
      .limit(MAX_ROWS)
      .compile(),
  )
}

/** The creation range of the requests that each model taken into use had learned from; the newest model first. */
export function learntRanges(db: Db) {
  return db.read
    .selectFrom('models')
    .select(['created_at', 'data_from', 'data_to'])
    .where('taken_into_use', '=', 1)
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute()
}

/** Estimates made since `since` for open requests, those of the newest requests, oldest first. */
export async function estimatesOfOpen(db: Db, since: string, limit = MAX_ROWS) {
  const rows = await db.readInWorker(
    estimates(db)
      .where('r.status', 'in', OPEN_STATUSES)
      .where('a.created_at', '>=', since)
      .orderBy('r.number', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit)
      .compile(),
  )
  return rows.reverse()
}

/** Estimates made before completion, for the requests finished last since `since`, oldest first. */
export async function estimatesOfFinished(db: Db, since: string, limit = MAX_ROWS) {
  const rows = await db.readInWorker(
    estimates(db)
      .whereRef('a.created_at', '<', 'r.completed_at')
      .where('r.completed_at', '>=', since)
      .orderBy('r.completed_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit)
      .compile(),
  )
  return rows.reverse()
}

function estimates(db: Db) {
  return (
    db.read
      .selectFrom('requests as r')
      .innerJoin('analyses as a', 'a.request_number', 'r.number')
      .select(['r.number', 'r.department', 'r.created_at', 'r.completed_at', 'a.low_days', 'a.high_days'])
      .select(['a.half_low_days', 'a.half_high_days'])
      // The unit at the time of the estimate. Matched in SQL: the stored analysis is too large to load for one word.
      .select(sql<number>`case when a.result like '%"unit":"working"%' then 1 else 0 end`.as('isWorking'))
  )
}

export function listModels(db: Db, limit: number) {
  return db.read
    .selectFrom('models')
    .select([
      'id',
      'created_at',
      'engine',
      'engine_version',
      'taken_into_use',
      'data_from',
      'data_to',
      'learned_from',
      'decisions',
      'scores',
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

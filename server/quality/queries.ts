import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** The newest of these are looked at: enough for any figure on the page. */
const MOST = 20_000

/** What people decided, with the moment of the suggestion and the request that it is about, if it had become one by then. */
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
      .limit(MOST)
      .compile(),
  )
}

/** Which requests each model in use had learned from, by their creation; the newest model first. */
export function learntRanges(db: Db) {
  return db.read
    .selectFrom('models')
    .select(['created_at', 'data_from', 'data_to'])
    .where('taken_into_use', '=', 1)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

/** What is open, the newest requests, with every estimate that was made of each since then, oldest first. */
export async function estimatesOfOpen(db: Db, since: string, most = MOST) {
  const rows = await db.readInWorker(
    estimates(db)
      .where('r.status', 'in', ['pending', 'in_progress'])
      .where('a.created_at', '>=', since)
      .orderBy('r.number', 'desc')
      .orderBy('a.id', 'desc')
      .limit(most)
      .compile(),
  )
  return rows.reverse()
}

/** What was finished last since then, with every estimate that was made of each before it was, oldest first. */
export async function estimatesOfFinished(db: Db, since: string, most = MOST) {
  const rows = await db.readInWorker(
    estimates(db)
      .whereRef('a.created_at', '<', 'r.completed_at')
      .where('r.completed_at', '>=', since)
      .orderBy('r.completed_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(most)
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
      // The unit is the office's at that time; the stored analysis is too large to be read for a word.
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

import type { Db } from '../../database/db.ts'

/** The newest of these are looked at: enough for any figure on the page. */
const MOST = 20_000

export function decisionsSince(db: Db, since: string) {
  return db.readSlowly(
    db.read
      .selectFrom('suggestion_decisions')
      .select(['field', 'outcome', 'suggested', 'probability', 'value', 'decided_at'])
      .where('decided_at', '>=', since)
      .orderBy('decided_at', 'desc')
      .limit(MOST)
      .compile(),
  )
}

/** What was finished since then, with every estimate that was made before it was, oldest first. */
export function estimatesOfFinished(db: Db, since: string) {
  return db.readSlowly(
    db.read
      .selectFrom('requests as r')
      .innerJoin('analyses as a', 'a.request_number', 'r.number')
      .select(['r.number', 'r.department', 'r.created_at', 'r.completed_at', 'a.low_days', 'a.high_days'])
      .whereRef('a.created_at', '<', 'r.completed_at')
      .where('r.completed_at', '>=', since)
      .orderBy('r.completed_at')
      .orderBy('a.id')
      .limit(MOST)
      .compile(),
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
      'lessons',
      'decisions',
      'scores',
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

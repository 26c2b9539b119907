import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** A fair queue for people's jobs: the first of each person, then the second of each. Jobs without a person have turn 0. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`alter table jobs add column turn integer not null default 0`)
  await run(`alter table jobs add column person_id ${engine === 'postgres' ? 'text collate "C"' : 'text'}`)
  await run(`drop index jobs_waiting`)
  const waits = 'finished_at is null and dead_at is null'
  await run(`create index jobs_waiting on jobs (turn, run_at, id) where ${waits}`)
  await run(`create index jobs_of_person on jobs (kind, person_id, turn) where person_id is not null and ${waits}`)
}

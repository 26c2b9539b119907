import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

const KEYS = {
  request_counts: 'status, department, priority',
  person_counts: 'kind, user_id, status',
  day_counts: 'kind, day',
}

/** Spreads each counter over several rows, so that writers on PostgreSQL do not wait for each other's commits. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  for (const [table, key] of Object.entries(KEYS)) {
    if (engine === 'postgres') {
      await run(`alter table ${table} add column slot smallint not null default 0, drop constraint ${table}_pkey,
        add primary key (${key}, slot)`)
      continue
    }
    const columns = key.split(', ').map((column) => `${column} text not null`)
    await run(`alter table ${table} rename to former_counts`)
    await run(`create table ${table} (${columns.join(', ')}, slot integer not null default 0,
      count bigint not null default 0, primary key (${key}, slot))`)
    await run(`insert into ${table} (${key}, count) select ${key}, count from former_counts`)
    await run('drop table former_counts')
  }
}

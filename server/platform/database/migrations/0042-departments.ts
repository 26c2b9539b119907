import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** The departments that the first version had hard-coded. */
const FIRST = [
  ['it', 'IT Development'],
  ['data', 'Data Management'],
  ['security', 'Cybersecurity'],
  ['operations', 'Operations'],
  ['compliance', 'Compliance'],
] as const

/** Departments become data. Requests, counters and suggestions have always stored their keys. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  const instant = sql.raw(engine === 'postgres' ? 'timestamptz(3)' : 'text')
  await sql`create table departments (
    key ${key} not null primary key, name text not null, name_key ${key} not null unique, position integer not null,
    retired_at ${instant}, successor ${key} references departments (key), created_at ${instant} not null)`.execute(db)
  const now = new Date().toISOString()
  for (const [position, [id, name]] of FIRST.entries()) {
    await sql`insert into departments (key, name, name_key, position, created_at)
      values (${id}, ${name}, ${name.toLowerCase()}, ${position}, ${now})`.execute(db)
  }
}

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Roles become editable and new ones can be added: a description, and a version for optimistic locking. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql`alter table roles add column description text not null default ''`.execute(db)
  await sql`alter table roles add column version integer not null default 1`.execute(db)
}

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Roles can be changed and added: each says what it is for, and which version of it an editor has seen. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql`alter table roles add column description text not null default ''`.execute(db)
  await sql`alter table roles add column version integer not null default 1`.execute(db)
}

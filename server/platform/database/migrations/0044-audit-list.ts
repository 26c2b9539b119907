import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

const INDICES = {
  audit_log_by_actor: 'actor_id, id',
  audit_log_by_target: 'target_id, id',
  audit_log_by_action: 'action, id',
  audit_log_by_at: 'at',
}

/** Stores the client address of each entry, and indexes the log by person, target, action and time. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table audit_log add column address text').execute(db)
  for (const [name, columns] of Object.entries(INDICES))
    await sql.raw(`create index ${name} on audit_log (${columns})`).execute(db)
}

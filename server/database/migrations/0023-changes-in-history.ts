import { type Kysely, sql } from 'kysely'

/** Who changed a request last is found without reading all its comments' entries, which change no field. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index history_changes on request_history (request_number, id) where field is not null`.execute(db)
}

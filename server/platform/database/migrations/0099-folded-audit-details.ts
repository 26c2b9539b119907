import { type Kysely, sql } from 'kysely'
import { foldedDetails } from '../folded-details.ts'
import type { Engine } from '../db.ts'

/** Rows read at once: their longest details fit into a few megabytes. */
const BATCH_SIZE = 500
/** Details of plain ASCII, nearly all, are folded by the databases' own `lower`. */
const UNUSUAL = {
  sqlite: sql<boolean>`details glob '*[^ -_a-~]*'`,
  postgres: sql<boolean>`details collate "C" ~ '[^ -_a-~]'`,
}

/** Stores folded details beside those that the chain covers, so that a search finds them in every spelling. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`alter table audit_log add column folded_details text`.execute(db)
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; details: string }>`select id, details from audit_log
      where id > ${after} and ${UNUSUAL[engine]} order by id limit ${BATCH_SIZE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    await foldAll(db, rows)
    after = Number(last.id)
  }
}

async function foldAll(db: Kysely<unknown>, rows: readonly { id: number; details: string }[]) {
  const values = rows.flatMap(({ id, details }) => {
    const folded = foldedDetails(details)
    return folded === null ? [] : [sql`(cast(${id} as bigint), ${folded})`]
  })
  if (values.length === 0) return
  await sql`update audit_log set folded_details = folded.column2
    from (values ${sql.join(values)}) as folded where audit_log.id = folded.column1`.execute(db)
}

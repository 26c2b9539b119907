import { sql } from 'kysely'
import { fullName } from '../../../shared/people.ts'
import { chainKeyFrom } from '../../audit/chain.ts'
import { AuditSealer } from '../../audit/seal.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import { applyMigrations } from '../../platform/database/migrate.ts'
import { RESTORING } from '../../platform/jobs/hold.ts'
import { takeOver } from '../complete.ts'
import { formerOnPostgres } from '../former.ts'
import { isAlone, moveTables, newSchema, tablesOf } from '../schemas.ts'
import type { KeyedPlace } from '../keyed-place.ts'
import { failedLine, restoredLine } from './lines.ts'
import { preparedSchema } from './names.ts'
import { findRestoring, type Restoring, storeFailed } from './restoring.ts'

/** A name of its own: servers that start together wait for one another, and must not take each other for running ones. */
const NAME = 'rfd restore'
const NOT_ALONE = 'A prepared restore waits: it takes place at a start while no other server runs on this database.'

/** In one transaction, in which the tables of both offices change their schemas. */
export async function switchPostgres(place: KeyedPlace, databaseUrl: string): Promise<string | undefined> {
  const { openPostgres } = await import('../../platform/database/postgres/postgres.ts')
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', NAME)
  const db = openPostgres(url.href, { withoutTimeouts: true, rateLimits: false })
  try {
    return await switchOver(db, place)
  } finally {
    await db.close()
  }
}

async function switchOver(db: Db, place: KeyedPlace): Promise<string | undefined> {
  const sealer = new AuditSealer(chainKeyFrom(place.secretKey))
  let restoring: Restoring | undefined
  try {
    const isDone = await db.write(async (tx) => {
      await lockByName(tx, RESTORING)
      restoring = await findPrepared(tx)
      if (!restoring || !(await isAlone(tx))) return false
      await switchSchemas(tx, place, restoring)
      while ((await sealer.seal(tx)) > 0);
      return true
    })
    if (!isDone) return restoring && NOT_ALONE
    return restoredLine(restoring!.takenAt)
  } catch (error) {
    if (!restoring) throw error
    const { takenAt, token } = restoring
    const detail = error instanceof Error ? error.message : String(error)
    await db.write(async (tx) => {
      await storeFailed(tx, { takenAt, code: 'not-switched', detail, at: new Date().toISOString() })
      await sql`drop schema if exists ${sql.id(preparedSchema(token))} cascade`.execute(tx)
    })
    return failedLine(detail)
  }
}

async function findPrepared(tx: Tx): Promise<Restoring | undefined> {
  if (!(await tablesOf(tx)).includes('settings')) return undefined
  const restoring = await findRestoring(tx)
  return restoring?.state === 'prepared' ? restoring : undefined
}

async function switchSchemas(tx: Tx, place: KeyedPlace, { token, askedBy }: Restoring): Promise<void> {
  const former = await formerOnPostgres(tx, place.dataDir)
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(tx)
  const [own, prepared] = [rows[0]!.name, preparedSchema(token)]
  await moveTables(tx, { to: await newSchema(tx, `before_restore_${Date.now()}`) })
  await moveTables(tx, { from: prepared, to: own })
  await sql`drop schema ${sql.id(prepared)}`.execute(tx)
  // It may have been prepared by an earlier version.
  await applyMigrations(tx, 'postgres')
  await takeOver(tx, () => new Date(), { ...former, askedBy: fullName(askedBy) })
}

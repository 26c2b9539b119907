import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { BEGINNING, chainKeyFrom } from '../audit/chain.ts'
import { NOTE_FILE, writeNote } from '../audit/head-note.ts'
import { AuditSealer, lastEntry } from '../audit/seal.ts'
import { record } from '../audit/service.ts'
import { ConfigError } from '../config-error.ts'
import type { BucketSettings } from '../files/bucket-client.ts'
import type { Db, Tx } from '../database/db.ts'
import { reserveNumbers } from '../database/dialect.ts'
import { applyMigrations } from '../database/migrate.ts'
import { DATABASE_FILE } from '../database/open.ts'
import { lockDataFolder } from '../database/sqlite/lock.ts'
import { openSqlite } from '../database/sqlite/sqlite.ts'
import { openFiles } from '../files/open.ts'
import { rebuildCounters } from '../requests/counters/rebuild.ts'
import { Settings } from '../settings/service.ts'
import { loadInto, type Loader, loadSqlite } from './load.ts'
import type { Key } from './lock.ts'
import { BackupProblem } from './problem.ts'
import { prove } from './prove.ts'
import { type ReadArchive, readArchive, type Reading } from './read.ts'

/** Where an office is restored. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
  bucket: BucketSettings | undefined
  /** SECRET_KEY of the environment */
  givenKey: string | undefined
}
type KeyedPlace = Place & { secretKey: Buffer }

interface Options {
  replaces: boolean
  keepsKey: boolean
  tell(line: string): void
}

const KEY_FILE = 'secret-key'
const LOST =
  'Without its key stored passwords of other services cannot be read, links that were sent do not open, and earlier entries of the audit log cannot be checked.'
/** The place where a restored database is built before it takes the place of the old one. */
const NEW_PLACE = 'restoring'

/**
 * Restores a backup into the office of this environment, on either engine. The file is proven first; until the last
 * step the place is as it was.
 * @throws BackupProblem when the file is damaged, the key does not fit, a server runs, or the place is not empty
 */
export async function restore(path: string, key: Key, place: Place, options: Options): Promise<ReadArchive> {
  const { dataDir } = place
  if (!existsSync(dataDir)) await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(dataDir)
  try {
    await checkPlace(dataDir, options)
    const archive = await prove(path, key, keyAtHand(place))
    if (archive.doubt !== undefined) options.tell(`The backup is not proven: ${archive.doubt}.`)
    const chosen = (await chooseKey(path, key, place, { archive, options })) ?? randomBytes(32).toString('hex')
    const keyed = { ...place, secretKey: Buffer.from(chosen) }
    if (!place.databaseUrl) await restoreSqlite(path, key, keyed, () => keepKey(place, chosen))
    else {
      await restorePostgres(path, key, keyed, place.databaseUrl, options)
      await keepKey(place, chosen)
    }
    return archive
  } finally {
    lock.release()
  }
}

async function checkPlace(dataDir: string, { replaces }: Options): Promise<void> {
  if (replaces) return
  const isTaken = existsSync(join(dataDir, DATABASE_FILE)) || (await hasFiles(join(dataDir, 'files')))
  if (isTaken) throw new BackupProblem(`${dataDir} is not empty. Choose another DATA_DIR, or add --replace.`)
}

async function hasFiles(folder: string): Promise<boolean> {
  return readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  )
}

function keyAtHand({ dataDir, givenKey }: Place): Buffer | undefined {
  if (givenKey) return Buffer.from(givenKey)
  const file = join(dataDir, KEY_FILE)
  return existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim()) : undefined
}

/** The key of the restored office: that of the backup, unless the one at hand is the same or is to be kept. */
async function chooseKey(
  path: string,
  key: Key,
  place: Place,
  { archive, options }: { archive: ReadArchive; options: Options },
): Promise<string | undefined> {
  const atHand = keyAtHand(place)?.toString('utf8')
  if (atHand !== undefined && chainKeyFrom(Buffer.from(atHand)).id === archive.header.keyId) return atHand
  if (!archive.hasSecretKey) {
    if (!options.keepsKey)
      throw new BackupProblem(
        `carries no key, and the key at hand is not the office’s. ${LOST} Set the office’s own SECRET_KEY, or add --keep-key to restore all the same`,
      )
    options.tell(LOST)
    return atHand
  }
  if (options.keepsKey) {
    options.tell(LOST)
    return atHand
  }
  if (place.givenKey)
    throw new ConfigError('SECRET_KEY is not that of the backup. Leave it out to use the backup’s, or add --keep-key.')
  let stored: string | undefined
  await readArchive(path, key, {
    secretKey: async (bytes) => {
      stored = bytes.toString('utf8')
    },
  })
  return stored
}

/** Stores the key where the server reads it, unless it comes from the environment. A former one is kept beside it. */
async function keepKey({ dataDir, givenKey }: Place, secretKey: string): Promise<void> {
  if (givenKey) return
  const file = join(dataDir, KEY_FILE)
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8').trim() === secretKey) return
    await rename(file, `${file}.before-restore-${Date.now()}`)
  }
  await writeFile(file, secretKey, { mode: 0o600, flush: true })
}

async function restoreSqlite(
  path: string,
  key: Key,
  config: KeyedPlace,
  beforeSwitch: () => Promise<void>,
): Promise<void> {
  const place = join(config.dataDir, NEW_PLACE)
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { mode: 0o700 })
  const fresh = join(place, DATABASE_FILE)
  const sealer = new AuditSealer(chainKeyFrom(config.secretKey))
  let loader: Loader | undefined
  const archive = await readArchive(path, key, {
    header: async (header) => {
      loader = await loadSqlite(fresh, header)
    },
    rows: async (table, rows) => loader!.rows(table, rows),
    file: storing(config),
  })
  await loader!.end()
  const db = await openSqlite(fresh, (tx) => sealer.seal(tx))
  try {
    await db.migrate()
    await db.write((tx) => complete(tx, db, archive))
    await noteHead(db, sealer, config)
  } finally {
    await db.close()
  }
  await beforeSwitch()
  await switchTo(fresh, config.dataDir)
  await rm(place, { recursive: true, force: true })
}

/** Puts the new database in the place of the old one, in one step; the old one is kept beside it. */
async function switchTo(fresh: string, dataDir: string): Promise<void> {
  withoutJournal(fresh)
  const current = join(dataDir, DATABASE_FILE)
  if (existsSync(current)) {
    // A log left beside a new database would be applied to it.
    withoutJournal(current)
    await link(current, join(dataDir, `rfd.before-restore-${Date.now()}.sqlite`))
  }
  await chmod(fresh, 0o600)
  await rename(fresh, current)
}

function withoutJournal(file: string): void {
  const raw = new Database(file)
  raw.pragma('wal_checkpoint(TRUNCATE)')
  raw.pragma('journal_mode = DELETE')
  raw.close()
}

/** All in one transaction: a failed restore leaves the database as it was. */
async function restorePostgres(
  path: string,
  key: Key,
  config: KeyedPlace,
  databaseUrl: string,
  { replaces }: Options,
): Promise<void> {
  const { openPostgres } = await import('../database/postgres/postgres.ts')
  const db = openPostgres(databaseUrl, { withoutTimeouts: true, rateLimits: false })
  const sealer = new AuditSealer(chainKeyFrom(config.secretKey))
  try {
    await db.write(async (tx) => {
      await checkAlone(tx)
      await emptyPlace(tx, replaces)
      let loader: Loader | undefined
      const archive = await readArchive(path, key, {
        header: async ({ migrations, tables }) => {
          await applyMigrations(tx, 'postgres', migrations)
          for (const { name } of tables.toReversed()) await tx.deleteFrom(name).execute()
          loader = loadInto(tx)
        },
        rows: async (table, rows) => loader!.rows(table, rows),
        file: storing(config),
      })
      await continueIdentities(tx)
      await applyMigrations(tx, 'postgres')
      await complete(tx, db, archive)
    })
    await sealer.sealAll(db)
    await noteHead(db, sealer, config)
  } finally {
    await db.close()
  }
}

async function checkAlone(tx: Tx): Promise<void> {
  const { rows } = await sql<{ others: number }>`select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = 'rfd' and pid <> pg_backend_pid()`.execute(tx)
  if (rows[0]!.others > 0) throw new BackupProblem('DATABASE_URL is in use by a running server. Stop that first.')
}

async function emptyPlace(tx: Tx, replaces: boolean): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(tx)
  if (rows.length === 0) return
  if (!replaces)
    throw new BackupProblem('DATABASE_URL names a database that is not empty. Choose another, or add --replace.')
  for (const { name } of rows) await sql`drop table ${sql.ref(name)} cascade`.execute(tx)
  await sql`drop sequence if exists request_numbers`.execute(tx)
}

/** Rows were loaded with their numbers; the next ones must follow them. */
async function continueIdentities(tx: Tx): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(tx)
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(tx)
  }
}

function storing(config: Place): NonNullable<Reading['file']> {
  const files = openFiles(config)
  return (key, size, content) => files.put(key, content, size)
}

/** What a restored office needs beyond its rows. */
async function complete(tx: Tx, db: Db, { header, manifest }: ReadArchive): Promise<void> {
  const clock = () => new Date()
  const policy = await new Settings({ db: { ...db, read: tx }, clock, demo: false }).policy()
  await reserveNumbers(tx, header.highestNumber)
  await rebuildCounters(tx, policy.timeZone)
  // The processes that held them are gone.
  await tx
    .updateTable('jobs')
    .set({ lease_until: null })
    .where('finished_at', 'is', null)
    .where('dead_at', 'is', null)
    .execute()
  // They may have gone out already, after the backup was made.
  await tx
    .updateTable('mails')
    .set({ state: 'dropped', reason: 'restored', settled_at: clock().toISOString() })
    .where('state', '=', 'waiting')
    .execute()
  await record(tx, clock, {
    actorId: null,
    action: 'backup.restored',
    details: { madeAt: header.madeAt, from: header.engine, requests: manifest.tables.requests?.rows ?? 0 },
  })
}

/** The log is watched from its new end on: that it is an older one is no alarm. */
async function noteHead(db: Db, { key }: AuditSealer, { dataDir }: Place): Promise<void> {
  if (!key) return
  const [last] = await lastEntry(db.read, {})
  const head = { entries: last?.seq ?? 0, hash: last?.hash ?? BEGINNING }
  await writeNote(join(dataDir, NOTE_FILE), key, { ...head, notedAt: new Date().toISOString(), found: null })
}

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chainKeyFrom } from '../audit/chain.ts'
import { AuditSealer } from '../audit/seal.ts'
import { ConfigError } from '../platform/config-error.ts'
import type { Tx } from '../platform/database/db.ts'
import { DATABASE_FILE } from '../platform/database/open.ts'
import { lockDataFolder } from '../platform/database/sqlite/lock.ts'
import type { BucketSettings } from '../platform/files/bucket-client.ts'
import { takeOver } from './complete.ts'
import { type Former, formerOnPostgres, formerOnSqlite, withStoreNote } from './former.ts'
import { headNoter } from './head-noter.ts'
import type { BackupFile } from './backup-file.ts'
import type { Key } from './lock.ts'
import type { KeyedPlace } from './keyed-place.ts'
import { loadOffice, loadOfficeInto, newPlace } from './load-office.ts'
import { beginOffice, switchTo } from './place-sqlite.ts'
import { loadMoment, type WantedMoment } from './point-in-time/load-moment.ts'
import { BackupProblem } from './problem.ts'
import { type Proof, prove } from './prove.ts'
import type { ReadArchive } from './read.ts'
import { isAlone, moveTables, newSchema, tablesOf } from './schemas.ts'

/** Where an office is restored. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
  bucket: BucketSettings | undefined
  /** SECRET_KEY of the environment */
  givenKey: string | undefined
}

interface Options {
  replaces: boolean
  keepsKey: boolean
  /** a moment to restore from segments; undefined: what the backup holds */
  moment?: WantedMoment | undefined
  tell(line: string): void
}

const clock = () => new Date()
const KEY_FILE = 'secret-key'
const LOST =
  'Without its key stored passwords of other services cannot be read, links that were sent do not open, and earlier entries of the audit log cannot be checked.'
const ONLY_SQLITE =
  'Segments restore into SQLite. Leave out DATABASE_URL, then make a backup of that office and restore it into PostgreSQL.'
/** The place where a restored database is built before it takes the place of the old one. */
export const NEW_PLACE = 'restoring'

/**
 * Restores a backup into the office of this environment, on either engine. The file is proven first; until the last
 * step the place is as it was.
 * @throws BackupProblem when the file is damaged, the key does not fit, a server runs, or the place is not empty
 */
export async function restore(backup: BackupFile, key: Key, place: Place, options: Options): Promise<ReadArchive> {
  const { dataDir } = place
  if (options.moment && place.databaseUrl) throw new ConfigError(ONLY_SQLITE)
  if (!existsSync(dataDir)) await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(dataDir)
  try {
    await checkPlace(dataDir, options)
    const archive = await prove(backup, key, keyAtHand(place))
    if (archive.doubt !== undefined) options.tell(`The backup is not proven: ${archive.doubt}.`)
    const chosen = chooseKey(place, archive, options) ?? randomBytes(32).toString('hex')
    const keyed = { ...place, secretKey: Buffer.from(chosen) }
    if (place.databaseUrl) {
      await restorePostgres(backup, key, { ...keyed, databaseUrl: place.databaseUrl }, options)
      await keepKey(place, chosen)
      return archive
    }
    return await restoreSqlite(backup, key, keyed, { archive, options, beforeSwitch: () => keepKey(place, chosen) })
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
function chooseKey(place: Place, archive: Proof, options: Options): string | undefined {
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
  return archive.secretKey?.toString('utf8')
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

/** @returns what was restored */
async function restoreSqlite(
  backup: BackupFile,
  key: Key,
  place: KeyedPlace,
  { archive, options, beforeSwitch }: { archive: ReadArchive; options: Options; beforeSwitch: () => Promise<void> },
): Promise<ReadArchive> {
  const { dataDir } = place
  const folder = join(dataDir, NEW_PLACE)
  const fresh = join(folder, DATABASE_FILE)
  let restored = archive
  try {
    if (options.moment) {
      await newPlace(folder)
      restored = await loadMoment(backup, key, options.moment, { archive, fresh, place, tell: options.tell })
    } else await loadOffice(backup, key, place, folder)
    const former = await withStoreNote(formerOnSqlite(dataDir), place)
    const note = await beginOffice(fresh, place, former)
    // Without a former office there must be a note at the first start; otherwise the log itself says that it was replaced.
    if (!existsSync(join(dataDir, DATABASE_FILE))) await note()
    await beforeSwitch()
    await switchTo(fresh, dataDir)
    await note()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return restored
}

/** All in one transaction: a failed restore leaves the database as it was. */
async function restorePostgres(
  backup: BackupFile,
  key: Key,
  place: KeyedPlace & { databaseUrl: string },
  { replaces }: Options,
): Promise<void> {
  const { openPostgres } = await import('../platform/database/postgres/postgres.ts')
  const db = openPostgres(place.databaseUrl, { withoutTimeouts: true, rateLimits: false })
  const sealer = new AuditSealer(chainKeyFrom(place.secretKey))
  try {
    await db.write(async (tx) => {
      await checkAlone(tx)
      const former = await withStoreNote(await setAside(tx, place.dataDir, replaces), place)
      await loadOfficeInto(tx, db, { backup, key, place })
      await takeOver(tx, clock, former)
    })
    await sealer.sealAll(db)
    await (
      await headNoter(db, sealer, place)
    )()
  } finally {
    await db.close()
  }
}

async function checkAlone(tx: Tx): Promise<void> {
  if (!(await isAlone(tx))) throw new BackupProblem('DATABASE_URL is in use by a running server. Stop that first.')
}

/** Moves the tables of the former office out of the way. @returns what the restored one takes over from it */
async function setAside(tx: Tx, dataDir: string, replaces: boolean): Promise<Former> {
  const tables = await tablesOf(tx)
  if (tables.length === 0) return formerOnSqlite(dataDir)
  if (!replaces)
    throw new BackupProblem('DATABASE_URL names a database that is not empty. Choose another, or add --replace.')
  const former = tables.includes('backups') ? await formerOnPostgres(tx, dataDir) : formerOnSqlite(dataDir)
  await moveTables(tx, { to: await newSchema(tx, `before_restore_${Date.now()}`) })
  return former
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './platform/config-error.ts'
import { readConfig } from './config.ts'
import type { Db } from './platform/database/db.ts'
import { DATABASE_FILE, openDatabase } from './platform/database/open.ts'
import { openPostgres } from './platform/database/postgres/postgres.ts'
import { openSqlite } from './platform/database/sqlite/sqlite.ts'
import { AUDIT_DAMAGE } from '../shared/audit.ts'
import { acceptLog } from './audit/accept.ts'
import { chainKeyFrom } from './audit/chain.ts'
import { LogDigest } from './audit/digest.ts'
import { NOTE_FILE, readNote } from './audit/head-note.ts'
import { damageByHead } from './audit/log-check.ts'
import { isReplacedSince } from './audit/replaced.ts'
import { AuditSealer } from './audit/seal.ts'
import { isSame, readStoredHead, type StoredHead } from './audit/stored-head.ts'
import { type Damage, type Head, type Verdict, verify } from './audit/verify.ts'

const NOT_INTACT: Record<Damage, string> = {
  altered: 'was altered',
  removed: 'is missing',
  swapped: 'is another one than was written there',
  rewritten: 'is not as it was: it, or what it follows, was rewritten',
  forged: 'was made without the key',
  cut: 'is missing, and so is all that followed: the end of the log was cut off',
  emptied: 'is missing, like all others: the log was emptied',
  restored: 'is missing, and so is all that followed: the database is an older copy than the note beside it',
}

/**
 * `npm run audit:verify`: checks the log of DATA_DIR or DATABASE_URL, also while the server runs. With `--accept`, it has
 * the log watched anew from its present end.
 * @returns the exit code
 */
async function main(options: string[]): Promise<number> {
  const isAccepting = options.join() === '--accept'
  if (options.length > 0 && !isAccepting) throw new ConfigError('Usage: npm run audit:verify [-- --accept]')
  const { DATA_DIR = './data', DATABASE_URL } = process.env
  // Checked first: reading the configuration would create a missing folder and key.
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, DATABASE_FILE))) {
    throw new ConfigError(`There is no database in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL as for the server.`)
  }
  const { databaseUrl, dataDir, secretKey } = readConfig(process.env)
  const sealer = new AuditSealer(chainKeyFrom(secretKey))
  return isAccepting
    ? accept({ databaseUrl, dataDir }, sealer)
    : check(databaseUrl ? openPostgres(databaseUrl) : await openSqlite(join(dataDir, DATABASE_FILE)), dataDir, sealer)
}

/** Opens the database like a server, so that none can run beside it on SQLite. */
async function accept(where: { databaseUrl: string | undefined; dataDir: string }, sealer: AuditSealer) {
  const db = await openDatabase({ ...where, beforeCommit: (tx) => sealer.seal(tx) })
  try {
    const entries = await acceptLog(db, sealer, () => new Date(), join(where.dataDir, NOTE_FILE))
    console.log(`The log is watched anew from entry ${entries} on. This is in the audit log.`)
    return 0
  } finally {
    await db.close()
  }
}

async function check(db: Db, dataDir: string, { key }: AuditSealer): Promise<number> {
  if (!key) throw new ConfigError('There is no SECRET_KEY.')
  try {
    const read = await readNote(join(dataDir, NOTE_FILE), key)
    const isCurrent = read.state === 'noted' && !(await isReplacedSince(db.read, key, read.note))
    const note = isCurrent ? read.note : null
    const verdict = await verify(db, { key, noted: note })
    const { stored, last } = await readStoredHead(db.read, key)
    const broken = verdict.intact ? await brokenByHead(db, stored, last) : namedBy(verdict, stored, last)
    if (broken) return tell(`NOT INTACT. Entry ${broken.brokenAt} ${NOT_INTACT[broken.damage]}.`)
    const isVouched = read.state === 'other-key' || (db.engine === 'postgres' && stored.state === 'noted')
    if (read.state === 'damaged' || stored.state === 'damaged')
      return tell(`NOT INTACT. ${AUDIT_DAMAGE['note-damaged']}.`)
    if (read.state === 'missing' && last && !isVouched) return tell(`NOT INTACT. ${AUDIT_DAMAGE['note-missing']}.`)
    if (note?.found) return tell(`NOT INTACT on ${note.found.foundAt}: ${AUDIT_DAMAGE[note.found.damage]}.`)
    return verdict.intact ? await report(db, verdict, note) : 1
  } finally {
    await db.close()
  }
}

function tell(finding: string): number {
  console.log(`${finding}\nOnce this is explained, stop the server and run: npm run audit:verify -- --accept`)
  return 1
}

type Broken = { damage: Damage; brokenAt: number }

/** A log that ends where its own head does, but before the note, is an older copy. */
function namedBy({ damage, brokenAt }: Broken, stored: StoredHead, last: Head | undefined): Broken {
  const isOlder = damage === 'cut' && stored.state === 'noted' && last !== undefined && isSame(stored, last)
  return { damage: isOlder ? 'restored' : damage, brokenAt }
}

async function brokenByHead(db: Db, stored: StoredHead, last: Head | undefined): Promise<Broken | undefined> {
  const damage = damageByHead(stored, last)
  if (!damage || stored.state === 'missing' || stored.state === 'damaged') return undefined
  if (damage !== 'rewritten') return { damage, brokenAt: (last?.entries ?? 0) + 1 }
  const there = db.read.selectFrom('audit_log').select('hash').where('seq', '=', stored.entries)
  return (await there.executeTakeFirst())?.hash === stored.hash ? undefined : { damage, brokenAt: stored.entries }
}

async function report(db: Db, verdict: Verdict & { intact: true }, note: Head | null): Promise<number> {
  const { entries, uncheckedContents, unsealed } = verdict
  console.log(`Intact: ${entries} entries. Digest: ${(await new LogDigest(db).now()).digest}`)
  console.log(
    note
      ? `The note beside the database knows the first ${note.entries} of them.`
      : 'There is no note of this key in the data folder; the database’s own head agrees.',
  )
  if (uncheckedContents > 0) console.log(`${uncheckedContents} are of another key: only their order was checked.`)
  if (unsealed > 0) console.log(`${unsealed} more wait to be sealed.`)
  return 0
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 2
  },
)

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../server/config.ts'
import type { Db } from '../../server/platform/database/db.ts'
import { lockDataFolder } from '../../server/platform/database/sqlite/lock.ts'
import { DATABASE_FILE, openDatabase } from '../../server/platform/database/open.ts'
import { insertRow } from '../../server/people/departments/queries.ts'
import { isEmptyOffice } from '../../server/demo.ts'
import { hashPassword } from '../../server/people/accounts/passwords.ts'
import { accountOrigin } from '../../server/people/accounts/service.ts'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { fold } from '../../shared/fold.ts'
import type { Wanted } from './arguments.ts'
import { openForFilling } from './bulk-sqlite.ts'
import { fillLargeOffice } from './fill.ts'
import { verifyOffice } from './verify.ts'

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'demoPassword' | 'passwordCost'>
type OnProgress = (stored: number) => void

/**
 * Fills the database of a configuration with a large office and checks that it is consistent.
 * @throws Error with a one-line message when an office exists and `replace` is not set, or real people have accounts in it
 */
export async function makeLargeOffice(config: Where, options: Wanted, onProgress?: OnProgress): Promise<void> {
  const passwordHash = await hashPassword(config.demoPassword, config.passwordCost)
  if (config.databaseUrl) await fillPostgres(config.databaseUrl, options, passwordHash, onProgress)
  else await fillSqlite(config.dataDir, options, passwordHash, onProgress)
}

/** The new file replaces the old one once it is complete: an interrupted run leaves everything as it was. */
async function fillSqlite(
  dataDir: string,
  options: Wanted,
  passwordHash: string,
  onProgress?: OnProgress,
): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const target = join(dataDir, DATABASE_FILE)
  if (existsSync(target)) await refuseOffice({ dataDir }, options)
  const folder = mkdtempSync(join(dataDir, '.filling-'))
  try {
    const file = join(folder, DATABASE_FILE)
    const db = await openForFilling(file)
    try {
      await fillLargeOffice(db, options, passwordHash, onProgress)
      db.buildIndices()
      await expectConsistent(db, options.today)
    } finally {
      await db.close()
    }
    // Fails while a server uses the folder: its database must not be replaced under it.
    const lock = lockDataFolder(dataDir)
    try {
      for (const rest of ['-wal', '-shm']) rmSync(target + rest, { force: true })
      renameSync(file, target)
    } finally {
      lock.release()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fillPostgres(
  databaseUrl: string,
  options: Wanted,
  passwordHash: string,
  onProgress?: OnProgress,
): Promise<void> {
  await refuseOffice({ dataDir: '', databaseUrl }, options)
  const db = await openDatabase({ dataDir: '', databaseUrl, withoutTimeouts: true })
  try {
    if (options.replace) await clear(db)
    await fillLargeOffice(db, options, passwordHash, onProgress)
    // Without statistics the planner works blindly until the next autovacuum.
    await db.write(async (tx) => {
      await sql`analyze`.execute(tx)
    })
    await expectConsistent(db, options.today)
  } finally {
    await db.close()
  }
}

async function refuseOffice(where: { dataDir: string; databaseUrl?: string }, { replace }: Wanted): Promise<void> {
  // Opening locks the folder, so this also refuses a folder that a server is using.
  const place = where.databaseUrl ? 'the database behind DATABASE_URL' : where.dataDir
  const db = await openDatabase(where)
  try {
    if (await isEmptyOffice(db.read)) return
    const accounts = await accountOrigin(db)
    if (accounts === 'office' || accounts === 'both') {
      throw new Error(`The office in ${place} has accounts of real people: a seed never replaces it.`)
    }
    if (replace) return
  } finally {
    await db.close()
  }
  throw new Error(`There is an office in ${place} already. With --replace everything in it is thrown away.`)
}

/** Empties everything but the migrations and the roles; restores the initial departments. */
async function clear(db: Db): Promise<void> {
  await db.write(async (tx) => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'
        and table_name not in ('migrations', 'roles')`.execute(tx)
    await sql`truncate table ${sql.join(rows.map(({ name }) => sql.table(name)))} restart identity`.execute(tx)
    await sql`select setval('request_numbers', 1, false)`.execute(tx)
    const created_at = new Date().toISOString()
    for (const [position, { key, name }] of FIRST_DEPARTMENTS.all.entries()) {
      const row = {
        key,
        name,
        name_key: fold(name),
        position,
        created_at,
        retired_at: null,
        successor: null,
        open_to: null,
        people_to: null,
      }
      await insertRow(tx, row)
    }
  })
}

async function expectConsistent(db: Db, today: string): Promise<void> {
  const wrong = await verifyOffice(db, today)
  if (wrong.length > 0) throw new Error(`The office is not consistent:\n${wrong.slice(0, 20).join('\n')}`)
}

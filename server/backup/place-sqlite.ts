import { existsSync } from 'node:fs'
import { chmod, link, rename } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { chainKeyFrom } from '../audit/chain.ts'
import { AuditSealer } from '../audit/seal.ts'
import { DATABASE_FILE } from '../platform/database/open.ts'
import { openSqlite } from '../platform/database/sqlite/sqlite.ts'
import { takeOver } from './complete.ts'
import type { Former } from './former.ts'
import { headNoter } from './head-noter.ts'
import type { KeyedPlace } from './keyed-place.ts'

/** Makes a loaded database the one that follows a former office. @returns notes the head of its audit log */
export async function beginOffice(fresh: string, place: KeyedPlace, former: Former): Promise<() => Promise<void>> {
  const sealer = new AuditSealer(chainKeyFrom(place.secretKey))
  const db = await openSqlite(fresh, (tx) => sealer.seal(tx))
  try {
    // It may have been prepared by an earlier version.
    await db.migrate()
    await db.write((tx) => takeOver(tx, () => new Date(), former))
    return await headNoter(db, sealer, place)
  } finally {
    await db.close()
  }
}

/** Puts the new database in the place of the old one, in one step; the old one is kept beside it. */
export async function switchTo(fresh: string, dataDir: string): Promise<void> {
  withoutJournal(fresh)
  const current = join(dataDir, DATABASE_FILE)
  if (existsSync(current)) {
    const previous = join(dataDir, `rfd.before-restore-${Date.now()}.sqlite`)
    await endJournal(current, previous)
    await link(current, previous)
  }
  await chmod(fresh, 0o600)
  await rename(fresh, current)
}

/** A log left beside a new database would be applied to it. That of a damaged one, which cannot end it, is kept with it. */
async function endJournal(file: string, previous: string): Promise<void> {
  try {
    withoutJournal(file)
  } catch (error) {
    if (!isDamage(error)) throw error
    if (existsSync(`${file}-wal`)) await rename(`${file}-wal`, `${previous}-wal`)
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(NOTADB|CORRUPT)/.test(String(error.code))
}

function withoutJournal(file: string): void {
  const raw = new Database(file)
  raw.pragma('wal_checkpoint(TRUNCATE)')
  raw.pragma('journal_mode = DELETE')
  raw.close()
}

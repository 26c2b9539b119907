import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { fullName } from '../../../shared/people.ts'
import type { Db } from '../../platform/database/db.ts'
import { DATABASE_FILE } from '../../platform/database/open.ts'
import { lockDataFolder } from '../../platform/database/sqlite/lock.ts'
import { openSqlite } from '../../platform/database/sqlite/sqlite.ts'
import { RESTORING } from '../../platform/jobs/hold.ts'
import { formerOnSqlite } from '../former.ts'
import { beginOffice, switchTo } from '../place-sqlite.ts'
import type { KeyedPlace } from '../keyed-place.ts'
import { preparedFolder } from './names.ts'
import { Restoring, storeFailed } from './restoring.ts'
import { failedLine, restoredLine } from './lines.ts'

/**
 * The row in the present database says whether something is prepared; with the rename of the new database it is gone. A
 * start that was killed before that begins again.
 */
export async function switchSqlite(place: KeyedPlace): Promise<string | undefined> {
  const { dataDir } = place
  if (!existsSync(join(dataDir, DATABASE_FILE))) return undefined
  const lock = lockDataFolder(dataDir)
  try {
    const restoring = readRestoring(join(dataDir, DATABASE_FILE))
    const isPrepared = restoring?.state === 'prepared'
    await removeOthers(dataDir, isPrepared ? preparedFolder(dataDir, restoring.token) : undefined)
    return isPrepared ? await switchOver(place, restoring) : undefined
  } finally {
    lock.release()
  }
}

async function switchOver(place: KeyedPlace, restoring: Restoring): Promise<string> {
  const { dataDir } = place
  const folder = preparedFolder(dataDir, restoring.token)
  const fresh = join(folder, DATABASE_FILE)
  try {
    if (!existsSync(fresh)) throw new Error(`${folder} is gone.`)
    await beginOffice(fresh, place, { ...formerOnSqlite(dataDir), askedBy: fullName(restoring.askedBy) })
    await switchTo(fresh, dataDir)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    await noteFailure(join(dataDir, DATABASE_FILE), restoring, detail)
    return failedLine(detail)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return restoredLine(restoring.takenAt)
}

/** Undefined without one, and for a database of a version that cannot prepare any. */
function readRestoring(file: string): Restoring | undefined {
  // One that may write would end the log when it is closed.
  const raw = new Database(file, { readonly: true, timeout: 5000 })
  try {
    const hasSettings = raw.prepare(`select 1 from sqlite_master where name = 'settings'`).get() !== undefined
    const select = 'select value from settings where key = ?'
    const value = hasSettings ? raw.prepare<[string], string>(select).pluck().get(RESTORING) : undefined
    return value === undefined ? undefined : Restoring.safeParse(JSON.parse(value)).data
  } finally {
    raw.close()
  }
}

/** What a killed preparation, or one withdrawn meanwhile, has left. */
async function removeOthers(dataDir: string, except: string | undefined): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const folder = join(dataDir, name)
    if (/^prepared-[0-9a-f]{16}$/.test(name) && folder !== except) await rm(folder, { recursive: true, force: true })
  }
}

async function noteFailure(file: string, { takenAt }: Restoring, detail: string): Promise<void> {
  let db: Db | undefined
  try {
    db = await openSqlite(file)
    await db.write((tx) => storeFailed(tx, { takenAt, code: 'not-switched', detail, at: new Date().toISOString() }))
  } finally {
    await db?.close()
  }
}

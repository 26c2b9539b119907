import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import type { Tx } from '../platform/database/db.ts'
import { highestNumber } from '../platform/database/dialect.ts'
import { DATABASE_FILE } from '../platform/database/open.ts'
import type { Tables } from '../platform/database/tables.ts'
import { openFiles } from '../platform/files/open.ts'
import { numberInStore, readNotedNumber } from './number-note.ts'

/** What a restored office takes over from the one whose place it takes. */
export interface Former {
  /** the highest request number that it ever issued, as far as it can be told */
  highestNumber: number
  backups: Insertable<Tables['backups']>[]
  /** name of the person who asked for the restore; null: from the command line */
  askedBy: string | null
}

/** The office in a data folder. Its database may be missing or damaged: the note beside it remains. */
export function formerOnSqlite(dataDir: string): Former {
  const noted = { highestNumber: readNotedNumber(dataDir), backups: [], askedBy: null }
  const file = join(dataDir, DATABASE_FILE)
  if (!existsSync(file)) return noted
  try {
    return atLeast(readSqlite(file), noted.highestNumber)
  } catch {
    // A damaged database may be why it is restored.
    return noted
  }
}

function readSqlite(file: string): Former {
  const raw = new Database(file, { readonly: true, timeout: 5000 })
  try {
    const issued = raw.prepare<[], number>(`select value from sequences where name = 'requests'`).pluck().get()
    const hasBackups = raw.prepare(`select 1 from sqlite_master where name = 'backups'`).get() !== undefined
    const backups = hasBackups ? raw.prepare<[], Former['backups'][number]>('select * from backups').all() : []
    return { highestNumber: issued ?? 0, backups, askedBy: null }
  } finally {
    raw.close()
  }
}

/** The office in the current schema, which must have one. */
export async function formerOnPostgres(tx: Tx, dataDir: string): Promise<Former> {
  const backups = await tx.selectFrom('backups').selectAll().execute()
  return atLeast({ highestNumber: await highestNumber(tx), backups, askedBy: null }, readNotedNumber(dataDir))
}

/** Adds what the bucket of the office knows, where the data folder may be a new one. */
export async function withStoreNote(former: Former, place: Parameters<typeof openFiles>[0]): Promise<Former> {
  return place.bucket ? atLeast(former, await numberInStore(openFiles(place))) : former
}

function atLeast(former: Former, number: number): Former {
  return { ...former, highestNumber: Math.max(former.highestNumber, number) }
}

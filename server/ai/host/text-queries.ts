import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

const TEXT = ['number', 'id', 'version', 'title', 'description', 'updated_at'] as const

/** Texts of requests by their running number, oldest first: the input of the index. */
export function textsAfter(db: Db, number: number, limit: number) {
  return db.readInWorker(
    db.read.selectFrom('requests').select(TEXT).where('number', '>', number).orderBy('number').limit(limit).compile(),
  )
}

export function textsNumbered(db: Db, numbers: number[]) {
  return db.readInWorker(db.read.selectFrom('requests').select(TEXT).where('number', 'in', numbers).compile())
}

/** Versions of the requests changed since `last`, in the order of change: the next page (keyset pagination). */
export function versionsSince(db: Db, last: { updated_at: string; number: number }, limit: number) {
  let query = db.read.selectFrom('requests').select(['number', 'version', 'updated_at'])
  if (last.updated_at) {
    query = query.where(sql<boolean>`(updated_at, number) > (${last.updated_at}, ${last.number})`)
  }
  return db.readInWorker(query.orderBy('updated_at').orderBy('number').limit(limit).compile())
}

/** The largest running number and the latest change; 0 and empty while there is no request. */
export async function newestChange(db: Db): Promise<{ number: number; updatedAt: string }> {
  const rows = db.read.selectFrom('requests')
  const [[newest], [latest]] = await Promise.all([
    db.readInWorker(rows.select('number').orderBy('number', 'desc').limit(1).compile()),
    db.readInWorker(rows.select('updated_at').orderBy('updated_at', 'desc').limit(1).compile()),
  ])
  return { number: newest?.number ?? 0, updatedAt: latest?.updated_at ?? '' }
}

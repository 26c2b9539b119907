import type { Db, Reader, Tx } from '../../platform/database/db.ts'

/** Requests that are not classified yet, the newest first. */
export async function newestWaiting(reader: Reader, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('requests')
    .select('number')
    .where('classified_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ number }) => number)
}

/** Requests without a stored classification, by number: one page of the walk. */
export async function unclassifiedAfter(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db.readInWorker(
    db.read
      .selectFrom('requests as r')
      .leftJoin('classifications as c', 'c.request_number', 'r.number')
      .select('r.number')
      .where('r.number', '>', after)
      .where('c.request_number', 'is', null)
      .orderBy('r.number')
      .limit(limit)
      .compile(),
  )
  return rows.map(({ number }) => number)
}

export function draftsOf(reader: Reader, numbers: number[]) {
  return reader
    .selectFrom('requests')
    .select(['number', 'title', 'description'])
    .where('number', 'in', numbers)
    .orderBy('number')
    .execute()
}

export async function readProgress(reader: Reader, key: string): Promise<unknown> {
  const row = await reader.selectFrom('ai_progress').select('value').where('key', '=', key).executeTakeFirst()
  return row && JSON.parse(row.value)
}

export async function writeProgress(tx: Tx, key: string, value: unknown): Promise<void> {
  const json = JSON.stringify(value)
  await tx
    .insertInto('ai_progress')
    .values({ key, value: json })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json }))
    .execute()
}

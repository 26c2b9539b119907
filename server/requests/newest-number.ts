import type { Reader } from '../platform/database/db.ts'

/** The running number of the newest request; 0 without any. */
export async function newestNumber(reader: Reader): Promise<number> {
  const row = await reader.selectFrom('requests').select('number').orderBy('number', 'desc').limit(1).executeTakeFirst()
  return row?.number ?? 0
}

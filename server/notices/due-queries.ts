import { sql, type SqlBool } from 'kysely'
import type { NoticeTables } from '../platform/database/notice-tables.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { OPEN_STATUSES } from '../../shared/request-rules.ts'

/** A range of due dates, both included. */
export interface Days {
  code: NoticeTables['due_notices']['code']
  from: string
  to: string
}
export type DueRequest = Awaited<ReturnType<typeof undoneDue>>[number]

/** Open requests due in these days that nobody was told of yet. */
export function undoneDue(reader: Reader, { code, from, to }: Days, limit: number) {
  return reader
    .selectFrom('requests as r')
    .select(['r.number', 'r.due_date'])
    .where('r.status', 'in', OPEN_STATUSES)
    .where('r.due_date', '>=', from)
    .where('r.due_date', '<=', to)
    .where(
      sql<SqlBool>`not exists (select 1 from due_notices as d
        where d.request_number = r.number and d.code = ${code} and d.due_date = r.due_date)`,
    )
    .orderBy('r.due_date')
    .orderBy('r.number')
    .limit(limit)
    .execute()
}

export async function insertDueNotices(tx: Tx, code: Days['code'], due: readonly DueRequest[]): Promise<void> {
  await tx
    .insertInto('due_notices')
    .values(due.map(({ number, due_date }) => ({ request_number: number, code, due_date })))
    .execute()
}

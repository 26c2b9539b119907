import type { Reader, Tx } from '../../platform/database/db.ts'
import { forUpdate } from '../../platform/database/dialect.ts'

export function findQueuedNotice(tx: Tx, id: string) {
  return tx.selectFrom('notices').select(['code', 'request_number']).where('id', '=', id).executeTakeFirst()
}

export async function addNoticeToMail(tx: Tx, mailId: string, noticeId: string): Promise<void> {
  await tx
    .insertInto('mail_notices')
    .values({ mail_id: mailId, notice_id: noticeId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findActivePerson(tx: Tx, id: string) {
  return tx.selectFrom('users').select('id').where('id', '=', id).where('deactivated_at', 'is', null).executeTakeFirst()
}

/** Locks the request, so that its history does not grow meanwhile. */
export async function lockRequestNumber(tx: Tx, requestId: string): Promise<number | undefined> {
  const query = tx.selectFrom('requests').select('number').where('request_id', '=', requestId)
  return (await forUpdate(tx, query).executeTakeFirst())?.number
}
/** The notices of a mail in the order in which they happened: their ids are. */
export async function noticeIdsOf(reader: Reader, mailId: string, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('mail_notices')
    .select('notice_id')
    .where('mail_id', '=', mailId)
    .orderBy('notice_id')
    .limit(limit)
    .execute()
  return rows.map(({ notice_id }) => notice_id)
}

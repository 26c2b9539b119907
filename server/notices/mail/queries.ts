import type { Tx } from '../../database/db.ts'

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

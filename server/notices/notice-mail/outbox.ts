import type { Tx } from '../../platform/database/db.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { readPolicy } from '../../settings/service.ts'
import { preferencesOf } from '../preferences.ts'
import { sendingTime } from './sending-time.ts'
import { addNoticeToMail, findQueuedNotice } from './queries.ts'

interface QueuedNotice {
  noticeId: string
  personId: string
  /** when it happened: ISO text */
  at: string
}

/**
 * Has a notice told by mail, in the caller's transaction: within a mail about its request that has not gone out yet, or
 * within the next digest. Does nothing while the office sends no mail. What is undone, read or no longer visible by then is
 * left out (`noticeForMail`).
 */
export async function queueNoticeMail(tx: Tx, { noticeId, personId, at }: QueuedNotice): Promise<void> {
  const notice = await findQueuedNotice(tx, noticeId)
  if (!notice) return
  const now = new Date(at)
  const { timeZone } = await readPolicy(tx)
  const due = sendingTime(await preferencesOf(tx, personId), { code: notice.code, at: now }, timeZone)
  const about = due.isGathered ? due.at.toISOString() : (notice.request_number ?? noticeId)
  const mailId = await queueMail(tx, {
    kind: due.isGathered ? 'digest' : 'notices',
    personId,
    about: {},
    openKey: `${due.isGathered ? 'digest' : 'notices'} ${personId} ${about}`,
    now,
    dueAt: due.at,
  })
  if (mailId !== undefined) await addNoticeToMail(tx, mailId, noticeId)
}

import type { MailKind } from '../../platform/database/mail-tables.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import type { Tx } from '../../platform/database/db.ts'
import { JobQueue } from '../../platform/jobs/queue.ts'
import { newMessageId } from './message-id.ts'
import { insertMail } from './queries.ts'
import { readStored } from './stored-settings.ts'

/** Kind of the job that sends one mail. */
export const SEND_MAIL = 'send-mail'
/** With the queue's delays, from seconds to an hour: about two days. */
export const MAX_ATTEMPTS = 60

interface NewMail {
  /** default: a new one */
  id?: string
  kind: MailKind
  /** null: to an address in the settings */
  personId: string | null
  /** what the mail is about, by its kind; stored as JSON */
  about: object
  /** What is queued with the same key before the first attempt joins the mail. */
  openKey?: string
  now: Date
  /** default: at once */
  dueAt?: Date
}

/**
 * Queues a mail in the caller's transaction, with the job that sends it. What it says is composed when it is sent.
 * @returns the mail's id, or that of the one that it joins; undefined while the office sends no mail
 */
export async function queueMail(tx: Tx, mail: NewMail): Promise<string | undefined> {
  const { kind, personId, about, openKey, now, dueAt = now, id = orderedId(now) } = mail
  const { host, sender } = await readStored(tx)
  if (host === '') return undefined
  const stored = await insertMail(tx, {
    id,
    kind,
    person_id: personId,
    about: JSON.stringify(about),
    open_key: openKey ?? null,
    message_id: newMessageId(sender),
    state: 'waiting',
    attempts: 0,
    due_at: dueAt.toISOString(),
    created_at: now.toISOString(),
  })
  if (stored !== id) return stored
  // Without listeners: mail may wait for the next poll.
  await new JobQueue(() => now).add(tx, {
    kind: SEND_MAIL,
    payload: { mailId: id },
    inMs: Math.max(0, dueAt.getTime() - now.getTime()),
    maxAttempts: MAX_ATTEMPTS,
    ...(personId !== null && { personId }),
  })
  return id
}

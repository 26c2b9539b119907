import { EmailAddress } from '../../../shared/account-fields.ts'
import { type Job, type JobHandler, PermanentFailure } from '../../platform/jobs/job.ts'
import type { Composers, DropReason } from './composer.ts'
import type { Deps } from './deps.ts'
import { mailFrom } from './mail-from.ts'
import type { Message } from './message.ts'
import { threadIdOf } from './message-id.ts'
import { beginAttempt, findRecipient, type MailRow, updateMail } from './queries.ts'
import { MAX_ATTEMPTS, SEND_MAIL } from './queue-mail.ts'
import { findSmtp } from './settings.ts'
import { type Delivery, deliver, type Smtp } from './smtp.ts'
import { failureInWords } from './smtp-failure.ts'

/** Slow servers take their time on purpose. */
const TIME_LIMIT_MS = 120_000

/** A process sends one after the other, so that its death repeats at most one. */
export const MAIL_CONCURRENCY = { [SEND_MAIL]: 1 }

/** The job that sends one mail of the outbox. */
export function sendingJobs(deps: Deps, composers: Composers): Record<string, JobHandler> {
  return {
    [SEND_MAIL]: async (job) => {
      // Only `queueMail` stores such jobs.
      const { mailId } = job.payload as { mailId: string }
      const mail = await deps.db.write((tx) => beginAttempt(tx, mailId))
      if (!mail) return
      const ready = await prepare(deps, composers, mail)
      if ('dropped' in ready) return drop(deps, job, mail.id, ready.dropped)
      const delivery = await deliver(ready.smtp, ready.message, { timeLimitMs: TIME_LIMIT_MS, signal: job.signal })
      await settle(deps, job, { mail, delivery, address: ready.message.to })
    },
  }
}

async function prepare(
  { db, config, settings }: Deps,
  composers: Composers,
  mail: MailRow,
): Promise<{ smtp: Smtp; message: Message } | { dropped: DropReason }> {
  const smtp = await findSmtp(db.read, config)
  if (!smtp) return { dropped: 'no-server' }
  const { timeZone, officeName } = await settings.policy()
  const person = mail.person_id === null ? undefined : await findRecipient(db.read, mail.person_id)
  if (person?.deactivated_at) return { dropped: 'deactivated' }
  const composed = await composers[mail.kind]?.(db.read, {
    id: mail.id,
    personId: mail.person_id,
    about: JSON.parse(mail.about),
    timeZone,
    publicUrl: config.publicUrl,
  })
  if (!composed) return { dropped: 'nothing-to-tell' }
  if ('dropped' in composed) return composed
  const to = EmailAddress.safeParse(composed.address ?? person?.email)
  if (!to.success) return { dropped: 'no-address' }
  const { content, thread, unsubscribeUrl } = composed
  const message = mailFrom(
    { name: officeName, address: smtp.sender },
    {
      to: to.data,
      messageId: mail.message_id,
      content,
      unsubscribeUrl,
      threadId: thread === undefined ? undefined : threadIdOf(thread, smtp.sender),
    },
  )
  return { smtp: smtp.smtp, message }
}

async function drop({ db, clock }: Deps, job: Job, id: string, reason: DropReason): Promise<void> {
  await db.write(async (tx) => {
    await updateMail(tx, id, { state: 'dropped', reason, settled_at: clock().toISOString() })
    await job.finishIn(tx)
  })
}

interface Attempt {
  mail: MailRow
  address: string
  delivery: Delivery
}

/** @throws when the mail was not delivered: the queue tries it again later, or keeps it as a dead letter */
async function settle({ db, clock }: Deps, job: Job, { mail, address, delivery }: Attempt): Promise<void> {
  const settled_at = clock().toISOString()
  const seen = { address, last_answer: delivery.answer }
  if (delivery.ok) {
    // With the job, so that a mail that is known to be sent is never sent again.
    await db.write(async (tx) => {
      await updateMail(tx, mail.id, { ...seen, state: 'sent', reason: null, settled_at })
      await job.finishIn(tx)
    })
    return
  }
  const isDead = delivery.isFinal || job.attempt >= MAX_ATTEMPTS
  const outcome = isDead ? ({ state: 'dead', settled_at } as const) : {}
  await db.write((tx) => updateMail(tx, mail.id, { ...seen, ...outcome, reason: delivery.code }))
  const why = failureInWords(delivery)
  throw isDead ? new PermanentFailure(why) : new Error(why)
}

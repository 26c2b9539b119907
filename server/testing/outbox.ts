import type { Composers } from '../notices/mail/composer.ts'
import type { Db } from '../platform/database/db.ts'
import { claim } from '../platform/jobs/claim.ts'
import type { JobHandler } from '../platform/jobs/job.ts'
import { finish, requeue } from '../platform/jobs/lease.ts'
import { SEND_MAIL } from '../notices/mail/queue-mail.ts'
import type { Services } from '../services.ts'

const LEASE_MS = 60_000

/** Every mail says the same. */
export const SAME: Composers = {
  notices: async () => ({ content: { subject: 'News', paragraphs: ['Something happened.'] }, thread: 'request 1' }),
}

/**
 * Runs the jobs of mail that are due at an instant, each once, as the runner would.
 * @returns the errors of those that failed, which are due again at once
 */
export async function sendDue({ db }: Pick<Services, 'db'>, handler: JobHandler, now: Date): Promise<unknown[]> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const jobs = await db.write((tx) => claim(tx, { kinds: [SEND_MAIL], now, leaseUntil, limit: 1000 }))
  const errors: unknown[] = []
  for (const job of jobs) {
    const own = {
      id: job.id,
      payload: JSON.parse(job.payload) as unknown,
      attempt: job.attempts,
      signal: new AbortController().signal,
      finishIn: async (tx: Parameters<typeof finish>[0]) => void (await finish(tx, job, now)),
    }
    try {
      await handler(own)
      await db.write((tx) => finish(tx, job, now))
    } catch (error) {
      errors.push(error)
      await db.write((tx) => requeue(tx, job, { now, runAt: now, error: null, attempts: job.attempts }))
    }
  }
  return errors
}

export async function mailsOf(db: Db) {
  return db.read.selectFrom('mails').selectAll().orderBy('id').execute()
}

import type { DeadLetterHandler } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { settleUnsent } from './queries.ts'
import { SEND_MAIL } from './queue-mail.ts'

/** Settles a mail that nothing will send, so that nothing joins it any more. */
export function deadMails({ clock }: Pick<Deps, 'clock'>): Record<string, DeadLetterHandler> {
  return {
    [SEND_MAIL]: async (tx, payload, why) => {
      // Only `queueMail` stores such jobs.
      const { mailId } = payload as { mailId: string }
      const state = why === 'dropped' ? ('dropped' as const) : ('dead' as const)
      await settleUnsent(tx, mailId, { state, reason: why, settled_at: clock().toISOString() })
    },
  }
}

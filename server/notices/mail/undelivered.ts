import type { UndeliveredMails, UndeliveredQuery } from '../../../shared/email-settings.ts'
import type { Actor } from '../../platform/actor.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { undeliveredMails } from './queries.ts'
import { failureInWords, isFailureCode } from './smtp-failure.ts'

/** Mail that an SMTP server did not take: tried again, or given up. */
export async function listUndelivered(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { page = 1, limit = 10 }: UndeliveredQuery,
): Promise<UndeliveredMails> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const { rows, total } = await undeliveredMails(db.read, { limit, offset: (page - 1) * limit })
  const mails = rows.map(({ id, first, last, address, reason, last_answer, attempts, state, settled_at }) => ({
    id,
    person: first === null || last === null ? null : { firstName: first, lastName: last },
    to: address,
    why: isFailureCode(reason) ? failureInWords({ code: reason, answer: last_answer }) : 'It could not be sent.',
    attempts,
    givenUpAt: state === 'dead' ? settled_at : null,
  }))
  return { mails, total }
}

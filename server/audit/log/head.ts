import { z } from 'zod'
import type { AuditHead } from '../../../shared/audit.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../service.ts'
import type { Digest } from '../digest.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import { queueMail } from '../../notices/mail/queue-mail.ts'
import { auditDigestAddress } from '../../notices/mail/settings.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'

const SHOWN = 30

const Noted = z.object({ entries: z.int(), digest: z.string() })

/** The current digest, and those recorded on the last days. */
export async function getHead({ db, clock, audit }: Deps, actor: Actor): Promise<AuditHead> {
  requirePermission(actor, 'audit.read', 'read the audit log')
  const now = await audit.digest.now()
  const rows = await db.read
    .selectFrom('audit_log')
    .select(['at', 'details'])
    .where('action', '=', 'audit.head-noted')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  const noted = rows.flatMap(({ at, details }) => {
    const { data } = Noted.safeParse(JSON.parse(details))
    return data ? [{ ...data, at }] : []
  })
  return { now: { ...now, at: clock().toISOString() }, noted, state: audit.state.state, found: audit.state.found }
}

/** Records the digest in the log itself. */
export function auditJobs({ db, clock, audit }: Pick<Deps, 'db' | 'clock' | 'audit'>): Record<string, JobHandler> {
  return {
    'note-audit-head': async (job) => {
      const { entries, digest } = await audit.announce()
      await db.write(async (tx) => {
        if (entries > 0) await noteHead(tx, clock, { entries, digest })
        await job.finishIn(tx)
      })
    },
  }
}

/** Records the digest, and has it sent to where nobody who can change the log can change it. */
async function noteHead(tx: Tx, clock: () => Date, head: Digest): Promise<void> {
  await record(tx, clock, { actorId: null, action: 'audit.head-noted', details: { ...head } })
  if ((await auditDigestAddress(tx)) === '') return
  await queueMail(tx, { kind: 'audit-digest', personId: null, about: head, now: clock() })
}

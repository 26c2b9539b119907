import { z } from 'zod'
import type { AuditHead } from '../../shared/audit.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { JobHandler, NextRun } from '../jobs/runner.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'

const DAY_MS = 86_400_000
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
  return { now: { ...now, at: clock().toISOString() }, noted, state: audit.state.state }
}

/** Records the digest in the log itself once a day; the job schedules its next run. */
export function auditJobs(
  deps: Pick<Deps, 'db' | 'clock' | 'audit'> & { queue: JobQueue },
): Record<string, JobHandler> {
  const { db, clock, audit, queue } = deps
  return {
    'note-audit-head': async (job) => {
      const { entries, digest } = await audit.digest.now()
      await db.write(async (tx) => {
        if (entries > 0)
          await record(tx, clock, { actorId: null, action: 'audit.head-noted', details: { entries, digest } })
        await job.finishIn(tx)
        await scheduleIn(tx, queue, DAY_MS)
      })
    },
  }
}

export const nextAuditHead: Record<string, NextRun> = {
  'note-audit-head': (tx, queue) => scheduleIn(tx, queue, DAY_MS),
}

/** Makes sure that the daily job is queued. */
export async function scheduleAuditHead({ db, queue }: Pick<Deps, 'db'> & { queue: JobQueue }): Promise<void> {
  await db.write((tx) => scheduleIn(tx, queue, 0))
}

function scheduleIn(tx: Tx, queue: JobQueue, inMs: number): Promise<void> {
  return queue.add(tx, { kind: 'note-audit-head', payload: null, uniqueKey: 'daily', inMs })
}

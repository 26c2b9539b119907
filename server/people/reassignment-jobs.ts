import { z } from 'zod'
import type { Tx } from '../platform/database/db.ts'
import type { JobHandler } from '../platform/jobs/job.ts'
import { type Reassignment, reassignBatch } from '../requests/reassignments.ts'
import type { Deps } from './deps.ts'
import { findPerson } from './queries.ts'

/** Requests reassigned in one transaction; other writers wait for it. */
const BATCH_SIZE = 25

const Payload = z.object({ from: z.string(), to: z.string().nullable(), actorId: z.string() })

/** Hands over the first requests in the transaction of the deactivation, and enqueues the rest as a job. @returns how many */
export async function beginReassignment(
  tx: Tx,
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  reassignment: Reassignment,
  timeZone: string,
): Promise<number> {
  const done = await reassignBatch(tx, { clock, timeZone }, reassignment, BATCH_SIZE)
  if (done === BATCH_SIZE) await queue.add(tx, { kind: 'hand-over', payload: reassignment })
  return done
}

/** Repeats until nothing is left; after a crash, the retry continues where it stopped. */
export function reassignmentJobs({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock' | 'settings'>): Record<string, JobHandler> {
  return {
    'hand-over': async (job) => {
      const reassignment = Payload.parse(job.payload)
      const { timeZone } = await settings.policy()
      for (let done = BATCH_SIZE; done === BATCH_SIZE;) {
        job.signal.throwIfAborted()
        done = await db.write(async (tx) => {
          // A reactivated person keeps the rest.
          const from = await findPerson(tx, reassignment.from)
          return from?.deactivated_at ? reassignBatch(tx, { clock, timeZone }, reassignment, BATCH_SIZE) : 0
        })
      }
    },
  }
}

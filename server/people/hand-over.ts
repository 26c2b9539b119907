import { z } from 'zod'
import type { Tx } from '../platform/database/db.ts'
import type { JobHandler } from '../platform/jobs/job.ts'
import { type HandOver, handOverBatch } from '../requests/bulk-changes.ts'
import type { Deps } from './deps.ts'
import { findPerson } from './queries.ts'

/** Requests reassigned in one transaction; other writers wait for it. */
const BATCH_SIZE = 25

const Payload = z.object({ from: z.string(), to: z.string().nullable(), actorId: z.string() })

/** Hands over the first requests in the transaction of the deactivation, and enqueues the rest as a job. @returns how many */
export async function beginHandOver(
  tx: Tx,
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  handOver: HandOver,
  timeZone: string,
): Promise<number> {
  const done = await handOverBatch(tx, { clock, timeZone }, handOver, BATCH_SIZE)
  if (done === BATCH_SIZE) await queue.add(tx, { kind: 'hand-over', payload: handOver })
  return done
}

/** Repeats until nothing is left; after a crash, the retry continues where it stopped. */
export function handOverJobs({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock' | 'settings'>): Record<string, JobHandler> {
  return {
    'hand-over': async (job) => {
      const handOver = Payload.parse(job.payload)
      const { timeZone } = await settings.policy()
      for (let done = BATCH_SIZE; done === BATCH_SIZE;) {
        job.signal.throwIfAborted()
        done = await db.write(async (tx) => {
          // A reactivated person keeps the rest.
          const from = await findPerson(tx, handOver.from)
          return from?.deactivated_at ? handOverBatch(tx, { clock, timeZone }, handOver, BATCH_SIZE) : 0
        })
      }
    },
  }
}

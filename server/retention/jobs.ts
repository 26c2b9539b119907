import type { Tx } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { JobHandler } from '../jobs/runner.ts'
import type { Deps } from './deps.ts'
import {
  deleteIdempotencyKeys,
  deleteLanguageModelCalls,
  deleteSessionsEndedBefore,
  deleteUnusedSuggestions,
} from './queries.ts'

const DAY_MS = 86_400_000
/** Days after which each kind of row has served its purpose. Finished jobs are forgotten by the runner itself. */
const KEPT_DAYS = { idempotencyKeys: 1, sessions: 0, unusedSuggestions: 90, languageModelCalls: 400 }
/** Rows deleted in one transaction: the others wait for it. */
const CHUNK = 500

/** Once a day what is no longer needed is deleted; the job asks for its next day itself. */
export function retentionJobs(deps: Deps): Record<string, JobHandler> {
  const { db, clock, queue } = deps
  return {
    retention: async (job) => {
      const before = (days: number) => new Date(clock().getTime() - days * DAY_MS).toISOString()
      const steps: ((tx: Tx) => Promise<number>)[] = [
        (tx) => deleteIdempotencyKeys(tx, before(KEPT_DAYS.idempotencyKeys), CHUNK),
        (tx) => deleteSessionsEndedBefore(tx, before(KEPT_DAYS.sessions), CHUNK),
        (tx) => deleteUnusedSuggestions(tx, before(KEPT_DAYS.unusedSuggestions), CHUNK),
        (tx) => deleteLanguageModelCalls(tx, before(KEPT_DAYS.languageModelCalls), CHUNK),
      ]
      for (const step of steps) {
        while ((await db.write(step)) === CHUNK) job.signal.throwIfAborted()
      }
      await db.write(async (tx) => {
        await job.finishIn(tx)
        await scheduleIn(tx, queue, DAY_MS)
      })
    },
  }
}

/** Makes sure that a day's round is waiting; one that was due while the program stood still runs at once. */
export async function scheduleRetention({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  await db.write((tx) => scheduleIn(tx, queue, 0))
}

function scheduleIn(tx: Tx, queue: JobQueue, inMs: number): Promise<void> {
  return queue.add(tx, { kind: 'retention', payload: null, uniqueKey: 'daily', inMs })
}

import type { Tx } from '../database/db.ts'

export interface Job {
  id: number
  payload: unknown
  /** 1 for the first */
  attempt: number
  /** Aborted when the program stops or another runner has claimed the job: stop soon, by throwing. */
  signal: AbortSignal
  /**
   * Finishes the job in the transaction that stores its result, so that neither exists without the other.
   * @throws when another runner has claimed the job meanwhile; the transaction must then be rolled back
   */
  finishIn(tx: Tx): Promise<void>
}

/** May run again after a crash, so it must be idempotent or use `finishIn`. */
export type JobHandler = (job: Job) => Promise<void>

/** Why a job has no result: its process ended during the last attempt, or an administrator dropped it. */
export type WhyDead = 'process-ended' | 'dropped'

/** Marks the result of such a job as failed, where no handler could. What has ended already stays as it is. */
export type DeadLetterHandler = (tx: Tx, payload: unknown, why: WhyDead) => Promise<void>

/** Thrown by a handler when a retry is pointless: the job becomes a dead letter at once. */
export class PermanentFailure extends Error {}

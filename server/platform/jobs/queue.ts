import type { Tx } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

export interface NewJob {
  kind: string
  /** stored as JSON */
  payload: unknown
  /**
   * While a job of this kind and key is waiting, another one is not stored. A running one does not count, because it
   * may have read data that has changed since; the next one waits until it has ended.
   */
  uniqueKey?: string
  /** delay before the first attempt; none if left out */
  inMs?: number
  maxAttempts?: number
  /** Jobs of a kind are claimed round-robin among the people who have some. */
  personId?: string
}

type Stored = Omit<Tables['jobs'], 'id' | 'turn' | 'lease_until' | 'last_error' | 'finished_at' | 'dead_at'> & {
  turn: number
}

const insertJob = prepared<Stored, { id: number }>((db, param) =>
  db
    .insertInto('jobs')
    .values({
      kind: param.kind,
      payload: param.payload,
      unique_key: param.unique_key,
      person_id: param.person_id,
      turn: param.turn,
      run_at: param.run_at,
      attempts: param.attempts,
      max_attempts: param.max_attempts,
      created_at: param.created_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'unique_key'])
        .where('unique_key', 'is not', null)
        .where('finished_at', 'is', null)
        .where('dead_at', 'is', null)
        .where('lease_until', 'is', null)
        .doNothing(),
    )
    .returning('id'),
)

export const findWaiting = prepared<{ kind: string; unique_key: string }, { id: number; turn: number }>((db, param) =>
  db
    .selectFrom('jobs')
    .select(['id', 'turn'])
    .where('kind', '=', param.kind)
    .where('unique_key', '=', param.unique_key)
    .where('finished_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('lease_until', 'is', null),
)

/**
 * The turn after the person's own last job, at least the lowest turn in the queue: a newcomer starts in the current
 * round instead of catching up on past ones.
 */
async function nextTurn(tx: Tx, kind: string, personId: string): Promise<number> {
  const unfinished = tx
    .selectFrom('jobs')
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .where('dead_at', 'is', null)
  const own = await unfinished
    .select((row) => row.fn.max('turn').as('turn'))
    .where('person_id', '=', personId)
    .executeTakeFirst()
  const first = await unfinished.select('turn').orderBy('turn').limit(1).executeTakeFirst()
  return Math.max(first?.turn ?? 0, own?.turn == null ? 0 : own.turn + 1)
}

async function moveForward(tx: Tx, id: number, turn: number): Promise<void> {
  await tx.updateTable('jobs').set({ turn }).where('id', '=', id).where('turn', '>', turn).execute()
}

/** The queue of jobs in the database, and its listeners in this process. */
export class JobQueue {
  readonly #clock: () => Date
  /** The runners of this process. The table cannot notify them, so storing a job does. */
  readonly #listeners = new Set<() => void>()

  constructor(clock: () => Date) {
    this.#clock = clock
  }

  /**
   * Stores a job in the caller's transaction: it exists exactly if the change that requests it is committed. A waiting
   * job of the same key is read without a lock, so that concurrent requests for it do not wait for each other: on
   * PostgreSQL it may be claimed before the caller commits, and then waits for that commit (`waitForWriters`).
   */
  async add(tx: Tx, job: NewJob): Promise<void> {
    const now = this.#clock()
    const { kind, uniqueKey } = job
    const turn = job.personId === undefined ? 0 : await nextTurn(tx, kind, job.personId)
    const [waiting] = uniqueKey === undefined ? [] : await findWaiting(tx, { kind, unique_key: uniqueKey })
    // Another person may have queued it behind many of their own jobs.
    if (waiting) return waiting.turn > turn ? moveForward(tx, waiting.id, turn) : undefined
    const stored = await insertJob(tx, {
      kind,
      payload: JSON.stringify(job.payload),
      unique_key: uniqueKey ?? null,
      person_id: job.personId ?? null,
      turn,
      run_at: new Date(now.getTime() + (job.inMs ?? 0)).toISOString(),
      attempts: 0,
      max_attempts: job.maxAttempts ?? 5,
      created_at: now.toISOString(),
    })
    if (stored.length > 0) this.announce()
  }

  /** Notifies the runners of this process of a new job. */
  announce(): void {
    for (const listener of this.#listeners) listener()
  }

  /** @returns a function that unsubscribes */
  onAdded(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Deletes jobs finished before `before`; dead letters stay until a person has looked at them. */
export async function purgeFinished(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('jobs').where('finished_at', '<', before).execute()
}

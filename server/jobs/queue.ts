import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import { engineOf } from '../database/dialect.ts'

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

export interface ClaimedJob {
  id: number
  kind: string
  payload: string
  unique_key: string | null
  /** 1 for the first. Also a fencing token: a runner whose lease has expired holds a lower number. */
  attempts: number
  max_attempts: number
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

const findWaiting = prepared<{ kind: string; unique_key: string }, { id: number; turn: number }>((db, param) =>
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

/** The time of each job's next attempt, by key; running and ended jobs are left out. */
export async function nextAttempts(
  reader: Reader,
  kind: string,
  uniqueKeys: readonly string[],
): Promise<Map<string, string>> {
  if (uniqueKeys.length === 0) return new Map()
  const rows = await reader
    .selectFrom('jobs')
    .select(['unique_key', 'run_at'])
    .where('kind', '=', kind)
    .where('unique_key', 'in', uniqueKeys)
    .where('finished_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('lease_until', 'is', null)
    .execute()
  return new Map(rows.map(({ unique_key, run_at }) => [unique_key!, run_at]))
}

/** How many jobs of a kind are ahead of the one with this key: 0 while it runs, null if there is none. */
export async function jobsBefore(reader: Reader, kind: string, uniqueKey: string): Promise<number | null> {
  const open = (job: string) => sql`${sql.ref(`${job}.finished_at`)} is null and ${sql.ref(`${job}.dead_at`)} is null`
  const { rows } = await sql<{ isRunning: boolean | number; before: number | string }>`
    select own.lease_until is not null as "isRunning", (select count(*) from jobs as other
      where other.kind = own.kind and other.id <> own.id and ${open('other')} and (other.lease_until is not null
        or (other.turn, other.run_at, other.id) < (own.turn, own.run_at, own.id))) as before
    from jobs as own where own.kind = ${kind} and own.unique_key = ${uniqueKey} and ${open('own')}`.execute(reader)
  if (rows.length === 0) return null
  return Math.min(...rows.map(({ isRunning, before }) => (isRunning ? 0 : Number(before))))
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

function isDue(row: ExpressionBuilder<Tables, 'jobs'>, kinds: readonly string[], now: string) {
  return row.and([
    row('finished_at', 'is', null),
    row('dead_at', 'is', null),
    row('run_at', '<=', now),
    row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]),
    row('kind', 'in', kinds),
    row.not(
      row.exists(
        row
          .selectFrom('jobs as other')
          .select('other.id')
          .whereRef('other.kind', '=', 'jobs.kind')
          .whereRef('other.unique_key', '=', 'jobs.unique_key')
          .where('other.lease_until', 'is not', null)
          // One whose lease has expired is due again, and comes before those that wait.
          .where((other) =>
            other.or([
              other('other.lease_until', '>', now),
              other('jobs.lease_until', 'is', null),
              other('other.id', '<', other.ref('jobs.id')),
            ]),
          )
          .where('other.finished_at', 'is', null)
          .where('other.dead_at', 'is', null),
      ),
    ),
  ])
}

/** Whether a claim would find a job: an index look-up, for polling. */
export async function isAnyDue(read: Reader, kinds: readonly string[], now: Date): Promise<boolean> {
  const due = read
    .selectFrom('jobs')
    .select('id')
    .where((row) => isDue(row, kinds, now.toISOString()))
    .limit(1)
  return (await due.execute()).length > 0
}

/**
 * Claims the next due jobs until `leaseUntil`: by turn where people have turns, then the oldest first. Rows being
 * claimed by another process are skipped, so that several processes can share the queue; a job whose lease has expired
 * is due again.
 */
export async function claim(
  tx: Tx,
  { kinds, now, leaseUntil, limit }: { kinds: readonly string[]; now: Date; leaseUntil: Date; limit: number },
): Promise<ClaimedJob[]> {
  const due = tx
    .selectFrom('jobs')
    .select('id')
    .where((row) => isDue(row, kinds, now.toISOString()))
    .orderBy('turn')
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
  // A CTE, because PostgreSQL could run a subquery of the update again and lock more rows than it claims.
  return tx
    .with('due', () => skippingLocked(tx, due))
    .updateTable('jobs')
    .set({ lease_until: leaseUntil.toISOString(), attempts: sql<number>`attempts + 1` })
    .where('id', 'in', (row) => row.selectFrom('due').select('due.id'))
    .returning(['id', 'kind', 'payload', 'unique_key', 'attempts', 'max_attempts'])
    .execute()
}

function skippingLocked<Q extends { forUpdate(): Q; skipLocked(): Q }>(tx: Tx, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forUpdate().skipLocked() : query
}

/**
 * Requeues a dead letter with all its attempts; if one of its kind and key is waiting, that one replaces it and is due at
 * once.
 * @returns its kind; undefined when it isn't dead
 */
export async function retryDead(tx: Tx, id: number, now: Date): Promise<string | undefined> {
  const dead = await tx
    .selectFrom('jobs')
    .select(['kind', 'unique_key'])
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .executeTakeFirst()
  if (!dead) return undefined
  const { kind, unique_key } = dead
  const [waiting] = unique_key === null ? [] : await findWaiting(tx, { kind, unique_key })
  const at = now.toISOString()
  if (waiting) {
    // It may be the next run of a daily job.
    await tx.updateTable('jobs').set({ run_at: at }).where('id', '=', waiting.id).where('run_at', '>', at).execute()
  }
  const change = waiting
    ? { dead_at: null, finished_at: at }
    : { dead_at: null, attempts: 0, run_at: at, lease_until: null, last_error: null }
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set(change)
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? kind : undefined
}

/** Deletes jobs finished before `before`; dead letters stay until a person has looked at them. */
export async function purgeFinished(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('jobs').where('finished_at', '<', before.toISOString()).execute()
}

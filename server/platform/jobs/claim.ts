import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../database/db.ts'
import { engineOf } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'
import type { Holds } from './hold.ts'

export interface ClaimedJob {
  id: number
  kind: string
  payload: string
  unique_key: string | null
  /** 1 for the first. Also a fencing token: a runner whose lease has expired holds a lower number. */
  attempts: number
  max_attempts: number
  person_id: string | null
}

/** A person one of whose jobs of a kind is running. */
export interface Busy {
  kind: string
  personId: string
}

interface Due {
  kinds: readonly string[]
  now: Date
  /** no further job of theirs is claimed */
  busy?: readonly Busy[]
  holds?: Holds
  /** whether a job whose lease has expired is due again; default: it is */
  takesExpired?: boolean
}

function isDue(
  row: ExpressionBuilder<Tables, 'jobs'>,
  { kinds, now: at, busy = [], holds = {}, takesExpired = true }: Due,
) {
  const now = at.toISOString()
  const isHeld = (key: string) =>
    row.exists(row.selectFrom('settings').select('settings.key').where('settings.key', '=', key))
  return row.and([
    ...Object.entries(holds).map(([key, held]) => row.or([row('kind', 'not in', held), row.not(isHeld(key))])),
    ...busy.map(({ kind, personId }) =>
      row.or([row('kind', '!=', kind), row('person_id', 'is', null), row('person_id', '!=', personId)]),
    ),
    row('finished_at', 'is', null),
    row('dead_at', 'is', null),
    row('run_at', '<=', now),
    row.or([row('lease_until', 'is', null), ...(takesExpired ? [row('lease_until', '<=', now)] : [])]),
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
export async function isAnyDue(read: Reader, query: Due): Promise<boolean> {
  const due = read
    .selectFrom('jobs')
    .select('id')
    .where((row) => isDue(row, query))
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
  { leaseUntil, limit, ...query }: Due & { leaseUntil: Date; limit: number },
): Promise<ClaimedJob[]> {
  const due = tx
    .selectFrom('jobs')
    .select('id')
    .where((row) => isDue(row, query))
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
    .returning(['id', 'kind', 'payload', 'unique_key', 'attempts', 'max_attempts', 'person_id'])
    .execute()
}

function skippingLocked<Q extends { forUpdate(): Q; skipLocked(): Q }>(tx: Tx, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forUpdate().skipLocked() : query
}

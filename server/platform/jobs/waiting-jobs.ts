import { sql } from 'kysely'
import type { Reader } from '../database/db.ts'

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

import type { Reader, Tx } from '../../platform/database/db.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { addToCounters } from '../../platform/database/counters.ts'
import { lockTables } from '../../platform/database/dialect.ts'
import { countDaysWithin } from './days.ts'

/** Rows per insert, well below the parameter limit of either engine. */
export const INSERTED = 1000

type Counters = Pick<Tables, 'request_counts' | 'person_counts' | 'day_counts'>
type Counts = { [T in keyof Counters]: Omit<Counters[T], 'slot'>[] }
const TABLES = ['request_counts', 'person_counts', 'day_counts'] as const

/** Recomputes all counters from the rows and their history: after seeding or a restore. Locks out writers meanwhile. */
export async function rebuildCounters(tx: Tx, timeZone: string): Promise<void> {
  await lockTables(tx, TABLES)
  const counts = await countAgain(tx, timeZone)
  for (const table of TABLES) {
    await tx.deleteFrom(table).execute()
    const changes = counts[table].map(({ count, ...key }) => ({ ...key, by: count }))
    for (let from = 0; from < changes.length; from += INSERTED) {
      // The rows of a table have its key; the compiler cannot track that through the loop over the tables.
      await addToCounters<'day_counts'>(tx, table as 'day_counts', changes.slice(from, from + INSERTED) as never)
    }
  }
}

/**
 * Compares the stored counters with the rows and their history.
 * @returns a line for each wrong counter
 */
export async function verifyCounters(reader: Reader, timeZone: string): Promise<string[]> {
  const expected = await countAgain(reader, timeZone)
  const wrong: string[] = []
  for (const table of TABLES) {
    const right = keyed(expected[table])
    const stored = keyed(await reader.selectFrom(table).selectAll().execute())
    for (const key of new Set([...right.keys(), ...stored.keys()])) {
      const [should, is] = [right.get(key) ?? 0, stored.get(key) ?? 0]
      if (should !== is) wrong.push(`${table} ${key}: ${is} instead of ${should}`)
    }
  }
  return wrong.sort()
}

/** The sums over the slots, by key. */
function keyed(rows: Counts[keyof Counts][number][]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { count, ...key } of rows) {
    const parts = Object.entries(key).filter(([name]) => name !== 'slot')
    const sorted = parts.sort(([one], [other]) => (one < other ? -1 : 1))
    const id = sorted.map(([name, value]) => `${name}=${value}`).join(' ')
    sums.set(id, (sums.get(id) ?? 0) + count)
  }
  return sums
}

async function countAgain(reader: Reader, timeZone: string): Promise<Counts> {
  const request_counts = await reader
    .selectFrom('requests')
    .select((row) => ['status', 'department', 'priority', row.fn.countAll<number>().as('count')])
    .groupBy(['status', 'department', 'priority'])
    .execute()
  const requesters = await reader
    .selectFrom('requests')
    .select((row) => ['requester_id as user_id', 'status', row.fn.countAll<number>().as('count')])
    .groupBy(['requester_id', 'status'])
    .execute()
  const assignees = await reader
    .selectFrom('requests')
    .select((row) => ['assigned_to_id as user_id', 'status', row.fn.countAll<number>().as('count')])
    .groupBy(['assigned_to_id', 'status'])
    .execute()
  const person_counts = [
    ...requesters.map((row) => ({ kind: 'requester' as const, ...row })),
    ...assignees.map((row) => ({ kind: 'assignee' as const, ...row, user_id: row.user_id ?? '' })),
  ]
  return { request_counts, person_counts, day_counts: await countDaysWithin(reader, null, timeZone) }
}

import { type Kysely, sql } from 'kysely'
import { dateIn } from '../../../../shared/dates.ts'
import type { Engine } from '../db.ts'

/** Rows per insert, well below the parameter limit of either engine. */
const INSERTED = 1000

/** Counts completed requests by day of completion, in the office's time zone. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const setting = await sql<{ value: string }>`select value from settings where key = 'timeZone'`.execute(db)
  const timeZone: unknown = JSON.parse(setting.rows[0]?.value ?? '"UTC"')
  if (typeof timeZone !== 'string') throw new Error('The stored time zone is not a text.')
  const days = new Map<string, number>()
  for (const { minute, count } of await completedMinutes(db, engine)) {
    const day = dateIn(timeZone, new Date(`${minute}:00Z`))
    days.set(day, (days.get(day) ?? 0) + Number(count))
  }
  const rows = [...days].map(([day, count]) => sql`('finished', ${day}, 0, ${count})`)
  for (let from = 0; from < rows.length; from += INSERTED) {
    const values = sql.join(rows.slice(from, from + INSERTED))
    await sql`insert into day_counts (kind, day, slot, count) values ${values}`.execute(db)
  }
}

/** Grouped by minute: in every current time zone a day begins on a whole minute. */
async function completedMinutes(db: Kysely<unknown>, engine: Engine): Promise<{ minute: string; count: number }[]> {
  const minute = sql.raw(
    engine === 'postgres'
      ? `to_char(completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`
      : 'substr(completed_at, 1, 16)',
  )
  const found = await sql<{ minute: string; count: number }>`
    select ${minute} as minute, count(*) as count from requests where completed_at is not null group by 1`.execute(db)
  return found.rows
}

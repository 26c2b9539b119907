import { type RawBuilder, sql } from 'kysely'
import type { Stage } from '../../../shared/assistant/query.ts'
import { engineOf, secondsBetween } from '../../platform/database/dialect.ts'
import type { Reader } from '../../platform/database/db.ts'
import { localDay } from './local-day.ts'
import type { Viewer } from './matching.ts'

const DAY = 86_400

export function secondsOf(db: Reader, stage: Stage, now: Date, { timeZone, today }: Viewer): RawBuilder<number | null> {
  const column = (name: string) => sql<string | null>`${sql.ref(`requests.${name}`)}`
  if (stage === 'lead') return secondsBetween(db, column('created_at'), column('completed_at'))
  if (stage === 'review') return secondsBetween(db, column('created_at'), column('started_at'))
  if (stage === 'work') return secondsBetween(db, column('started_at'), column('completed_at'))
  if (stage === 'age') {
    const instant =
      engineOf(db) === 'postgres' ? sql<string>`${now.toISOString()}::timestamptz` : sql<string>`${now.toISOString()}`
    return secondsBetween(db, column('created_at'), instant)
  }
  return delayOf(db, timeZone, today)
}

/** Whole days from the due date to the day of completion, or to today. */
function delayOf(db: Reader, timeZone: string, today: string): RawBuilder<number | null> {
  const day = localDay(db, timeZone, sql.ref('requests.completed_at'))
  return engineOf(db) === 'postgres'
    ? sql`((coalesce(${day}, ${today}::date) - requests.due_date) * ${sql.lit(DAY)})::double precision`
    : sql`(julianday(coalesce(${day}, ${today})) - julianday(requests.due_date)) * ${sql.lit(DAY)}`
}

export function daysOf(seconds: number | null): number | null {
  return seconds === null ? null : Number(seconds) / DAY
}

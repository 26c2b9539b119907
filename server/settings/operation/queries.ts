import type { Selectable } from 'kysely'
import type { JobState } from '../../../shared/background-jobs.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import type { Tables } from '../../platform/database/tables.ts'

const COLUMNS = ['id', 'kind', 'attempts', 'last_error', 'created_at', 'run_at', 'lease_until', 'dead_at'] as const
export type JobRow = Pick<Selectable<Tables['jobs']>, (typeof COLUMNS)[number]>

interface Wanted {
  /** all when left out */
  state: JobState | undefined
  now: string
  limit: number
  offset: number
}

/** Unfinished jobs, newest first; those that wait in the order in which they are taken. */
export async function jobsOf(read: Reader, { state, now, limit, offset }: Wanted) {
  const found = read
    .selectFrom('jobs')
    .where('finished_at', 'is', null)
    .$if(state === 'failed', (jobs) => jobs.where('dead_at', 'is not', null))
    .$if(state !== undefined && state !== 'failed', (jobs) => jobs.where('dead_at', 'is', null))
    .$if(state === 'running', (jobs) => jobs.where('lease_until', '>', now))
    .$if(state === 'queued' || state === 'scheduled', (jobs) =>
      jobs
        .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
        .where('run_at', state === 'queued' ? '<=' : '>', now),
    )
  const rows = found
    .select(COLUMNS)
    .$if(state === 'failed', (jobs) => jobs.orderBy('dead_at', 'desc'))
    .$if(state === 'queued' || state === 'scheduled', (jobs) => jobs.orderBy('turn').orderBy('run_at').orderBy('id'))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
  const [jobs, { total }] = await Promise.all([
    rows.execute(),
    found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: jobs, total: Number(total) }
}

export function unfinishedJob(reader: Reader | Tx, id: number): Promise<JobRow | undefined> {
  return reader
    .selectFrom('jobs')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
}

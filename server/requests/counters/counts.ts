import type { Department, Priority, Status } from '../../../shared/requests.ts'
import type { Db } from '../../database/db.ts'
import { prepared } from '../../database/prepared.ts'
import type { Tables } from '../../database/tables.ts'
import { sinceLastCommit } from '../../database/since-last-commit.ts'

type RequestCount = Tables['request_counts']

const allCounts = prepared<object, RequestCount>((db) => db.selectFrom('request_counts').selectAll())

const countsOfPerson = prepared<{ kind: 'requester' | 'assignee'; person: string }, { status: Status; count: number }>(
  (db, hole) =>
    db
      .selectFrom('person_counts')
      .select(['status', 'count'])
      .where('kind', '=', hole.kind)
      .where('user_id', '=', hole.person),
)

const overdueUpTo = prepared<{ day: string }, { count: number | null }>((db, hole) =>
  db
    .selectFrom('day_counts')
    .select((row) => row.fn.sum<number | null>('count').as('count'))
    .where('kind', '=', 'overdue')
    .where('day', '<=', hole.day),
)

/** Null or left out: any. */
interface CountedBy {
  statuses?: Status[] | null
  departments?: Department[] | null
  priorities?: Priority[] | null
}

/** How many requests there are of any statuses, departments and priorities together. */
export async function countOf(
  db: Db,
  { statuses = null, departments = null, priorities = null }: CountedBy,
): Promise<number> {
  const counts = await sinceLastCommit(db, 'requests', () => allCounts(db.read, {}))
  let sum = 0
  for (const { status, department, priority, count } of counts) {
    if (statuses && !statuses.includes(status)) continue
    if (departments && !departments.includes(department)) continue
    if (priorities && !priorities.includes(priority)) continue
    sum += count
  }
  return sum
}

/** How many requests a person asked for, or works on ('' for nobody). */
export async function countOfPerson(
  db: Db,
  kind: 'requester' | 'assignee',
  person: string,
  statuses: Status[] | null,
): Promise<number> {
  const counts = await sinceLastCommit(db, `${kind} ${person}`, () => countsOfPerson(db.read, { kind, person }))
  return counts.reduce((sum, { status, count }) => (!statuses || statuses.includes(status) ? sum + count : sum), 0)
}

/** How many requests are overdue on a day of the office. */
export async function countOverdue(db: Db, day: string): Promise<number> {
  return sinceLastCommit(db, `overdue ${day}`, async () => (await overdueUpTo(db.read, { day }))[0]?.count ?? 0)
}

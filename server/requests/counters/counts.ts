import type { Department, Priority, Status } from '../../../shared/requests.ts'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

interface Sum {
  count: number | null
}

/** A filter that is null or left out matches everything. */
interface CountedBy {
  statuses?: Status[] | null
  departments?: Department[] | null
  priorities?: Priority[] | null
}

const countAll = prepared<object, Sum>((db) =>
  db.selectFrom('request_counts').select(({ fn }) => fn.sum<number | null>('count').as('count')),
)

/** The number of all requests. */
export async function countOfAll(db: Db): Promise<number> {
  return sumOf(await countAll(db.read, {}))
}

/** The number of requests with any of these statuses, departments and priorities. */
export async function countOf(db: Db, { statuses, departments, priorities }: CountedBy): Promise<number> {
  let query = db.read.selectFrom('request_counts').select(({ fn }) => fn.sum<number | null>('count').as('count'))
  if (statuses) query = query.where('status', 'in', statuses)
  if (departments) query = query.where('department', 'in', departments)
  if (priorities) query = query.where('priority', 'in', priorities)
  return countIn(query)
}

/** The number of requests a person asked for, or is assigned to ('' for unassigned). */
export async function countOfPerson(
  db: Db,
  kind: 'requester' | 'assignee',
  person: string,
  statuses: Status[] | null,
): Promise<number> {
  let query = db.read
    .selectFrom('person_counts')
    .select(({ fn }) => fn.sum<number | null>('count').as('count'))
    .where('kind', '=', kind)
    .where('user_id', '=', person)
  if (statuses) query = query.where('status', 'in', statuses)
  return countIn(query)
}

/** The number of requests overdue on a day in the office's time zone. */
export async function countOverdue(db: Db, day: string): Promise<number> {
  return countIn(
    db.read
      .selectFrom('day_counts')
      .select(({ fn }) => fn.sum<number | null>('count').as('count'))
      .where('kind', '=', 'overdue')
      .where('day', '<=', day),
  )
}

async function countIn(query: { execute(): Promise<Sum[]> }): Promise<number> {
  return sumOf(await query.execute())
}

function sumOf([row]: Sum[]): number {
  return Number(row?.count ?? 0)
}

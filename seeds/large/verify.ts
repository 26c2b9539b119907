import { sql } from 'kysely'
import type { Db, Reader } from '../../server/platform/database/db.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { OPEN_STATUSES } from '../../shared/request-rules.ts'

/**
 * Faults of a filled database as of a day, one line each; empty if it is consistent. The counters are compared with plain
 * row counts, independently of the code that computed them.
 */
export async function verifyOffice(db: Db, today: string): Promise<string[]> {
  const requests = await count(db.read, 'requests')
  const checks: [what: string, is: number | undefined, should: number][] = [
    ['search documents', await count(db.read, 'search_documents'), requests],
    ['comments in the search', await count(db.read, 'search_comments'), await count(db.read, 'comments')],
    ['creations in the history', await countEvents(db.read, 'created'), requests],
    ['comments in the history', await countEvents(db.read, 'commented'), await count(db.read, 'comments')],
    [
      'versions',
      await one(db.read, sql`select sum(version) as n from requests`),
      requests + (await countChanges(db.read)),
    ],
    ['creations by day', await sumOfDays(db.read, 'created'), requests],
    ['requests by requester', await sumOfPeople(db.read, 'requester'), requests],
    ['requests by assignee', await sumOfPeople(db.read, 'assignee'), requests],
    [
      'overdue by day',
      await one(db.read, sql`select sum(count) as n from day_counts where kind = 'overdue' and day <= ${today}`),
      await one(
        db.read,
        sql`select count(*) as n from requests where due_date < ${today} and status in (${sql.join(OPEN_STATUSES)})`,
      ),
    ],
  ]
  const rows = await db.read
    .selectFrom('requests')
    .select((row) => ['status', 'department', 'priority', row.fn.countAll<number>().as('count')])
    .groupBy(['status', 'department', 'priority'])
    .execute()
  const counted = await db.read
    .selectFrom('request_counts')
    .select((row) => ['status', 'department', 'priority', row.fn.sum<number>('count').as('count')])
    .groupBy(['status', 'department', 'priority'])
    .execute()
  for (const { status, department, priority, count: should } of rows) {
    const same = counted.find((c) => c.status === status && c.department === department && c.priority === priority)
    checks.push([`${status} ${department} ${priority}`, same?.count, should])
  }
  for (const [status, of] of Map.groupBy(rows, (row) => row.status)) {
    const flow = (await sumOfDays(db.read, `entered:${status}`)) - (await sumOfDays(db.read, `left:${status}`))
    checks.push([`entered less left: ${status}`, flow, of.reduce((sum, row) => sum + row.count, 0)])
  }
  if (db.engine === 'sqlite') {
    const indexed = await one(db.read, sql`select count(*) as n from search_index_docsize`)
    checks.push(['documents in the search index', indexed, requests])
  }
  return checks
    .filter(([, is, should]) => is !== should)
    .map(([what, is, should]) => `${what}: ${is ?? 'none'}, not ${should}`)
}

async function one(reader: Reader, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await query.execute(reader)
  return Number((rows[0] as { n: number | null }).n ?? 0)
}

function count(reader: Reader, table: keyof Tables): Promise<number> {
  return one(reader, sql`select count(*) as n from ${sql.table(table)}`)
}

function countEvents(reader: Reader, action: string): Promise<number> {
  return one(reader, sql`select count(*) as n from request_history where action = ${action}`)
}

/** Each change increments the version once, however many fields it has. */
function countChanges(reader: Reader): Promise<number> {
  return one(
    reader,
    sql`select count(*) as n from (select distinct request_number, version from request_history where field is not null) as c`,
  )
}

function sumOfDays(reader: Reader, kind: string): Promise<number> {
  return one(reader, sql`select sum(count) as n from day_counts where kind = ${kind}`)
}

function sumOfPeople(reader: Reader, kind: string): Promise<number> {
  return one(reader, sql`select sum(count) as n from person_counts where kind = ${kind}`)
}

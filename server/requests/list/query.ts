import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { STATUSES } from '../../../shared/requests.ts'
import type { Reader } from '../../database/db.ts'
import { prepared } from '../../database/prepared.ts'
import { DEPARTMENT_ORDER, type Page } from './criteria.ts'
import { by, COLUMNS, conditions, COUNTED, type FilterShape, type Hole, query, source, type Values } from './filters.ts'
import type { NamedRow } from '../row.ts'

/** Walks one or several indices in the order asked for; a column whose values have an order of their own is an arm for each. */
export interface Walk {
  index: string | null
  /** Each arm reads one value of these columns; more than one arm are merged. */
  arms: (keyof typeof COLUMNS)[]
}

interface PageShape extends FilterShape {
  sort: Page['sort']
  /** The direction in which the rows are read; the answer's may be the other (see `backwards`). */
  order: Page['order']
  /** Read from the end, because the page is nearer to it. */
  backwards: boolean
  walk: Walk
  /**
   * So many rows from the first on, written out, where nothing is filtered by. Only so does PostgreSQL know that few are
   * wanted when it plans once for all calls. Without it limit and offset are parameters, and every call is planned: what is
   * filtered by decides the way.
   */
  first?: number
}

const SORTED_BY: Record<Exclude<Page['sort'], 'requestId' | 'assignedTo'>, RawBuilder<unknown>> = {
  title: sql.ref('requests.title_key'),
  department: placeIn('requests.department', DEPARTMENT_ORDER),
  priority: sql.ref('requests.priority_rank'),
  status: placeIn('requests.status', Object.keys(STATUSES)),
  dueDate: sql.ref('requests.due_date'),
  createdAt: sql.ref('requests.created_at'),
  updatedAt: sql.ref('requests.updated_at'),
}

function placeIn(column: string, values: string[]): RawBuilder<number> {
  const cases = values.map((value, place) => sql`when ${sql.lit(value)} then ${sql.lit(place)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

/** One page, in order. The page is found first, on the indices alone; only its rows are then read whole and named. */
export const selectPage = prepared<Values, NamedRow, PageShape>(buildPage, {
  isPlannedOnce: (shape) => shape.first !== undefined,
})

function buildPage(db: Reader, holes: Hole, shape: PageShape) {
  const hole = shape.first === undefined ? holes : written(holes, shape.first)
  const read = direction(shape.order)
  const shown = shape.backwards ? direction(shape.order === 'asc' ? 'desc' : 'asc') : read
  const arms = armsOf(shape)
  // An arm must reach as far as the page itself may, since all its rows may come from there.
  const reach = arms.length > 1 || shape.sort === 'assignedTo' ? sql`limit ${hole.reach}` : sql``
  const found = arms.flatMap((arm) => armQueries(db, shape, hole, arm, read, reach))
  const page =
    found.length === 1
      ? found[0]!
      : sql`select * from (${sql.join(
          found.map((arm) => sql`select * from (${arm}) as arm`),
          sql` union all `,
        )}) as merged
          order by ${keys('merged', read)}`
  return query(db, sql<NamedRow>`${wholeRows(page, hole, keys('page', shown))}`)
}

function written(holes: Hole, first: number): Hole {
  const values: Hole = { limit: sql.lit(first), offset: sql.lit(0), reach: sql.lit(first) }
  return new Proxy(holes, { get: (target, name: string) => values[name] ?? target[name] })
}

/** The rows of a page, whole and with the names of their people. */
export function wholeRows(
  page: RawBuilder<unknown>,
  hole: Hole,
  order: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`select requests.number, requests.id, requests.request_id, requests.title, requests.description, requests.priority,
      requests.department, requests.status, requests.assigned_to_id, requests.requester_id, requests.due_date,
      requests.created_at, requests.updated_at, requests.started_at, requests.completed_at, requests.classified_at,
      requests.version, assignee.first_name as assignee_first, assignee.last_name as assignee_last,
      requester.first_name as requester_first, requester.last_name as requester_last${more}
    from (${page} limit ${hole.limit} offset ${hole.offset}) as page cross join requests
    left join users as assignee on assignee.id = requests.assigned_to_id
    left join users as requester on requester.id = requests.requester_id
    where requests.number = page.number order by ${order}`
}

type Direction = RawBuilder<unknown>
function direction(order: Page['order']): Direction {
  return sql.raw(order)
}

/** Every arm answers with the same columns: part, key, second key, number. */
function keys(table: string, way: Direction): RawBuilder<unknown> {
  return sql.join(['part', 'k', 'k2', 'number'].map((key) => sql`${sql.ref(`${table}.${key}`)} ${way}`))
}

type Arm = Partial<Record<Walk['arms'][number], number>>

function armsOf(shape: PageShape): Arm[] {
  return shape.walk.arms.reduce<Arm[]>(
    (arms, name) =>
      arms.flatMap((arm) => Array.from({ length: sizeOf(shape, name) }, (_, i) => ({ ...arm, [name]: i }))),
    [{}],
  )
}

/** Of a column without a filter every value is an arm; `list.ts` passes them all. */
function sizeOf(shape: PageShape, name: Walk['arms'][number]): number {
  return shape[COUNTED[name]] || { status: 5, department: 5, priority: 4 }[name]
}

function armQueries(db: Reader, shape: PageShape, hole: Hole, arm: Arm, read: Direction, reach: RawBuilder<unknown>) {
  const own = Object.entries(arm).map(
    ([name, i]) => sql<SqlBool>`${COLUMNS[name as keyof Arm]} = ${hole[`${name}${i}`]}`,
  )
  const where = sql.join([...own, conditions(shape, hole, shape.walk.index, shape.walk.arms)], sql` and `)
  const from = source(db, shape, hole, shape.walk.index)
  const none = sql`'' as k2`
  const number = shape.search ? sql`hits.number` : sql`requests.number`
  switch (shape.sort) {
    case 'requestId':
      return [
        sql`select 0 as part, 0 as k, ${none}, ${number} from ${from} where ${where} order by ${number} ${read} ${reach}`,
      ]
    case 'assignedTo':
      return byAssignee(db, shape, from, where, read, reach)
    default: {
      // An arm that reads one value of the sorted column has it in one place.
      const place = arm[shape.sort as keyof Arm]
      const k = place === undefined ? SORTED_BY[shape.sort] : sql.lit(place)
      const order = place === undefined ? sql`${k} ${read}, ${number} ${read}` : sql`${number} ${read}`
      return [
        sql`select 0 as part, ${k} as k, ${none}, ${number} from ${from} where ${where} order by ${order} ${reach}`,
      ]
    }
  }
}

/** By the assignee's name, unassigned at the end in either direction. */
function byAssignee(
  db: Reader,
  shape: PageShape,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  read: Direction,
  reach: RawBuilder<unknown>,
) {
  const walked = shape.walk.index !== null
  const named = sql`users.name_key as k, users.id as k2, requests.number`
  const people = walked ? sql`users ${by(db, 'users_by_name')} cross join ${from}` : sql`${from} cross join users`
  const ends = shape.order === 'asc' ? !shape.backwards : shape.backwards
  const part = (unassigned: boolean) => sql.lit(unassigned === ends ? 1 : 0)
  return [
    sql`select ${part(false)} as part, ${named} from ${people} where requests.assigned_to_id = users.id and ${where}
      order by users.name_key ${read}, users.id ${read}, requests.number ${read} ${reach}`,
    sql`select ${part(true)} as part, '' as k, '' as k2, requests.number from ${from}
      where requests.assigned_to_id is null and ${where} order by requests.number ${read} ${reach}`,
  ]
}

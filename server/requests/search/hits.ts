import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database/db.ts'
import type { Params } from '../../platform/database/prepared.ts'
import { engineOf } from '../../platform/database/dialect.ts'
import { hitsInComments, requestText } from './comment-hits.ts'
import { hitsInPages } from './page-hits.ts'
import { exceptNumber, hitsByPeople } from './people.ts'
import type { SearchShape, SearchValues } from './parse-search.ts'
import { isIn } from './search-terms.ts'

/**
 * The numbers of all requests that a search finds, as a table `(number)` to select from. Join the requests to it, filter,
 * order by number descending and limit: both engines then walk from the newest and stop early. Never sort all hits by
 * anything else: rank the newest few hundred in an outer query (`foundInHeading` first).
 *
 *     db.selectFrom(searchHits(db, shape, param).as('hits'))
 *       .innerJoin('requests', 'requests.number', 'hits.number').orderBy('hits.number', 'desc').limit(500)
 */
export function searchHits(
  db: Reader,
  shape: SearchShape,
  params: Params<SearchValues>,
): RawBuilder<{ number: number }> {
  const branches = searchBranches(db, shape, params)
  if (branches.length === 1) return branches[0]!
  return sql`(${sql.join(
    branches.map((branch) => sql`select number from ${branch} as branch`),
    sql` union `,
  )})`
}

/**
 * The branches of `searchHits`, each scanned from the newest by itself: the texts, the comments, each name, and the documents.
 * @param most number of newest hits needed, where no other condition narrows them
 */
export function searchBranches(
  db: Reader,
  shape: SearchShape,
  params: Params<SearchValues>,
  limit?: number,
): RawBuilder<{ number: number }>[] {
  const { pages, comments } = shape
  const inPages = pages ? [hitsInPages(db, { ...shape, pages }, params, limit)] : []
  const inComments = comments ? hitsInComments(db, { ...shape, comments }, params, limit) : []
  return [hitsInTexts(db, shape, params), ...inComments, ...hitsByPeople(db, shape, params), ...inPages]
}

function hitsInTexts(db: Reader, shape: SearchShape, params: Params<SearchValues>): RawBuilder<{ number: number }> {
  const others = exceptNumber(shape, params, shape.indexed ? sql`search_index.rowid` : sql`request_number`)
  const compared = Array.from({ length: shape.compared }, (_, i) => params[`compared${i}`]!)
  if (engineOf(db) === 'postgres') {
    const conditions = compared.map((pattern) => sql`${requestText()} like ${pattern} escape '\\'`)
    return sql`(select request_number as number from search_documents where ${sql.join(conditions, sql` and `)} ${others})`
  }
  const conditions = compared.map(isIn)
  if (!shape.indexed) {
    return sql`(select request_number as number from search_documents where ${sql.join(conditions, sql` and `)} ${others})`
  }
  const hit = sql`select search_index.rowid as number from search_index`
  if (conditions.length === 0) return sql`(${hit} where search_index match ${params['match']!} ${others})`
  return sql`(${hit} cross join search_documents on request_number = search_index.rowid
    where search_index match ${params['match']!} and ${sql.join(conditions, sql` and `)} ${others})`
}

/** 1 when the request's title or number alone holds every word, else 0. Needs `requests` in the query. */
export function foundInHeading(db: Reader, shape: SearchShape, params: Params<SearchValues>): RawBuilder<number> {
  const within = (word: RawBuilder<unknown>) =>
    engineOf(db) === 'postgres'
      ? sql`(strpos(requests.title_key, ${word}) > 0 or strpos(lower(requests.request_id), ${word}) > 0)`
      : sql`(instr(requests.title_key, ${word}) > 0 or instr(lower(requests.request_id), ${word}) > 0)`
  const words = Array.from({ length: shape.words }, (_, i) => within(params[`word${i}`]!))
  return sql`case when ${sql.join(words, sql` and `)} then 1 else 0 end`
}

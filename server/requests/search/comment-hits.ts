import { type RawBuilder, sql } from 'kysely'
import { engineOf } from '../../platform/database/dialect.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { Params } from '../../platform/database/prepared.ts'
import { commentsOf } from './comments.ts'
import type { CommentShape, SearchShape, SearchValues } from './parse-search.ts'
import { exceptNumber } from './people.ts'

/** Filters are applied to this many of the newest comments with the words. */
const SCAN_LIMIT = 20_000
/** Words that stand partly in a comment are looked for in this many of the newest comments, and requests, with one of them. */
const MIXED_LIMIT = 500

type Shape = SearchShape & { comments: CommentShape }

/**
 * The numbers of requests with a comment that has every word, and of those whose words stand partly in comments, partly
 * elsewhere, each from the newest on.
 * @param limit number of newest hits needed
 */
export function hitsInComments(
  db: Reader,
  shape: Shape,
  params: Params<SearchValues>,
  limit = SCAN_LIMIT,
): RawBuilder<{ number: number }>[] {
  return [hitsInOne(db, shape, params, limit), ...mixedHits(db, shape, params)]
}

/** SQLite scans in the order of ids and stops at the limit; PostgreSQL plans for itself. */
function hitsInOne(db: Reader, shape: Shape, params: Params<SearchValues>, limit: number) {
  const { indexed, compared } = shape.comments
  const words = Array.from({ length: compared }, (_, i) => has(db, sql`said.text`, params[`commentCompared${i}`]!))
  const hits = newestWith(db, indexed ? params['commentMatch']! : null, words, shape, params)
  const inOrder = engineOf(db) === 'postgres' ? sql`order by number desc` : sql``
  return sql<{ number: number }>`(select distinct number from (${hits}) as found ${inOrder} limit ${sql.lit(limit)})`
}

/**
 * Every hit contains one word, the rarest if it is known: in a comment, or in its own texts. The others are looked up in
 * each such request.
 */
function mixedHits(db: Reader, shape: Shape, params: Params<SearchValues>): RawBuilder<{ number: number }>[] {
  const { pivot } = shape.comments
  if (pivot === null || shape.words < 2) return []
  const isPostgres = engineOf(db) === 'postgres'
  const word = params['pivotWord']!
  const others = Array.from({ length: shape.words }, (_, i) => i)
    .filter((i) => i !== pivot)
    .map((i) => inRequest(db, sql`number`, params[`word${i}`]!, params['internal']!))
  const inComments = isPostgres
    ? newestWith(db, null, [has(db, sql`said.text`, word)], shape, params)
    : newestWith(db, params['commentPivot']!, [], shape, params)
  const inTexts = isPostgres
    ? sql`select request_number as number from search_documents where ${requestText()} like ${word} escape '\\'
        ${exceptNumber(shape, params, sql`request_number`)} order by request_number desc`
    : sql`select rowid as number from search_index where search_index match ${params['textPivot']!}
        ${exceptNumber(shape, params, sql`rowid`)} order by rowid desc`
  return [inComments, inTexts].map(
    (scan) => sql<{ number: number }>`(select distinct number from (${scan} limit ${sql.lit(MIXED_LIMIT)}) as newest
      where ${sql.join(others, sql` and `)})`,
  )
}

function newestWith(
  db: Reader,
  match: RawBuilder<unknown> | null,
  conditions: RawBuilder<unknown>[],
  shape: Shape,
  params: Params<SearchValues>,
): RawBuilder<unknown> {
  const from = match
    ? sql`search_comment_index cross join search_comments as said on said.id = search_comment_index.rowid
        where search_comment_index match ${match} and said.is_internal <= ${params['internal']!}`
    : sql`search_comments as said where said.is_internal <= ${params['internal']!}`
  const others = conditions.map((condition) => sql`and ${condition}`)
  const isPostgres = engineOf(db) === 'postgres'
  const newest = isPostgres ? sql`said.request_number` : match ? sql`search_comment_index.rowid` : sql`said.id`
  return sql`select said.request_number as number from ${from} ${sql.join(others, sql` `)}
    ${exceptNumber(shape, params, sql`said.request_number`)} order by ${newest} desc`
}

function has(db: Reader, text: RawBuilder<unknown>, word: RawBuilder<unknown>): RawBuilder<unknown> {
  return engineOf(db) === 'postgres' ? sql`${text} like ${word} escape '\\'` : sql`instr(${text}, ${word})`
}

/** The searched text of a request on PostgreSQL: the expression of its index. */
export function requestText(): RawBuilder<string> {
  return sql`(request_id || chr(10) || title || chr(10) || description)`
}

/** Whether a request has a word in its texts or in a comment. */
export function inRequest(
  db: Reader,
  number: RawBuilder<unknown>,
  word: RawBuilder<unknown>,
  internal: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const at = engineOf(db) === 'postgres' ? sql`strpos` : sql`instr`
  return sql`(exists (select 1 from search_documents as document where document.request_number = ${number}
      and (${at}(document.request_id, ${word}) > 0 or ${at}(document.title, ${word}) > 0
        or ${at}(document.description, ${word}) > 0))
    or exists (select 1 from search_comments as other where ${commentsOf(number, 'other')}
      and other.is_internal <= ${internal} and ${at}(other.text, ${word}) > 0))`
}

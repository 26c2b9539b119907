import { type RawBuilder, sql } from 'kysely'
import { fold, foldWithin } from '../../shared/fold.ts'
import { LIMITS } from '../../shared/text-rules.ts'
import type { Db, Reader, Tx } from '../database/db.ts'
import { type Params, prepared } from '../database/prepared.ts'
import { hitsInPages } from './page-hits.ts'
import { exceptNumber, hitsByPeople } from './people.ts'
import type { Tables } from '../database/tables.ts'
import { engineOf, escapeLike } from '../database/dialect.ts'

/** Makes a new request findable. Call it in the transaction that stores the request. */
export async function addToSearch(
  tx: Tx,
  request: { number: number; requestId: string; title: string; description: string },
): Promise<void> {
  await insertDocument(tx, {
    request_number: request.number,
    request_id: fold(request.requestId),
    title: foldWithin(request.title, LIMITS.title),
    description: foldWithin(request.description, LIMITS.description),
    comments: '',
  })
}

const insertDocument = prepared<Tables['search_documents'], Record<string, never>>((db, param) =>
  db.insertInto('search_documents').values({
    request_number: param.request_number,
    request_id: param.request_id,
    title: param.title,
    description: param.description,
    comments: param.comments,
  }),
)

/** Makes changed texts of a request findable; those left out stay as they are. */
export async function changeInSearch(
  tx: Tx,
  number: number,
  texts: { title?: string | undefined; description?: string | undefined },
): Promise<void> {
  if (texts.title === undefined && texts.description === undefined) return
  await tx
    .updateTable('search_documents')
    .set({
      ...(texts.title !== undefined && { title: foldWithin(texts.title, LIMITS.title) }),
      ...(texts.description !== undefined && { description: foldWithin(texts.description, LIMITS.description) }),
    })
    .where('request_number', '=', number)
    .execute()
}

/** Makes a new comment findable under its request. */
export async function addCommentToSearch(tx: Tx, number: number, comment: string): Promise<void> {
  await appendComment(tx, { number, line: foldWithin(comment, LIMITS.comment) + '\n' })
}

/**
 * So much of a discussion can be found: its newest part. The whole text of a request is indexed anew with every comment, so
 * without an end each comment would hold everybody up the longer the more were written before it.
 */
export const MOST_COMMENTS = 30_000

const appendComment = prepared<{ number: number; line: string }, Record<string, never>>((db, param) =>
  db
    .updateTable('search_documents')
    .set((row) => {
      const all = sql`${row.ref('comments')} || ${param.line}`
      const most = sql.lit(MOST_COMMENTS)
      return { comments: engineOf(db) === 'postgres' ? sql`right(${all}, ${most})` : sql`substr(${all}, -${most})` }
    })
    .where('request_number', '=', param.number),
)

/** What decides how the pages of documents are searched. */
export interface PageShape {
  /** whether the index answers (SQLite) */
  indexed: boolean
  /** how many words only a comparison with the text answers */
  compared: number
}

/** What decides the SQL of a search: small, so that `prepared` keeps few variants. */
export interface SearchShape {
  /** whether the index answers (SQLite) */
  indexed: boolean
  /** how many words only a comparison with the text answers */
  compared: number
  words: number
  /** names: the words of each, by their place (see `withPeople`) */
  people: number[][]
  /** whether one number is left out of the hits */
  except: boolean
  /** null while no document has text */
  pages: PageShape | null
}
/**
 * Values for the params `match`, `compared0`…, `word0`…, `people0`…, `except`, `pageMatch` and `pageCompared0`…, to be spread
 * into a prepared query's parameters.
 */
export type SearchValues = Record<string, string | number>

export interface Search {
  /** folded */
  words: string[]
  shape: SearchShape
  values: SearchValues
  /**
   * True when there is so much to look through that the worst phrase would hold up the event loop: run the query with
   * `db.readInWorker`.
   */
  slow: boolean
}

/**
 * A one- or two-letter word that at least this many of the newest documents have is found fastest by reading from the
 * newest on: finding its trigrams would mean reading the list of every document that has one of them.
 */
const SAMPLE = 200
const COMMON_IN_SAMPLE = 10
/** A rarer one with more trigrams than this is compared, too: so long a query costs more than it saves. */
const MOST_TRIGRAMS = 200
/** From here on a phrase of usual trigrams that occurs nowhere takes more than a few milliseconds. */
const MANY_DOCUMENTS = 20_000

/**
 * Understands what a person typed into a search box: every word, in any order and spelling (see `fold`), anywhere in
 * number, title, description or comments, or on one page of a document. No character means anything special.
 * @returns undefined when there is nothing to search for
 */
export async function understandSearch(db: Db, text: string): Promise<Search | undefined> {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  const named = Object.fromEntries(words.map((word, i) => [`word${i}`, word]))
  const postgres = db.engine === 'postgres'
  // Searches must not hold all connections of PostgreSQL: nobody else waits for them.
  const slow = postgres || (await newestDocument(db.read)) > MANY_DOCUMENTS
  const texts = postgres ? comparing(words) : await matching(db, words, slow)
  const hasPages = await isAnyPageIndexed(db.read)
  const pages = !hasPages ? null : postgres ? comparing(words) : await matchingPages(db, words, slow)
  return {
    words,
    shape: {
      indexed: texts.matches.length > 0,
      compared: texts.compared.length,
      words: words.length,
      people: [],
      except: false,
      pages: pages && { indexed: pages.matches.length > 0, compared: pages.compared.length },
    },
    values: {
      ...named,
      match: texts.matches.join(' AND '),
      ...Object.fromEntries(texts.compared.map((word, i) => [`compared${i}`, word])),
      ...(pages && { pageMatch: pages.matches.join(' AND ') }),
      ...Object.fromEntries((pages?.compared ?? []).map((word, i) => [`pageCompared${i}`, word])),
    },
    slow,
  }
}

/** What the index is asked for, and what the texts are compared with. */
interface Asked {
  matches: string[]
  compared: string[]
}

function comparing(words: string[]): Asked {
  return { matches: [], compared: words.map((word) => `%${escapeLike(word)}%`) }
}

async function matching(db: Db, words: string[], slow: boolean): Promise<Asked> {
  const matches: string[] = []
  const compared: string[] = []
  for (const word of words) {
    if ([...word].length >= 3) matches.push(quoted(word))
    else if (await isCommon(db.read, word)) compared.push(word)
    else {
      const trigrams = await trigramsFrom(db, 'search_trigrams', word, slow)
      if (trigrams.length === 0) matches.push(NOWHERE)
      else if (trigrams.length <= MOST_TRIGRAMS) matches.push(`(${trigrams.map(quoted).join(' OR ')})`)
      else compared.push(word)
    }
  }
  return { matches, compared }
}

/** Pages are read from the newest on: a short word of many trigrams is met soon. */
async function matchingPages(db: Db, words: string[], slow: boolean): Promise<Asked> {
  const matches = words.filter((word) => [...word].length >= 3).map(quoted)
  const short = words.filter((word) => [...word].length < 3)
  if (matches.length > 0) return { matches, compared: short }
  const compared: string[] = []
  for (const word of short) {
    const trigrams = await trigramsFrom(db, 'search_page_trigrams', word, slow)
    if (trigrams.length === 0) matches.push(NOWHERE)
    else if (trigrams.length <= MOST_TRIGRAMS) matches.push(`(${trigrams.map(quoted).join(' OR ')})`)
    else compared.push(word)
  }
  return { matches, compared }
}

async function isAnyPageIndexed(read: Reader): Promise<boolean> {
  const { rows } = await sql`select 1 from search_pages limit 1`.execute(read)
  return rows.length > 0
}

/** The folded words of a search, each once and without those that another one contains. */
function wordsOf(text: string): string[] {
  const words = [...new Set(foldWithin(text, LIMITS.search).split(/\s+/u))].filter((word) => word !== '')
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

/** Stands for a word that occurs nowhere. */
const NOWHERE = '("aaa" NOT "aaa")'

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

async function isCommon(read: Reader, word: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*) as n
    from (select * from search_documents order by request_number desc limit ${SAMPLE})
    where ${isIn(sql`${word}`)}`.execute(read)
  return rows[0]!.n >= COMMON_IN_SAMPLE
}

async function trigramsFrom(db: Db, vocabulary: string, beginning: string, slow: boolean): Promise<string[]> {
  // U+10FFFF is no character, so nothing sorts behind it.
  const query = sql<{ term: string }>`select term from ${sql.table(vocabulary)}
    where term >= ${beginning} and term < ${beginning + '\u{10ffff}'} limit ${MOST_TRIGRAMS + 1}`.compile(db.read)
  const rows = slow ? await db.readInWorker(query, 'search') : (await db.read.executeQuery(query)).rows
  return rows.map((row) => row.term)
}

/** Whether a search document of SQLite has a word somewhere. */
function isIn(word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(instr(request_id, ${word}) or instr(title, ${word}) or instr(description, ${word}) or instr(comments, ${word}))`
}

async function newestDocument(read: Reader): Promise<number> {
  const { rows } = await sql<{ n: number | null }>`select max(request_number) as n from search_documents`.execute(read)
  return rows[0]?.n ?? 0
}

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
 * The parts of `searchHits`, each walked from the newest by itself: by the texts, by each name, and by the documents.
 * @param most of the newest that are needed, where nothing else narrows them
 */
export function searchBranches(
  db: Reader,
  shape: SearchShape,
  params: Params<SearchValues>,
  most?: number,
): RawBuilder<{ number: number }>[] {
  const { pages } = shape
  const inPages = pages ? [hitsInPages(db, { ...shape, pages }, params, most)] : []
  return [hitsInTexts(db, shape, params), ...hitsByPeople(db, shape, params), ...inPages]
}

function hitsInTexts(db: Reader, shape: SearchShape, params: Params<SearchValues>): RawBuilder<{ number: number }> {
  const others = exceptNumber(shape, params, shape.indexed ? sql`search_index.rowid` : sql`request_number`)
  const compared = Array.from({ length: shape.compared }, (_, i) => params[`compared${i}`]!)
  if (engineOf(db) === 'postgres') {
    const text = sql`(request_id || chr(10) || title || chr(10) || description || chr(10) || comments)`
    const conditions = compared.map((pattern) => sql`${text} like ${pattern} escape '\\'`)
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

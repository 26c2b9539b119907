import { sql } from 'kysely'
import { foldWithin } from '../../../shared/fold.ts'
import { LIMITS } from '../../../shared/text-rules.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import { comparing, matching, matchingNewest, rarestOf } from './search-terms.ts'

/** Determines how the pages of documents are searched. */
export interface PageShape {
  /** whether the index answers (SQLite) */
  indexed: boolean
  /** how many words only a comparison with the text answers */
  compared: number
}

/** Determines how comments are searched. */
export interface CommentShape extends PageShape {
  /** index of the word that every hit must have in one place; null: only comments with every word are found */
  pivot: number | null
}

/** Determines the SQL of a search. Small, so that `prepared` caches few variants. */
export interface SearchShape {
  /** whether the index answers (SQLite) */
  indexed: boolean
  /** how many words only a comparison with the text answers */
  compared: number
  words: number
  /** the word indexes of each name (see `withPeople`) */
  people: number[][]
  /** whether one number is left out of the hits */
  except: boolean
  /** null while no document has text */
  pages: PageShape | null
  /** null while there are no comments */
  comments: CommentShape | null
}
/**
 * Values for the params `match`, `compared0`…, `word0`…, `people0`…, `except`, `pageMatch`, `pageCompared0`…, `commentMatch`,
 * `commentCompared0`…, `pivotWord`, `commentPivot`, `textPivot` and `internal` (1 also searches internal notes), to be
 * spread into a prepared query's parameters.
 */
export type SearchValues = Record<string, string | number>

export interface Search {
  /** folded */
  words: string[]
  shape: SearchShape
  values: SearchValues
  /**
   * True where the worst phrase would block the event loop: run the query with `db.readInWorker`.
   */
  slow: boolean
}

/** With more documents, a phrase of common trigrams that occurs nowhere takes more than a few milliseconds. */
const MANY_DOCUMENTS = 20_000

/**
 * Parses the text of a search box: every word, in any order and spelling (see `fold`), anywhere in number, title,
 * description or comments, or on one page of a document. No character has a special meaning.
 * @param internal whether internal notes are searched, too
 * @returns undefined when there is nothing to search for
 */
export async function parseSearch(db: Db, text: string, internal = false): Promise<Search | undefined> {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  const named = Object.fromEntries(words.map((word, i) => [`word${i}`, word]))
  const postgres = db.engine === 'postgres'
  // On PostgreSQL always with `readInWorker`: searches must not occupy the connections that others need.
  const slow = postgres || (await newestDocument(db.read)) > MANY_DOCUMENTS
  const texts = postgres ? comparing(words) : await matching(db, words, slow)
  const hasPages = await isAnyIndexed(db.read, 'search_pages')
  const pages = !hasPages
    ? null
    : postgres
      ? comparing(words)
      : await matchingNewest(db, 'search_page_trigrams', words, slow)
  const comments = (await isAnyIndexed(db.read, 'search_comments')) ? await inComments(db, words, slow) : null
  return {
    words,
    shape: {
      indexed: texts.matches.length > 0,
      compared: texts.compared.length,
      words: words.length,
      people: [],
      except: false,
      pages: pages && { indexed: pages.matches.length > 0, compared: pages.compared.length },
      comments: comments?.shape ?? null,
    },
    values: {
      ...named,
      match: texts.matches.join(' AND '),
      ...Object.fromEntries(texts.compared.map((word, i) => [`compared${i}`, word])),
      ...(pages && { pageMatch: pages.matches.join(' AND ') }),
      ...Object.fromEntries((pages?.compared ?? []).map((word, i) => [`pageCompared${i}`, word])),
      ...comments?.values,
      internal: internal ? 1 : 0,
    },
    slow,
  }
}

/** How the words are looked for in comments. */
async function inComments(
  db: Db,
  words: string[],
  slow: boolean,
): Promise<{ shape: CommentShape; values: SearchValues }> {
  const isPostgres = db.engine === 'postgres'
  const find = (some: string[]) =>
    isPostgres ? comparing(some) : matchingNewest(db, 'search_comment_trigrams', some, slow)
  const { matches, compared } = await find(words)
  const pivot = words.length < 2 ? 0 : isPostgres ? longestOf(words) : await rarestOf(db, words, slow)
  const commentPivot = isPostgres || words.length < 2 ? undefined : (await find([words[pivot]!])).matches[0]
  const textPivot = isPostgres || words.length < 2 ? undefined : (await matching(db, [words[pivot]!], slow)).matches[0]
  const isPivot = isPostgres || (commentPivot !== undefined && textPivot !== undefined)
  return {
    shape: { indexed: matches.length > 0, compared: compared.length, pivot: isPivot ? pivot : null },
    values: {
      commentMatch: matches.join(' AND '),
      ...Object.fromEntries(compared.map((word, i) => [`commentCompared${i}`, word])),
      pivotWord: comparing([words[pivot]!]).compared[0]!,
      ...(commentPivot !== undefined && { commentPivot }),
      ...(textPivot !== undefined && { textPivot }),
    },
  }
}

/** Usually the rarest. */
function longestOf(words: string[]): number {
  return words.reduce((best, word, i) => (word.length > words[best]!.length ? i : best), 0)
}

async function isAnyIndexed(read: Reader, table: 'search_pages' | 'search_comments'): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(read)
  return rows.length > 0
}

/** The folded words of a search, without duplicates and without words that another one contains. */
function wordsOf(text: string): string[] {
  const words = [...new Set(foldWithin(text, LIMITS.search).split(/\s+/u))].filter((word) => word !== '')
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

async function newestDocument(read: Reader): Promise<number> {
  const { rows } = await sql<{ n: number | null }>`select max(request_number) as n from search_documents`.execute(read)
  return rows[0]?.n ?? 0
}

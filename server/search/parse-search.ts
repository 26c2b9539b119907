import { type RawBuilder, sql } from 'kysely'
import { foldWithin } from '../../shared/fold.ts'
import { LIMITS } from '../../shared/text-rules.ts'
import type { Db, Reader } from '../database/db.ts'
import { escapeLike } from '../database/dialect.ts'
import { yieldFairly } from '../fairness/yield-fairly.ts'

/** Determines how the pages of documents are searched. */
export interface PageShape {
  /** whether the index answers (SQLite) */
  indexed: boolean
  /** how many words only a comparison with the text answers */
  compared: number
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
   * True where the worst phrase would block the event loop: run the query with `db.readInWorker`.
   */
  slow: boolean
}

/**
 * A one- or two-letter word that at least COMMON_IN_SAMPLE of the SAMPLE newest documents have is found fastest by
 * scanning from the newest on: the index would have to read the posting list of each of its trigrams.
 */
const SAMPLE = 200
const COMMON_IN_SAMPLE = 10
/** A rarer word with more trigrams than this is compared, too: so long a query costs more than it saves. */
const MAX_TRIGRAMS = 200
/** With more documents, a phrase of common trigrams that occurs nowhere takes more than a few milliseconds. */
const MANY_DOCUMENTS = 20_000

/**
 * Parses the text of a search box: every word, in any order and spelling (see `fold`), anywhere in number, title,
 * description or comments, or on one page of a document. No character has a special meaning.
 * @returns undefined when there is nothing to search for
 */
export async function parseSearch(db: Db, text: string): Promise<Search | undefined> {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  const named = Object.fromEntries(words.map((word, i) => [`word${i}`, word]))
  const postgres = db.engine === 'postgres'
  // On PostgreSQL always with `readInWorker`: searches must not occupy the connections that others need.
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

/** The terms for the index, and the words to compare with the texts. */
interface SearchTerms {
  matches: string[]
  compared: string[]
}

function comparing(words: string[]): SearchTerms {
  return { matches: [], compared: words.map((word) => `%${escapeLike(word)}%`) }
}

async function matching(db: Db, words: string[], slow: boolean): Promise<SearchTerms> {
  const matches: string[] = []
  const compared: string[] = []
  for (const word of words) {
    if ([...word].length >= 3) matches.push(quoted(word))
    else if (await isCommon(db.read, word)) compared.push(word)
    else {
      const trigrams = await trigramsFrom(db, 'search_trigrams', word, slow)
      if (trigrams.length === 0) matches.push(NOWHERE)
      else if (trigrams.length <= MAX_TRIGRAMS) matches.push(`(${trigrams.map(quoted).join(' OR ')})`)
      else compared.push(word)
    }
  }
  return { matches, compared }
}

/** Pages are scanned from the newest on, where a short word of many trigrams is found soon. */
async function matchingPages(db: Db, words: string[], slow: boolean): Promise<SearchTerms> {
  const matches = words.filter((word) => [...word].length >= 3).map(quoted)
  const short = words.filter((word) => [...word].length < 3)
  if (matches.length > 0) return { matches, compared: short }
  const compared: string[] = []
  for (const word of short) {
    const trigrams = await trigramsFrom(db, 'search_page_trigrams', word, slow)
    if (trigrams.length === 0) matches.push(NOWHERE)
    else if (trigrams.length <= MAX_TRIGRAMS) matches.push(`(${trigrams.map(quoted).join(' OR ')})`)
    else compared.push(word)
  }
  return { matches, compared }
}

async function isAnyPageIndexed(read: Reader): Promise<boolean> {
  const { rows } = await sql`select 1 from search_pages limit 1`.execute(read)
  return rows.length > 0
}

/** The folded words of a search, without duplicates and without words that another one contains. */
function wordsOf(text: string): string[] {
  const words = [...new Set(foldWithin(text, LIMITS.search).split(/\s+/u))].filter((word) => word !== '')
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

/** Matches nothing: for a word that occurs nowhere. */
const NOWHERE = '("aaa" NOT "aaa")'

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

async function isCommon(read: Reader, word: string): Promise<boolean> {
  // A search may have dozens of short words, and each sample of long texts takes several milliseconds.
  await yieldFairly()
  const { rows } = await sql<{ n: number }>`select count(*) as n
    from (select * from search_documents order by request_number desc limit ${SAMPLE})
    where ${isIn(sql`${word}`)}`.execute(read)
  return rows[0]!.n >= COMMON_IN_SAMPLE
}

async function trigramsFrom(db: Db, vocabulary: string, beginning: string, slow: boolean): Promise<string[]> {
  // U+10FFFF is not a character, so nothing sorts after it.
  const query = sql<{ term: string }>`select term from ${sql.table(vocabulary)}
    where term >= ${beginning} and term < ${beginning + '\u{10ffff}'} limit ${MAX_TRIGRAMS + 1}`.compile(db.read)
  const rows = slow ? await db.readInWorker(query, 'search') : (await db.read.executeQuery(query)).rows
  return rows.map((row) => row.term)
}

async function newestDocument(read: Reader): Promise<number> {
  const { rows } = await sql<{ n: number | null }>`select max(request_number) as n from search_documents`.execute(read)
  return rows[0]?.n ?? 0
}

/** Whether a search document of SQLite has a word somewhere. */
export function isIn(word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(instr(request_id, ${word}) or instr(title, ${word}) or instr(description, ${word}) or instr(comments, ${word}))`
}

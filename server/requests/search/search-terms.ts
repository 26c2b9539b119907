import { type RawBuilder, sql } from 'kysely'
import type { Db, Reader } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/dialect.ts'
import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'

/**
 * A one- or two-letter word that at least COMMON_IN_SAMPLE of the SAMPLE newest documents have is found fastest by
 * scanning from the newest on: the index would have to read the posting list of each of its trigrams.
 */
const SAMPLE = 200
const COMMON_IN_SAMPLE = 10
/** A rarer word with more trigrams than this is compared, too: so long a query costs more than it saves. */
const MAX_TRIGRAMS = 200

/** Occurrences counted of a word, to tell which of several is rare. */
const MAX_COUNTED = 1000

/** The terms for the index, and the words to compare with the texts. */
interface SearchTerms {
  matches: string[]
  compared: string[]
}

export function comparing(words: string[]): SearchTerms {
  return { matches: [], compared: words.map((word) => `%${escapeLike(word)}%`) }
}

export async function matching(db: Db, words: string[], slow: boolean): Promise<SearchTerms> {
  const matches: string[] = []
  const compared: string[] = []
  for (const word of words) {
    if ([...word].length >= 3) matches.push(quoted(word))
    else if (await isCommon(db.read, 'texts', word)) compared.push(word)
    else {
      const term = await termFrom(db, 'search_trigrams', word, slow)
      if (term === undefined) compared.push(word)
      else matches.push(term)
    }
  }
  return { matches, compared }
}

/** Pages and comments are scanned from the newest on, where a short word of many trigrams is found soon. */
export async function matchingNewest(
  db: Db,
  vocabulary: 'search_page_trigrams' | 'search_comment_trigrams',
  words: string[],
  slow: boolean,
): Promise<SearchTerms> {
  const matches = words.filter((word) => [...word].length >= 3).map(quoted)
  const short = words.filter((word) => [...word].length < 3)
  if (matches.length > 0) return { matches, compared: short }
  const compared: string[] = []
  for (const word of short) {
    const isScanned = vocabulary === 'search_comment_trigrams' && (await isCommon(db.read, 'comments', word))
    const term = isScanned ? undefined : await termFrom(db, vocabulary, word, slow)
    if (term === undefined) compared.push(word)
    else matches.push(term)
  }
  return { matches, compared }
}

/** Matches nothing: for a word that occurs nowhere. */
const NOWHERE = '("aaa" NOT "aaa")'

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

async function isCommon(read: Reader, where: 'texts' | 'comments', word: string): Promise<boolean> {
  // A search may have dozens of short words, and each sample of long texts takes several milliseconds.
  await yieldFairly()
  const [table, order, has] =
    where === 'texts'
      ? [sql`search_documents`, sql`request_number`, isIn(sql`${word}`)]
      : [sql`search_comments`, sql`id`, sql`instr(text, ${word})`]
  const { rows } = await sql<{ n: number }>`select count(*) as n
    from (select * from ${table} order by ${order} desc limit ${SAMPLE}) where ${has}`.execute(read)
  return rows[0]!.n >= COMMON_IN_SAMPLE
}

/** The index of the word that the fewest requests and comments have, counted up to a limit; 0 if all are short. */
export async function rarestOf(db: Db, words: readonly string[], slow: boolean): Promise<number> {
  const long = words.flatMap((word, i) => ([...word].length >= 3 ? [{ word, i }] : []))
  if (long.length < 2) return long[0]?.i ?? 0
  await yieldFairly()
  const count = (index: string, word: string) => sql`(select count(*) from (select rowid from ${sql.table(index)}
    where ${sql.ref(index)} match ${quoted(word)} limit ${sql.lit(MAX_COUNTED)}))`
  const counts = long.map(
    ({ word, i }) =>
      sql`select ${sql.lit(i)} as i, ${count('search_index', word)} + ${count('search_comment_index', word)} as n`,
  )
  const query = sql<{ i: number }>`select i from (${sql.join(counts, sql` union all `)}) order by n, i limit 1`
  const rows = slow ? await db.readInWorker(query.compile(db.read), 'search') : (await query.execute(db.read)).rows
  return rows[0]!.i
}

/** The trigrams that begin with a short word, as one term; undefined if they are too many. */
async function termFrom(db: Db, vocabulary: string, beginning: string, slow: boolean): Promise<string | undefined> {
  // U+10FFFF is not a character, so nothing sorts after it.
  const query = sql<{ term: string }>`select term from ${sql.table(vocabulary)}
    where term >= ${beginning} and term < ${beginning + '\u{10ffff}'} limit ${MAX_TRIGRAMS + 1}`.compile(db.read)
  const rows = slow ? await db.readInWorker(query, 'search') : (await db.read.executeQuery(query)).rows
  if (rows.length === 0) return NOWHERE
  return rows.length <= MAX_TRIGRAMS ? `(${rows.map(({ term }) => quoted(term)).join(' OR ')})` : undefined
}

/** Whether a search document of SQLite has a word somewhere. */
export function isIn(word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(instr(request_id, ${word}) or instr(title, ${word}) or instr(description, ${word}))`
}

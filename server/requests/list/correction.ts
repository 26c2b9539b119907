import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fold } from '../../../shared/fold.ts'
import type { Db } from '../../platform/database/db.ts'
import { withPeople } from '../search/people.ts'
import { type Search, parseSearch } from '../search/parse-search.ts'
import { type Criteria, NO_CRITERIA } from './criteria.ts'
import { conditions, source } from './filters.ts'
import { nearest, maxTypos } from './spelling.ts'
import { countOfSearch } from './totals.ts'
import type { Scope } from '../visibility.ts'

/** A search with more words than this is not treated as a typo. */
const MAX_WORDS = 6
/** Requests whose words are compared: the newest, and the newest that contain each part of the word. */
const DOCUMENTS = 200
/** Characters read of each description. */
const READ = 1500
const MAX_NAMES = 2000

/**
 * Corrects a search that found nothing: strips quotation marks and replaces the words without hits by the nearest ones
 * of the vocabulary. That consists of the words of the newest requests and of those that share a part with the misspelt
 * word, and of people's names. Both engines read the same texts. Only requests that the asker may see are read, so that
 * a correction reveals nothing else.
 * @returns null when no word is near enough
 */
export async function correctSearch(db: Db, scope: Scope, text: string): Promise<string | null> {
  const typed = text.trim().split(/\s+/u)
  if (typed.length > MAX_WORDS) return null
  const criteria = { ...NO_CRITERIA, scope }
  const words: string[] = []
  for (const word of typed.map(withoutQuotes).filter(Boolean))
    words.push((await correctWord(db, criteria, fold(word))) ?? word)
  const corrected = words.join(' ')
  return corrected === '' || corrected === typed.join(' ') ? null : corrected
}

/** People quote a phrase as for a web search; in our search a quotation mark is an ordinary character. */
function withoutQuotes(word: string): string {
  return word.replace(/^["'“”„‘’«»]+|["'“”„‘’«»]+$/gu, '')
}

async function correctWord(db: Db, criteria: Criteria, word: string): Promise<string | null> {
  if (maxTypos(word) === 0) return null
  const search = await parseSearch(db, word)
  if (!search) return null
  const { total } = await countOfSearch(db, criteria, await withPeople(db, search), 2)
  return total > 0 ? null : nearest(word, await vocabularyNear(db, criteria, word))
}

/** One typo leaves at least one half of a word intact, two leave one third. */
function partsOf(word: string): string[] {
  const size = Math.max(3, Math.floor(word.length / (maxTypos(word) + 1)))
  const starts = [0, Math.floor((word.length - size) / 2), word.length - size]
  return [...new Set(starts.map((start) => word.slice(start, start + size)))]
}

async function vocabularyNear(db: Db, criteria: Criteria, word: string): Promise<Map<string, number>> {
  const uses = new Map<string, number>()
  const slips = maxTypos(word)
  const seen = new Set<number>()
  const add = (texts: string) => {
    for (const [found] of texts.matchAll(/\p{L}+/gu)) {
      if (Math.abs(found.length - word.length) <= slips) uses.set(found, (uses.get(found) ?? 0) + 1)
    }
  }
  for (const part of [null, ...partsOf(word)]) {
    const search = part === null ? null : ((await parseSearch(db, part)) ?? null)
    // Only title and description are read, so a hit in a document or comment would not contain the word.
    const texts = await textsOf(db, criteria, search && inTextsAlone(search))
    for (const { number, text } of texts) {
      if (seen.has(number)) continue
      seen.add(number)
      add(text)
      if (seen.size % 20 === 0) await nextTurn()
    }
  }
  const people = await db.read.selectFrom('users').select('name_key').limit(MAX_NAMES).execute()
  for (const { name_key } of people) add(name_key)
  return uses
}

const inTextsAlone = (search: Search): Search => ({
  ...search,
  shape: { ...search.shape, pages: null, comments: null },
})

async function textsOf(db: Db, criteria: Criteria, search: Search | null): Promise<{ number: number; text: string }[]> {
  const query = sql<{ number: number; text: string }>`select document.request_number as number,
      document.title || ' ' || substr(document.description, 1, ${sql.lit(READ)}) as text
    from (select requests.number from ${source(db.read, criteria, search)} where ${conditions(criteria, search)}
      order by ${search ? sql`hits.number` : sql`requests.number`} desc limit ${sql.lit(DOCUMENTS)}) as newest
    cross join search_documents as document where document.request_number = newest.number`
  return search?.slow ? db.readInWorker(query.compile(db.read), 'search') : (await query.execute(db.read)).rows
}

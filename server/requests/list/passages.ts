import { type RawBuilder, sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { decidingWords } from '../../../shared/deciding-words.ts'
import { fold } from '../../../shared/fold.ts'
import { fullName } from '../../../shared/people.ts'
import type { ListedRequest, Passage } from '../../../shared/request-list.ts'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'
import { commentsOf } from '../search/comments.ts'
import { isNamed } from '../search/people.ts'
import { findPage } from '../search/page-hits.ts'
import { NAME_PAGE } from '../search/pages.ts'
import type { Search } from '../search/parse-search.ts'
import { engineOf } from '../../platform/database/dialect.ts'
import { type Excerpt, passageIn } from './passage.ts'
import { type NamedRow, toServiceRequest } from '../row.ts'

/** Characters scanned per response; later rows come without a passage. */
const MAX_CHARACTERS = 200_000
/** A longer total of comments is read in the worker. */
const QUICK_BYTES = 64 * 1024
/** Comments of a request in which an excerpt is looked for. */
const MAX_READ = 5

/** Yield after this long: an embedded database answers synchronously, so a hundred rows would block the event loop. */
const YIELD_AFTER_MS = 2

/** The rows of a search, each with an excerpt around its hit unless title and number contain all words that decide. */
export async function withPassages(db: Db, search: Search, rows: NamedRow[]): Promise<ListedRequest[]> {
  const budget = { left: MAX_CHARACTERS }
  const listed: ListedRequest[] = []
  let began = performance.now()
  for (const row of rows) {
    if (performance.now() - began > YIELD_AFTER_MS) {
      await yieldFairly()
      began = performance.now()
    }
    const passage = await findPassage(db, search, row, budget)
    listed.push({ ...toServiceRequest(row), ...(passage && { passage }) })
  }
  return listed
}

type Budget = { left: number }

async function findPassage(db: Db, search: Search, row: NamedRow, budget: Budget): Promise<Passage | null> {
  const heading = fold(`${row.request_id}\n${row.title}`)
  const missing = decidingWords(search.words).filter((word) => !heading.includes(word))
  if (missing.length === 0) return null
  const inDocument = await inDocuments(db, search, row, missing, budget)
  if (inDocument) return inDocument
  const described = await look(row.description, missing, budget)
  const inDescription = described && { source: 'description' as const, text: described.text }
  if (described?.words === missing.length) return inDescription
  const requester = fullName({ firstName: row.requester_first ?? '', lastName: row.requester_last ?? '' })
  if (!described && missing.some((word) => isNamed(fold(requester), word)))
    return { source: 'requester', text: requester }
  const assignee = fold(`${row.assignee_first ?? ''} ${row.assignee_last ?? ''}`)
  // The row already shows its assignee.
  const others = missing.filter((word) => !isNamed(assignee, word))
  const commented = await lookInComments(db, search, row.number, others, budget)
  if (!commented || commented.words <= (described?.words ?? 0)) return inDescription
  return { source: 'comment', text: commented.text }
}

/** The newest of the comments with the most of the words. */
async function lookInComments(
  db: Db,
  search: Search,
  number: number,
  words: string[],
  budget: Budget,
): Promise<Excerpt | null> {
  let best: Excerpt | null = null
  for (const comment of await commentsWith(db, search, number, words)) {
    const found = await look(comment, words, budget)
    if (found && found.words > (best?.words ?? 0)) best = found
    if (best?.words === words.length) break
  }
  return best
}

/** A document that contains all words says more than a description that contains some. */
async function inDocuments(
  db: Db,
  search: Search,
  row: NamedRow,
  missing: string[],
  budget: Budget,
): Promise<Passage | null> {
  if (!search.shape.pages || hasAll(row.description, missing)) return null
  const hit = await findPage(db, search, row.number)
  const found = hit ? await look(hit.text, missing, budget) : null
  if (!hit || !found) return null
  const { text } = found
  const { id, name, page, pages } = hit
  return page === NAME_PAGE
    ? { source: 'document-name', text, document: { id, name, page: 1, pages } }
    : { source: 'document', text, document: { id, name, page, pages } }
}

function hasAll(text: string, words: string[]): boolean {
  const folded = fold(text)
  return words.every((word) => folded.includes(word))
}

async function look(text: string, words: string[], budget: Budget): Promise<Excerpt | null> {
  if (budget.left <= 0) return null
  budget.left -= text.length
  // A long text takes a millisecond or two.
  if (text.length > 2000) await nextTurn()
  return passageIn(text, words)
}

/** The newest comments with the most of the words, those with more of them first. */
async function commentsWith(db: Db, search: Search, number: number, words: string[]): Promise<string[]> {
  if (words.length === 0 || !search.shape.comments) return []
  const named = Object.fromEntries(words.map((word, i) => [`word${i}`, word]))
  const values = { number, internal: search.values['internal']!, ...named }
  const isSlow = search.slow || (await bytesOfComments(db, number)) > QUICK_BYTES
  const shape = { words: words.length }
  const rows = isSlow
    ? await db.readInWorker(bestComments.fill(db.read, values, shape), 'search')
    : await bestComments(db.read, values, shape)
  return rows.map(({ comment }) => comment)
}

/** Bytes to scan on SQLite, which does so in this process; 0 on PostgreSQL. */
async function bytesOfComments(db: Db, number: number): Promise<number> {
  if (db.engine === 'postgres') return 0
  const [all] = await sizeOfComments(db.read, { number })
  return all?.bytes ?? 0
}

const sizeOfComments = prepared<{ number: number }, { bytes: number | null }>((db, param) => {
  const text = sql<{ bytes: number | null }>`select sum(octet_length(said.text)) as bytes
    from search_comments as said where ${commentsOf(param.number, 'said')}`
  return { compile: () => text.compile(db) }
})

const bestComments = prepared<Record<string, string | number>, { comment: string }, { words: number }>(
  (db, param, { words }) => {
    const at = engineOf(db) === 'postgres' ? sql`strpos` : sql`instr`
    const has = (word: RawBuilder<unknown>) => sql`case when ${at}(said.text, ${word}) > 0 then 1 else 0 end`
    const count = sql.join(
      Array.from({ length: words }, (_, i) => has(param[`word${i}`]!)),
      sql` + `,
    )
    const number = param['number']!
    const text = sql<{ comment: string }>`select comments.comment from (
        select said.id, said.comment_id, ${count} as hits from search_comments as said
        where ${commentsOf(number, 'said')} and said.is_internal <= ${param['internal']!}) as counted
      join comments on comments.id = counted.comment_id
      where hits > 0 order by hits desc, counted.id desc limit ${sql.lit(MAX_READ)}`
    return { compile: () => text.compile(db) }
  },
)

import { setImmediate as nextTurn } from 'node:timers/promises'
import { isFunctionWord } from '../../../engine/text/function-words.ts'
import { commonBeginning } from '../../../engine/text/inflections.ts'
import { addDays } from '../../../shared/dates.ts'
import { fold } from '../../../shared/fold.ts'
import type { Db } from '../../platform/database/db.ts'
import type { WantedDocument } from './document-question.ts'
import {
  candidatesOf,
  type CandidateRow,
  type DocumentScope,
  idsOfDocuments,
  idsWithWords,
} from './document-queries.ts'
import { documentsSaying } from './page-queries.ts'
import { type Candidate, type Scored, dated, alikeBest, inOrder, newestOfName } from './rank-documents.ts'

export interface FoundDocuments {
  /** the best matches, equally good */
  best: Candidate[]
  /** weaker matches */
  others: Candidate[]
  /** without any match: documents that match except for their kind or their time */
  near: Candidate[]
}

/** Score of a word on some page: it identifies a document less than its title does. */
const ON_SOME_PAGE = 0.4

/** Candidates whose dates are parsed before yielding to the event loop. */
const CANDIDATES_PER_YIELD = 10

/** The documents that a question may mean, among those visible to its asker. */
export async function findDocuments(
  db: Db,
  within: DocumentScope,
  query: WantedDocument,
  numbers: readonly number[] | null,
): Promise<FoundDocuments> {
  const rows = await candidatesOf(db, within, await idsFor(db, within, query, numbers))
  const named = rows.filter((row) => isNamed(row, query.names))
  const worded = await withWords(db, named, query.words)
  const scored: Scored[] = []
  for (const [i, { row, score }] of worded.entries()) {
    if (i % CANDIDATES_PER_YIELD === CANDIDATES_PER_YIELD - 1) await nextTurn()
    scored.push(dated(row, query, score))
  }
  const fitting = scored.filter(({ isKind, isInTime }) => isKind && isInTime)
  const ordered = query.order ? inOrder(fitting, query.order).slice(0, 1) : alikeBest(fitting)
  if (ordered.length > 0) {
    const others = fitting.filter((one) => !ordered.includes(one))
    return { best: newestOfName(ordered), others: newestOfName(others), near: [] }
  }
  const isPlain = query.words.length + query.names.length === 0 && numbers === null
  return {
    best: [],
    others: [],
    near: isPlain ? [] : newestOfName(scored.filter(({ isInTime, isKind }) => isInTime || isKind)),
  }
}

async function idsFor(
  db: Db,
  within: DocumentScope,
  { words, names, span }: WantedDocument,
  numbers: readonly number[] | null,
): Promise<string[]> {
  if (numbers !== null) return idsOfDocuments(db, within, { numbers })
  const searchable = [...names.map((name) => fold(name)), ...words.map(stemOf)].filter((word) => word.length >= 3)
  const unattached = await idsOfDocuments(db, within, { isUnattached: true })
  if (searchable.length > 0) return [...(await idsWithWords(db, within, searchable)), ...unattached]
  const then = span ? await idsOfDocuments(db, within, { from: span.from, to: addDays(span.to, 1) }) : []
  return [...then, ...(await idsOfDocuments(db, within, { isUnattached: false })), ...unattached]
}

function isNamed({ name }: CandidateRow, names: readonly string[]): boolean {
  const own = fold(name)
  return names.every((one) => own === fold(one) || own.replace(/\.\w+$/, '') === fold(one).replace(/\.\w+$/, ''))
}

/** Documents with every word, in their name, their head or their request's title, else on some page. */
async function withWords(db: Db, rows: readonly CandidateRow[], words: readonly string[]) {
  let left = rows.map((row) => ({ row, score: 0 }))
  for (const word of words.map(stemOf)) {
    const isIn = ({ row }: { row: CandidateRow }) => headOf(row).includes(word)
    const saying = await documentsSaying(
      db,
      left.filter((one) => !isIn(one)).map(({ row }) => row),
      word,
    )
    left = left.flatMap((one) => {
      if (isIn(one)) return [{ ...one, score: one.score + 1 }]
      return saying.has(one.row.id) ? [{ ...one, score: one.score + ON_SOME_PAGE }] : []
    })
  }
  return left
}

/** The beginnings by which the database finds the words of a topic in all their forms; the engine decides which forms match. */
export function topicStems(topic: string): string[] {
  return topic
    .split(' ')
    .filter((word) => !isFunctionWord(word))
    .map(commonBeginning)
    .filter((word) => word.length > 1)
}

/** Strips the plural ending, so that "operators" also matches "operator". Short words stay, as they may be names. */
function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|es|s)$/, '') : word
}

function headOf({ name, title, head, first, last }: CandidateRow): string {
  return fold(`${name}\n${title ?? ''}\n${first ?? ''} ${last ?? ''}\n${head ?? ''}`)
}

/** Documents by file, the newest first: one file may be attached to several requests. */
export function sameFiles(rows: readonly CandidateRow[]): CandidateRow[][] {
  return [...Map.groupBy(rows, ({ checksum, name }) => `${checksum} ${name}`).values()]
}

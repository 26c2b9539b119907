import { type Kysely, sql } from 'kysely'
import { fold, foldWithin } from '../../../../shared/fold.ts'
import { LIMITS } from '../../../../shared/text-rules.ts'
import type { Engine } from '../db.ts'
import { rekey } from './0038-people.ts'
import { up as foldNames } from './0067-folded-names.ts'

/** Rows read at once: their longest texts fit into a few megabytes. */
const BATCH_SIZE = 200
const NAME_PAGE = 0
const MAX_COMMENT_CHARACTERS = 30_000

/**
 * Folds all stored texts anew, because `fold` now also makes apostrophes, hyphens, digits, letters without a decomposition
 * and Arabic letter forms equal, and removes what cannot be seen. Only rows that change are written.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`create trigger search_pages_changed after update on search_pages when old.text is not new.text
      begin insert into search_page_changes (id) values (new.id) on conflict do nothing; end`.execute(db)
  }
  await rekey(db)
  await foldNames(db)
  await foldDepartments(db)
  await foldRequests(db)
  await foldPages(db)
}

/** The first of several departments whose names have become equal gets the common key. */
async function foldDepartments(db: Kysely<unknown>) {
  const { rows } = await sql<{ key: string; name: string; name_key: string }>`
    select key, name, name_key from departments order by created_at, key`.execute(db)
  const taken = new Set<string>()
  const changed = rows.flatMap(({ key, name, name_key }) => {
    const common = fold(name)
    const folded = taken.has(common) ? `${common} ${key}` : common
    taken.add(folded)
    return folded === name_key ? [] : [{ key, folded }]
  })
  // In two passes: the new key of one department may be the old key of another.
  for (const { key } of changed)
    await sql`update departments set name_key = ${`\u0001 ${key}`} where key = ${key}`.execute(db)
  for (const { key, folded } of changed)
    await sql`update departments set name_key = ${folded} where key = ${key}`.execute(db)
}

interface StoredRequest {
  number: number
  title: string
  description: string
  title_key: string
  folded_title: string
  folded_description: string
  folded_comments: string
}

async function foldRequests(db: Kysely<unknown>) {
  for (let after = -1; ;) {
    const { rows } = await sql<StoredRequest>`select requests.number, requests.title, requests.description, title_key,
        document.title as folded_title, document.description as folded_description, comments as folded_comments
      from requests join search_documents as document on request_number = requests.number
      where requests.number > ${after} order by requests.number limit ${BATCH_SIZE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const comments = await commentsOf(db, Number(rows[0]!.number), Number(last.number))
    for (const row of rows) await foldRequest(db, row, comments.get(Number(row.number)) ?? '')
    after = Number(last.number)
  }
}

/** The folded comments of each request, in the order of writing. */
async function commentsOf(db: Kysely<unknown>, first: number, last: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ request_number: number; comment: string }>`select request_number, comment from comments
    where request_number >= ${first} and request_number <= ${last} order by request_number, created_at, id`.execute(db)
  const folded = new Map<number, string>()
  for (const { request_number, comment } of rows) {
    const number = Number(request_number)
    folded.set(number, `${folded.get(number) ?? ''}${foldWithin(comment, LIMITS.comment)}\n`)
  }
  return folded
}

async function foldRequest(db: Kysely<unknown>, row: StoredRequest, allComments: string) {
  const title = foldWithin(row.title, LIMITS.title)
  const description = foldWithin(row.description, LIMITS.description)
  const comments = allComments.slice(-MAX_COMMENT_CHARACTERS).toWellFormed()
  if (title !== row.title_key)
    await sql`update requests set title_key = ${title} where number = ${row.number}`.execute(db)
  if (title === row.folded_title && description === row.folded_description && comments === row.folded_comments) return
  await sql`update search_documents set title = ${title}, description = ${description}, comments = ${comments}
    where request_number = ${row.number}`.execute(db)
}

async function foldPages(db: Kysely<unknown>) {
  for (let after = -1; ;) {
    const { rows } = await sql<{
      id: number
      folded: string
      text: string | null
    }>`select pages.id, pages.text as folded,
        case when pages.page = ${NAME_PAGE} then documents.name else file_pages.text end as text
      from search_pages as pages join documents on documents.id = pages.document_id
      left join file_pages on file_pages.checksum = documents.checksum and file_pages.page = pages.page
      where pages.id > ${after} order by pages.id limit ${BATCH_SIZE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    for (const { id, folded, text } of rows) {
      const anew = foldWithin(text ?? folded, (text ?? folded).length)
      if (anew !== folded) await sql`update search_pages set text = ${anew} where id = ${id}`.execute(db)
    }
    after = Number(last.id)
  }
}

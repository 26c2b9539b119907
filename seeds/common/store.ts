import { CompiledQuery, type Insertable } from 'kysely'
import { fold } from '../../shared/fold.ts'
import type { Tx } from '../../server/platform/database/db.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { engineOf, reserveNumbers } from '../../server/platform/database/dialect.ts'
import { COMMENTS_OF_REQUEST } from '../../server/requests/search/comments.ts'
import { ALL_COLUMNS } from '../../server/requests/row.ts'
import type { Life } from './life.ts'

const COLUMNS = {
  requests: ALL_COLUMNS,
  request_history: [
    'request_number',
    'at',
    'actor_id',
    'action',
    'field',
    'old_value',
    'new_value',
    'reason',
    'version',
    'comment_id',
  ],
  comments: ['id', 'request_number', 'author_id', 'comment', 'created_at'],
  search_documents: ['request_number', 'request_id', 'title', 'description'],
  search_comments: ['id', 'request_number', 'comment_id', 'is_internal', 'text'],
} as const satisfies { [T in keyof Tables]?: readonly (keyof Tables[T])[] }

type Stored = keyof typeof COLUMNS

/** Stores requests with their history, comments and search documents, and advances the number sequence past them. */
export async function storeLives(tx: Tx, lives: Life[]): Promise<void> {
  if (lives.length === 0) return
  const history = lives.flatMap((life) => life.history)
  // In chronological order, as the server would have written it.
  history.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  await insertAll(
    tx,
    'requests',
    lives.map((life) => life.row),
  )
  await insertAll(
    tx,
    'comments',
    lives.flatMap((life) => life.comments),
  )
  await insertAll(tx, 'request_history', history)
  await insertAll(tx, 'search_documents', lives.map(searchDocument))
  await insertAll(tx, 'search_comments', lives.flatMap(searchComments))
  await reserveNumbers(
    tx,
    lives.reduce((most, life) => Math.max(most, life.row.number), 0),
  )
}

function searchDocument({ row }: Life): Tables['search_documents'] {
  return {
    request_number: row.number,
    request_id: fold(row.request_id),
    title: row.title_key,
    description: fold(row.description),
  }
}

function searchComments({ row, comments }: Life): Tables['search_comments'][] {
  return comments.map(({ id, comment }, place) => ({
    id: row.number * COMMENTS_OF_REQUEST + place,
    request_number: row.number,
    comment_id: id,
    is_internal: 0,
    text: fold(comment),
  }))
}

/** Parameters of one statement that both engines accept. */
const MAX_PARAMETERS = 30_000

/** Chunks are as large as possible and equal, so that the statement is prepared only once. */
async function insertAll<T extends Stored>(tx: Tx, table: T, rows: Insertable<Tables[T]>[]): Promise<void> {
  const columns: readonly string[] = COLUMNS[table]
  const chunk = Math.min(Math.floor(MAX_PARAMETERS / columns.length), 500)
  for (let from = 0; from < rows.length; from += chunk) {
    const part = rows.slice(from, from + chunk)
    const parameters: unknown[] = []
    for (const row of part) for (const column of columns) parameters.push(row[column as keyof typeof row] ?? null)
    await tx.executeQuery(CompiledQuery.raw(insertSql(tx, table, columns, part.length), parameters))
  }
}

const texts = new Map<string, string>()

function insertSql(tx: Tx, table: Stored, columns: readonly string[], rows: number): string {
  const engine = engineOf(tx)
  const key = `${engine} ${table} ${rows}`
  let text = texts.get(key)
  if (!text) {
    let marks = 0
    const mark = () => (engine === 'postgres' ? `$${++marks}` : '?')
    const values = Array.from({ length: rows }, () => `(${columns.map(mark).join(', ')})`)
    text = `insert into ${table} (${columns.join(', ')}) values ${values.join(', ')}`
    if (texts.size > 100) texts.clear()
    texts.set(key, text)
  }
  return text
}

import { type Kysely, sql } from 'kysely'
import { foldWithin } from '../../../../shared/fold.ts'

interface Stored {
  id: string
  request_number: number
  name: string
}

const PAGES_OF_REQUEST = 2 ** 20
const NAME_PAGE = 0

/** Makes documents findable by their names: a row of `search_pages` each, behind the pages of its request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Stored>`select id, request_number, name from documents
    where request_number is not null order by request_number, id`.execute(db)
  for (const [number, documents] of Map.groupBy(rows, (row) => Number(row.request_number))) {
    const first = number * PAGES_OF_REQUEST
    const found = await sql<{ last: number | null }>`select max(id) as last from search_pages
      where id >= ${first} and id < ${first + PAGES_OF_REQUEST}`.execute(db)
    const from = Number(found.rows[0]?.last ?? first - 1) + 1
    for (const [i, { id, name }] of documents.entries()) {
      await sql`insert into search_pages (id, request_number, document_id, page, text)
        values (${from + i}, ${number}, ${id}, ${NAME_PAGE}, ${foldWithin(name, name.length)})`.execute(db)
    }
  }
}

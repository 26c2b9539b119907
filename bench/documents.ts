import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Tx } from '../server/platform/database/db.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { openFiles } from '../server/platform/files/open.ts'
import { indexName, indexPages } from '../server/requests/search/pages.ts'
import { randomFrom } from '../seeds/common/random.ts'
import { writeDescription } from '../seeds/large/grammar.ts'
import type { Place } from './databases.ts'

/** Documents stored per transaction. */
const BATCH_SIZE = 50
const PAGES = 2
/** Characters of a page; two pages make the 5 kB of a usual letter. */
const PAGE = 2500

/** Adds documents with content and extracted text to an office, spread evenly over its requests. No server may be running on it. */
export async function addDocuments({ dataDir, databaseUrl }: Place, count: number): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl, withoutTimeouts: true })
  const files = openFiles({ dataDir, bucket: undefined })
  try {
    const [person] = await db.read.selectFrom('users').select('id').limit(1).execute()
    const { newest } = await db.read
      .selectFrom('requests')
      .select((row) => row.fn.max('number').as('newest'))
      .executeTakeFirstOrThrow()
    const random = randomFrom(7)
    const pageText = () => {
      let text = ''
      while (text.length < PAGE) text += `${writeDescription(random)}\n`
      return text.slice(0, PAGE)
    }
    for (let from = 0; from < count; from += BATCH_SIZE) {
      const inputs = Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, i): Wanted => {
        const requestNumber = 1 + Math.floor(((from + i) * (newest - 1)) / count)
        const pages = Array.from({ length: PAGES }, pageText)
        return {
          id: `bench-${from + i}`,
          requestNumber,
          personId: person!.id,
          pages,
          content: Buffer.from(pages.join('')),
        }
      })
      for (const { id, content } of inputs) await files.put(id, Readable.from([content]), content.length, true)
      await db.write(async (tx) => {
        for (const document of inputs) await addDocument(tx, document)
      })
    }
    // Without table statistics, PostgreSQL plans blindly until its next autovacuum.
    if (db.engine === 'postgres') await db.write(async (tx) => void (await sql`analyze`.execute(tx)))
  } finally {
    await db.close()
  }
}

interface Wanted {
  id: string
  requestNumber: number
  personId: string
  pages: string[]
  content: Buffer
}

async function addDocument(tx: Tx, { id, requestNumber, personId, pages, content }: Wanted): Promise<void> {
  const at = '2026-01-05T08:00:00.000Z'
  const checksum = createHash('sha256').update(content).digest('hex')
  const rows = pages.map((text, i) => ({ page: i + 1, text }))
  const file = {
    checksum,
    store_key: id,
    size: content.length,
    type: 'pdf' as const,
    stored_at: at,
    text_note: null,
    pages: PAGES,
  }
  const document = { id, request_number: requestNumber, checksum, name: `${id}.pdf`, size: content.length }
  const nobody = { deleted_at: null, deleted_by_id: null }
  await tx
    .insertInto('files')
    .values({ ...file, text_state: 'ready' })
    .execute()
  await tx
    .insertInto('file_pages')
    .values(rows.map((row) => ({ checksum, ...row })))
    .execute()
  await tx
    .insertInto('documents')
    .values({ ...document, uploaded_by_id: personId, uploaded_at: at, ...nobody })
    .execute()
  await indexName(tx, { id, requestNumber, name: document.name })
  await indexPages(tx, { id, requestNumber }, rows)
}

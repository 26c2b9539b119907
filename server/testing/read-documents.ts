import { createHash, randomUUID } from 'node:crypto'
import type { Db } from '../platform/database/db.ts'
import type { DocumentReader } from '../document-ai/read.ts'

interface WantedFile {
  /** pages of text; omitted while the text is not read yet */
  pages?: string[]
  name?: string
}

const AT = '2026-03-10T09:00:00.000Z'

/** A file whose content is its text, as if it had been stored and extracted. @returns its checksum */
async function buildFile(db: Db, { pages }: WantedFile): Promise<string> {
  const content = pages?.join('\f') ?? randomUUID()
  const checksum = createHash('sha256').update(content).digest('hex')
  await db.write(async (tx) => {
    const known = await tx.selectFrom('files').select('checksum').where('checksum', '=', checksum).executeTakeFirst()
    if (known) return
    await tx
      .insertInto('files')
      .values({
        checksum,
        store_key: randomUUID(),
        size: content.length,
        type: 'pdf',
        stored_at: AT,
        text_state: pages ? 'ready' : 'waiting',
        text_note: null,
        pages: pages?.length ?? null,
      })
      .execute()
    const rows = pages?.map((text, i) => ({ checksum, page: i + 1, text })) ?? []
    if (rows.length > 0) await tx.insertInto('file_pages').values(rows).execute()
  })
  return checksum
}

/** A complete upload of a person that is not attached yet. @returns the upload's id */
export async function buildUpload(db: Db, file: WantedFile & { userId: string }): Promise<string> {
  const checksum = await buildFile(db, file)
  const id = randomUUID()
  const name = file.name ?? 'Minutes of the transit working group.pdf'
  const size = 1000
  const times = { created_at: AT, expires_at: '2099-01-01T00:00:00.000Z' }
  await db.write((tx) =>
    tx
      .insertInto('uploads')
      .values({ id, user_id: file.userId, name, size, received: size, checksum, ...times })
      .execute(),
  )
  return id
}

/** A document attached to a request, or to none. @returns its id */
export async function buildDocument(
  db: Db,
  file: WantedFile & { uploadedById: string; requestNumber?: number },
): Promise<string> {
  const checksum = await buildFile(db, file)
  const id = randomUUID()
  await db.write((tx) =>
    tx
      .insertInto('documents')
      .values({
        id,
        request_number: file.requestNumber ?? null,
        checksum,
        name: file.name ?? 'Letter of the ministry.pdf',
        size: 1000,
        uploaded_by_id: file.uploadedById,
        uploaded_at: AT,
        deleted_at: null,
        deleted_by_id: null,
      })
      .execute(),
  )
  return id
}

/** A simplified engine: every sentence with "should" is a proposal, and "Order:" marks a prompt injection. */
export const simpleReader: DocumentReader = async (pages) => {
  const sentences = pages.flatMap(({ number, text }) =>
    [...text.matchAll(/[^.\n]+\./g)].map((match) => {
      const passage = match[0].trim()
      const start = text.indexOf(passage, match.index)
      return { passage, place: { page: number, start, end: start + passage.length } }
    }),
  )
  const orders = sentences.filter(({ passage }) => passage.startsWith('Order:'))
  const asks = sentences.filter((one) => one.passage.includes('should') && !orders.includes(one))
  const proposals = asks.map(({ passage, place }) => ({
    title: passage.slice(0, -1),
    description: `${passage}\n\nFrom page ${place.page}.`,
    department: 'it',
    priority: 'medium' as const,
    dueDate: /\d{4}-\d\d-\d\d/.exec(passage)?.[0] ?? null,
    place,
    passage,
    section: '3. Guarantees in transit',
    confidence: 0.8,
  }))
  const summary = sentences.slice(0, 2).map(({ passage, place }) => ({ text: passage, place }))
  const facts = sentences.flatMap(({ place, passage }) =>
    [...passage.matchAll(/\d{4}-\d\d-\d\d/g)].map((match) => {
      const start = place.start + match.index
      const text = match[0]
      return { kind: 'date' as const, text, value: text, place: { ...place, start, end: start + text.length } }
    }),
  )
  const engine = { name: 'local', version: '9.9', learnedFrom: 0 }
  return { reading: { proposals, summary, facts, promptInjections: orders.map(({ place }) => place) }, engine }
}

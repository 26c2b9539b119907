import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import type { Db } from '../../server/platform/database/db.ts'
import { orderedId } from '../../server/platform/database/ordered-id.ts'
import type { FileStore } from '../../server/platform/files/file-store.ts'
import type { TextState } from '../../shared/documents.ts'

const MEGABYTE = 1024 * 1024
/** Maximum documents of a person waiting for Document AI. */
const LETTERS = 40
const PAGES_OF_LETTER = 5
const UPLOADS = 50

/** Files that an ordinary account can have uploaded, and uploads that it has started. */
export interface Files {
  /** id of a document of 10 MB */
  large: string
  /** ids of documents whose text has not been read */
  letters: string[]
  /** ids of uploads of 10 MB without any data yet */
  uploads: string[]
}

export interface Owner {
  personId: string
  requestNumber: number
}

export async function storeFiles(db: Db, files: FileStore, owner: Owner): Promise<Files> {
  const filling = Buffer.alloc(10 * MEGABYTE, '%PDF-1.7\n% customs tariff line\n')
  const { id: large } = await attach(db, files, owner, filling, 'ready')
  const letters: string[] = []
  for (let i = 0; i < LETTERS; i++) letters.push((await attach(db, files, owner, await letter(i), 'waiting')).id)
  return { large, letters, uploads: await beginUploads(db, owner) }
}

/** Stores a document without a job that reads it. */
export async function attach(
  db: Db,
  files: FileStore,
  owner: Owner,
  content: Buffer,
  text_state: TextState,
): Promise<{ id: string; checksum: string }> {
  const now = new Date()
  const at = now.toISOString()
  const id = orderedId(now)
  const checksum = createHash('sha256').update(content).digest('hex')
  const [name, size] = [`${id}.pdf`, content.length]
  await files.put(id, Readable.from([content]), size)
  const file = { checksum, store_key: id, size, type: 'pdf' as const, stored_at: at, text_note: null, pages: null }
  const document = { id, request_number: owner.requestNumber, checksum, name, size }
  const nobody = { deleted_at: null, deleted_by_id: null }
  await db.write(async (tx) => {
    await tx
      .insertInto('files')
      .values({ ...file, text_state })
      .execute()
    await tx
      .insertInto('documents')
      .values({ ...document, uploaded_by_id: owner.personId, uploaded_at: at, ...nobody })
      .execute()
  })
  return { id, checksum }
}

async function beginUploads(db: Db, { personId }: Owner): Promise<string[]> {
  const now = new Date()
  const times = { created_at: now.toISOString(), expires_at: new Date(now.getTime() + 86_400_000).toISOString() }
  const rows = Array.from({ length: UPLOADS }, () => {
    const id = orderedId(now)
    return { id, user_id: personId, name: 'x.pdf', size: 10 * MEGABYTE, received: 0, checksum: null, ...times }
  })
  await db.write((tx) => tx.insertInto('uploads').values(rows).execute())
  return rows.map(({ id }) => id)
}

export function letter(seed: number): Promise<Buffer> {
  const pdf = new Pdf({ autoFirstPage: false, size: 'A4' })
  for (let page = 1; page <= PAGES_OF_LETTER; page++) {
    pdf.addPage().fontSize(11)
    for (let line = 0; line < 40; line++) {
      pdf.text(`${seed}.${page}.${line} The portal should show the seal number before a declaration is released.`)
    }
  }
  pdf.end()
  return buffer(pdf)
}

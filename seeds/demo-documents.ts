import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import type { Db, Tx } from '../server/platform/database/db.ts'
import { orderedId } from '../server/platform/database/ordered-id.ts'
import { insertReading } from '../server/document-ai/reading-queries.ts'
import { scheduleReading } from '../server/document-ai/jobs.ts'
import { enqueueExtraction } from '../server/documents/extraction/jobs.ts'
import type { FileStore } from '../server/platform/files/file-store.ts'
import { recordDocument } from '../server/requests/history/service.ts'
import type { JobQueue } from '../server/platform/jobs/queue.ts'
import type { Job } from '../server/platform/jobs/job.ts'
import { insertDocument } from '../server/documents/uploads/attach-queries.ts'
import { newContentKey } from '../server/documents/uploads/pieces.ts'
import { insertFile } from '../server/documents/uploads/queries.ts'
import { OFFICE } from './common/office.ts'
import { type DemoDocument, FILES, type Letter, lettersAt } from './letters.ts'

interface Deps {
  db: Db
  clock: () => Date
  files: Pick<FileStore, 'put'>
  queue: JobQueue
}

const FOLDER = join(import.meta.dirname, 'documents')

interface Stored {
  document: DemoDocument
  type: 'pdf' | 'docx' | 'png'
  store_key: string
  size: number
  checksum: string
}

/** Attaches the documents and has Document AI read one of them, all in the transaction that completes the job. */
export async function addDemoDocuments({ db, clock, files, queue }: Deps, job: Job): Promise<void> {
  const now = clock()
  const stored: Stored[] = []
  const store = async (document: DemoDocument, type: Stored['type'], content: Buffer) => {
    const store_key = newContentKey()
    await files.put(store_key, Readable.from([content]), content.length)
    job.signal.throwIfAborted()
    const checksum = createHash('sha256').update(content).digest('hex')
    stored.push({ document, type, store_key, size: content.length, checksum })
  }
  for (const letter of lettersAt(now)) await store(letter, 'pdf', await pdfOf(letter))
  for (const file of FILES) await store(file, file.type, await readFile(join(FOLDER, file.path)))
  await db.write(async (tx) => {
    for (const one of stored) await attach(tx, { queue, now }, one)
    await job.finishIn(tx)
  })
}

async function attach(
  tx: Tx,
  { queue, now }: { queue: JobQueue; now: Date },
  { document: { name, request, by }, type, store_key, size, checksum }: Stored,
): Promise<void> {
  const found = request === null ? null : await requestTitled(tx, request)
  const stored_at = found?.created_at ?? now.toISOString()
  const file = { checksum, store_key, size, type, stored_at, text_note: null, pages: null }
  await insertFile(tx, { ...file, text_state: 'waiting' })
  const id = randomUUID()
  const personId = OFFICE[by].id
  const row = { id, checksum, name, size, uploaded_by_id: personId, uploaded_at: stored_at }
  await insertDocument(tx, { ...row, request_number: found?.number ?? null })
  await enqueueExtraction(tx, queue, checksum, personId)
  if (found) {
    const event = { request_number: found.number, at: stored_at, actor_id: personId, version: found.version }
    return recordDocument(tx, event, 'document-added', name)
  }
  const reading = { id: orderedId(now), document_id: id, asked_by_id: personId, asked_at: stored_at }
  const nothing = { ended_at: null, note: null, engine: null, result: null }
  await insertReading(tx, { ...reading, state: 'waiting', ...nothing })
  await scheduleReading(tx, queue, personId)
}

function requestTitled(tx: Tx, title: string) {
  return tx
    .selectFrom('requests')
    .select(['number', 'version', 'created_at'])
    .where('title', '=', title)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
}

/** Deterministic: the same letter gives the same file. */
function pdfOf({ lines, writtenOn }: Letter): Promise<Buffer> {
  const info = { CreationDate: new Date(`${writtenOn}T08:00:00Z`) }
  const pdf = new PdfKit({ size: 'A4', margin: 72, info })
  for (const [i, page] of lines.entries()) {
    if (i > 0) pdf.addPage()
    for (const line of page)
      pdf
        .fontSize(line.startsWith('# ') ? 14 : 11)
        .text(line.replace(/^# /, ''), { lineGap: 3 })
        .moveDown(0.6)
  }
  pdf.end()
  return buffer(pdf)
}

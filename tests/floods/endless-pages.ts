import { setTimeout as pause } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { clientOf } from '../../bench/client.ts'
import type { Db } from '../../server/platform/database/db.ts'
import { enqueueExtraction } from '../../server/documents/extraction/jobs.ts'
import type { FileStore } from '../../server/platform/files/file-store.ts'
import { JobQueue } from '../../server/platform/jobs/queue.ts'
import { onePage, pdfStream, rawPdf } from '../../server/testing/documents/pdf.ts'
import { attach, letter, type Owner } from './files.ts'

export const ENDLESS_PAGES = '100 files of an endless page waiting to be read'
/** Within this time a colleague's letter must be read. */
export const MAX_LETTER_MS = 30_000

const FILES = 100
const MEGABYTE = 1024 * 1024
const POLL_INTERVAL_MS = 200

/** Stores files of some kilobytes, each with a page of eleven million operators, and the jobs that read them. */
export async function storeEndlessPages(db: Db, files: FileStore, owner: Owner): Promise<void> {
  const operators = deflateSync(deflateSync(Buffer.alloc(64 * MEGABYTE, '/X gs\n')))
  const queue = new JobQueue(() => new Date())
  for (let i = 0; i < FILES; i++) {
    const objects = onePage('', { catalog: `/Lang (x${i})` })
    objects[2] = String(objects[2]).replace('/Font', '/ExtGState << /X << /Font [5 0 R 9] >> >> /Font')
    objects[3] = pdfStream(operators, '/Filter [/FlateDecode /FlateDecode]')
    const { checksum } = await attach(db, files, owner, rawPdf(objects), 'waiting')
    await db.write((tx) => enqueueExtraction(tx, queue, checksum, owner.personId))
  }
}

/** @returns milliseconds from the upload of a colleague's letter until its text can be read; NaN if it never could */
export async function timeLetter(url: URL, token: string, requestId: string): Promise<number> {
  const client = clientOf(url)
  const began = performance.now()
  try {
    const content = await letter(1000)
    const announced = await client.send({
      method: 'POST',
      path: '/api/uploads',
      token,
      body: { name: 'letter.pdf', size: content.length },
    })
    const { id } = JSON.parse(announced.text) as { id: string }
    await fetch(new URL(`/api/uploads/${id}?offset=0`, url), {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(content),
    })
    const path = `/api/requests/${requestId}/documents`
    await client.send({ method: 'POST', path, token, body: { uploadIds: [id] } })
    while (performance.now() - began < 10 * MAX_LETTER_MS) {
      const { text } = await client.send({ path, token })
      const { documents } = JSON.parse(text) as { documents: { name: string; text: { state: string } }[] }
      if (documents.some((one) => one.name === 'letter.pdf' && one.text.state === 'ready'))
        return performance.now() - began
      await pause(POLL_INTERVAL_MS)
    }
    return NaN
  } finally {
    client.close()
  }
}

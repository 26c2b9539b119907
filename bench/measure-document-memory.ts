import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import Pdf from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import { UPLOAD_PIECE } from '../shared/documents.ts'
import type { DocumentList, DocumentText, Upload } from '../shared/documents.ts'
import type { ServiceRequest } from '../shared/requests.ts'
import type { Office } from './office.ts'
import { atMost, megabytes, type Row } from './report.ts'

const UPLOADS = 10
const EXTRACTIONS = 5
const SIZE = 10 * 1024 * 1024
const PAGES = 300
const POLL_INTERVAL_MS = 20
const READ_TIMEOUT_MS = 240_000

/**
 * Peak memory above rest of ten uploads of ten megabytes each and five extractions started with them, worker processes
 * included. Shared pages are counted once (PSS).
 */
export async function measureDocumentMemory(office: Office): Promise<Row[]> {
  const fields = { description: 'x', department: 'it', priority: 'low', dueDate: '2030-05-17' }
  const { id } = await call<ServiceRequest>(office, 'POST', '/api/requests', { ...fields, title: 'Long files' })
  const long = await Promise.all(Array.from({ length: EXTRACTIONS }, (_, i) => longPdf(i)))
  const uploadIds = []
  for (const content of long) uploadIds.push(await upload(office, content))
  await pause(2000)
  const rest = memoryOf(office.server.pid)
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(office.server.pid))), POLL_INTERVAL_MS)
  const { documents } = await call<DocumentList>(office, 'POST', `/api/requests/${id}/documents`, { uploadIds })
  await Promise.all(
    Array.from({ length: UPLOADS }, (_, i) => upload(office, Buffer.alloc(SIZE, `%PDF-1.7\n% ${i} line\n`))),
  )
  for (const document of documents) await untilRead(office, document.id)
  clearInterval(watch)
  return [
    atMost(
      `Memory above rest while ten 10 MB files come in and five PDFs of ${PAGES} pages are read, processes included`,
      peak - rest,
      300,
      megabytes,
    ),
  ]
}

async function untilRead(office: Office, id: string): Promise<void> {
  const giveUpAt = performance.now() + READ_TIMEOUT_MS
  while ((await office.get<DocumentText>(`/api/documents/${id}/text?from=1`)).state === 'waiting') {
    if (performance.now() > giveUpAt) throw new Error('A document is not read')
    await pause(100)
  }
}

async function upload(office: Office, content: Buffer): Promise<string> {
  const { id } = await call<Upload>(office, 'POST', '/api/uploads', { name: 'Long.pdf', size: content.length })
  for (let i = 0; i < content.length; i += UPLOAD_PIECE)
    await call(office, 'PATCH', `/api/uploads/${id}?offset=${i}`, content.subarray(i, i + UPLOAD_PIECE))
  return id
}

async function call<T>({ server, headers }: Office, method: string, path: string, body: object | Buffer): Promise<T> {
  const isFile = Buffer.isBuffer(body)
  const type = isFile ? 'application/octet-stream' : 'application/json'
  const res = await fetch(new URL(path, server.url), {
    method,
    headers: { ...headers, 'content-type': type },
    body: isFile ? new Uint8Array(body) : JSON.stringify(body),
  })
  if (!res.ok) throw new Error(`${method} ${path} answered ${res.status}: ${await res.text()}`)
  return (await res.json()) as T
}

function longPdf(seed: number): Promise<Buffer> {
  const pdf = new Pdf({ autoFirstPage: false, size: 'A4' })
  for (let page = 1; page <= PAGES; page++) {
    pdf.addPage().fontSize(11)
    for (let line = 0; line < 40; line++)
      pdf.text(`${seed}.${page}.${line} The office of exit records the seal number before the declaration is released.`)
  }
  pdf.end()
  return buffer(pdf)
}

/** Memory in MB of a process and all its descendants. */
function memoryOf(pid: number): number {
  let children: string[] = []
  try {
    children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    )
  } catch {
    // The process has just exited.
  }
  return pssMbOf(pid) + children.reduce((sum, child) => sum + memoryOf(Number(child)), 0)
}

function pssMbOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

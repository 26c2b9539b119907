import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import Pdf from 'pdfkit'
import type { DocumentList, Upload } from '../shared/documents.ts'
import { UPLOAD_PIECE } from '../shared/documents.ts'
import type { RequestList } from '../shared/request-list.ts'
import { WITHOUT_EVENTS } from './browser.ts'
import type { Office } from './office.ts'
import { atMost, ms, type Row } from './report.ts'

const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const PAGES = 300
const FIRST_PAGE_MS = 1000
/** Each in a fresh browser, so that neither files nor compiled scripts are cached. */
const COLD_OPENINGS = 5

interface LongDocument {
  id: string
  requestId: string
}

/** From the press on a long PDF in its request to its first page on the screen. Returns no rows without Chromium. */
export async function measurePreview(office: Office): Promise<Row[]> {
  if (!existsSync(EXECUTABLE)) return []
  const document = await attachLongPdf(office)
  const { user } = await office.get<{ user: object }>('/api/auth/validate')
  const times: number[] = []
  for (let i = 0; i < COLD_OPENINGS; i++) times.push(await openCold(office, document, user))
  const median = times.toSorted((a, b) => a - b)[Math.floor(COLD_OPENINGS / 2)]!
  const what = `A PDF of ${PAGES} pages: first page shown after the press, empty cache, median of ${COLD_OPENINGS} browsers`
  return [atMost(what, median, FIRST_PAGE_MS, ms)]
}

/** Attaches a PDF of 300 pages to the newest request. */
export async function attachLongPdf(office: Office): Promise<LongDocument> {
  const content = await longPdf()
  const { requests } = await office.get<RequestList>('/api/requests?limit=1')
  const { id } = await call<Upload>(office, 'POST', '/api/uploads', { name: 'Tariff.pdf', size: content.length })
  for (let offset = 0; offset < content.length; offset += UPLOAD_PIECE)
    await call(office, 'PATCH', `/api/uploads/${id}?offset=${offset}`, content.subarray(offset, offset + UPLOAD_PIECE))
  const requestId = requests[0]!.id
  const path = `/api/requests/${requestId}/documents`
  const { documents } = await call<DocumentList>(office, 'POST', path, { uploadIds: [id] })
  return { id: documents.at(-1)!.id, requestId }
}

async function call<T>({ server, headers }: Office, method: string, path: string, body: object | Buffer): Promise<T> {
  const isFile = Buffer.isBuffer(body)
  const res = await fetch(new URL(path, server.url), {
    method,
    headers: {
      ...headers,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: isFile ? new Uint8Array(body) : JSON.stringify(body),
  })
  if (!res.ok) throw new Error(`${method} ${path} answered ${res.status}: ${await res.text()}`)
  return (await res.json()) as T
}

async function longPdf(): Promise<Buffer> {
  const pdf = new Pdf({ size: 'A4', autoFirstPage: false })
  const pieces: Buffer[] = []
  const whole = new Promise<Buffer>((resolve) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece))
    pdf.on('end', () => resolve(Buffer.concat(pieces)))
  })
  for (let page = 1; page <= PAGES; page++) {
    pdf.addPage().fontSize(16).text(`Chapter ${page}`).fontSize(11)
    for (let line = 1; line <= 36; line++)
      pdf.text(`${page}.${line} The office of exit records the seal number before goods are released.`)
  }
  pdf.end()
  return whole
}

async function openCold({ server, headers }: Office, opened: LongDocument, user: object): Promise<number> {
  const args = ['--disable-gpu', '--disable-quic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args })
  try {
    const context = await browser.newContext({ baseURL: server.url.href, viewport: { width: 1440, height: 900 } })
    await context.addInitScript({ content: WITHOUT_EVENTS })
    const token = headers['authorization']!.slice('Bearer '.length)
    await context.addInitScript(
      ([key, person]) => {
        localStorage.setItem('rfd.token', key!)
        localStorage.setItem('rfd.user', person!)
      },
      [token, JSON.stringify(user)],
    )
    const page = await context.newPage()
    await page.goto(`/requests?request=${opened.requestId}&tab=documents`)
    const link = page.locator(`[data-document="${opened.id}"]`)
    await link.waitFor()
    await page.waitForLoadState('networkidle')
    const shown = page.evaluate<number>(FIRST_PAGE_SHOWN)
    await link.click()
    return await shown
  } finally {
    await browser.close()
  }
}

/** Runs in the page: when the first page has been painted, counted from the press. */
const FIRST_PAGE_SHOWN = `new Promise((resolve) => {
  let from = 0
  document.addEventListener('click', () => (from = performance.now()), { capture: true, once: true })
  const look = () => {
    if (!document.querySelector('[data-page="1"] canvas')) return requestAnimationFrame(look)
    // The frame that holds it is painted before the next task.
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
  }
  look()
})`

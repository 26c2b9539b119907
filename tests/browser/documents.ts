import type { Page } from '@playwright/test'
import Pdf from 'pdfkit'
import type { DocumentList, DocumentPage, StoredDocument, Upload } from '../../shared/documents.ts'

export interface PdfOptions extends PDFKit.PDFDocumentOptions {
  /** called after the pages are written, to add the payload of a hostile file */
  add?: (pdf: PDFKit.PDFDocument) => void
}

/** A PDF with one page per text. */
export async function buildPdf(pages: readonly string[], { add, ...options }: PdfOptions = {}): Promise<Buffer> {
  const pdf = new Pdf({ autoFirstPage: false, size: 'A4', compress: false, ...options })
  const pieces: Buffer[] = []
  const whole = new Promise<Buffer>((resolve) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece))
    pdf.on('end', () => resolve(Buffer.concat(pieces)))
  })
  for (const text of pages) {
    pdf.addPage()
    pdf.fontSize(12).text(text, { lineGap: 4 })
  }
  add?.(pdf)
  pdf.end()
  return whole
}

/** A page of prose for a long document. */
export function prose(page: number): string {
  const lines = Array.from(
    { length: 24 },
    (_, i) => `${page}.${i + 1} The office of exit records the seal number before the declaration is released.`,
  )
  return `Chapter ${page}\n\n${lines.join('\n')}`
}

export function buildDocument(more: Partial<StoredDocument> = {}): StoredDocument {
  return {
    id: 'doc-1',
    requestId: 'req-1',
    name: 'Minutes of the transit working group.pdf',
    type: 'pdf',
    size: 412_000,
    checksum: 'a'.repeat(64),
    uploadedAt: '2026-11-18T09:50:00.000Z',
    uploadedBy: { firstName: 'Nadia', lastName: 'Osei' },
    text: { state: 'ready', pages: null, note: null },
    canDelete: false,
    deletedAt: null,
    ...more,
  }
}

/** A document as served. */
export interface ServedDocument extends StoredDocument {
  content?: Buffer
  pages?: DocumentPage[]
}

/** Mocks the document calls of the server, so that a file of any kind can be shown. */
export async function serveDocuments(page: Page, documents: readonly ServedDocument[]): Promise<void> {
  const fields = documents.map(({ content: _content, pages: _pages, ...document }) => document)
  await page.route('**/api/requests/*/documents', (route) => route.fulfill({ json: { documents: fields } }))
  for (const [i, { id, content, pages = [], text, size }] of documents.entries()) {
    const address = `**/api/documents/${id}`
    await page.route(address, (route) => route.fulfill({ json: { ...fields[i], size: content?.length ?? size } }))
    await page.route(`${address}/content`, (route) =>
      content
        ? route.fulfill({ body: content, contentType: 'application/octet-stream' })
        : route.fulfill({ status: 404, json: { error: 'No such document', code: 'not-found' } }),
    )
    await page.route(`${address}/text*`, (route) =>
      route.fulfill({ json: { state: text.state, note: text.note, pageCount: pages.length, pages } }),
    )
  }
}

/** Uploads files and attaches them to a request, in order. */
export async function attach(
  url: string,
  token: string,
  requestId: string,
  files: Record<string, Buffer>,
): Promise<StoredDocument[]> {
  const authorization = `Bearer ${token}`
  async function call<T>(method: string, path: string, body: string | Buffer, type: string): Promise<T> {
    const headers = { authorization, 'content-type': type, 'idempotency-key': crypto.randomUUID() }
    const res = await fetch(url + path, { method, body: new Uint8Array(Buffer.from(body)), headers })
    if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${await res.text()}`)
    // Unchecked: the API suite tests the answers' shapes; here they only provide ids.
    return (await res.json()) as T
  }
  const uploadIds: string[] = []
  for (const [name, content] of Object.entries(files)) {
    const announced = JSON.stringify({ name, size: content.length })
    const { id } = await call<Upload>('POST', '/api/uploads', announced, 'application/json')
    await call('PATCH', `/api/uploads/${id}?offset=0`, content, 'application/octet-stream')
    uploadIds.push(id)
  }
  const body = JSON.stringify({ uploadIds })
  const list = await call<DocumentList>('POST', `/api/requests/${requestId}/documents`, body, 'application/json')
  return list.documents.slice(-uploadIds.length)
}

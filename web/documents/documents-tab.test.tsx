import { expect, test } from 'vitest'
import type { StoredDocument } from '../../shared/documents.ts'
import {
  answers,
  control,
  page,
  press,
  problem,
  sent,
  settle,
  show,
  toasts,
  withTestServer,
} from '../testing/request-screens.tsx'
import { currentToasts } from '../ui/toast.ts'
import { DocumentsTab } from './DocumentsTab.tsx'

withTestServer()

const LETTER: StoredDocument = {
  id: 'd1',
  requestId: 'r1',
  name: '<b>Letter</b>.pdf',
  type: 'pdf',
  size: 412_000,
  checksum: 'a'.repeat(64),
  uploadedAt: '2026-11-18T09:50:00.000Z',
  uploadedBy: { firstName: 'Nadia', lastName: 'Osei' },
  text: { state: 'ready', pages: 12, note: null },
  canDelete: true,
  deletedAt: null,
}
const LIST = 'GET /api/requests/r1/documents'
const listed =
  (...documents: StoredDocument[]) =>
  () =>
    Response.json({ documents })
const tab = (status: 'pending' | 'cancelled' = 'pending') => <DocumentsTab request={{ id: 'r1', status }} level={2} />

test('a document is listed with what it is, who brought it and how far its text has been read', async () => {
  answers[LIST] = listed(
    LETTER,
    { ...LETTER, id: 'd2', name: 'Scan.pdf', text: { state: 'none', pages: 2, note: 'A scan without text.' } },
    { ...LETTER, id: 'd3', name: 'New.pdf', text: { state: 'waiting', pages: null, note: null }, uploadedBy: null },
    { ...LETTER, id: 'd5', name: 'Book.pdf', text: { state: 'waiting', pages: null, note: 'Two before it.' } },
    { ...LETTER, id: 'd4', name: 'Broken.pdf', text: { state: 'failed', pages: null, note: null }, canDelete: false },
  )
  await show('/requests/r1', tab())
  const rows = [...document.querySelectorAll('li')].map((row) => row.textContent)
  expect(rows[0]).toContain('<b>Letter</b>.pdfPDF · 402 kB · 12 pages · Nadia Osei · ')
  expect(rows[1]).toContain('A scan without text.')
  expect(rows[2]).toContain('PDF · 402 kB · Unknown')
  expect(rows[2]).toContain('Its text is being read…')
  expect(rows[3]).toContain('Two before it.')
  expect(rows[4]).toContain('Its text could not be read.')
  expect(document.querySelectorAll('[aria-label^="Delete"]')).toHaveLength(4)
  // Without the permission to upload there is no box.
  expect(document.querySelector('input[type=file]')).toBeNull()
})

test('an empty list says so', async () => {
  answers[LIST] = listed()
  await show('/requests/r1', tab())
  expect(page()).toContain('No documents attached')
  // Nobody can add any without the permission to upload, so the picture has no plus.
  expect(document.querySelectorAll('.picture path')).toHaveLength(2)
})

test('a list that could not be read can be tried again', async () => {
  answers[LIST] = problem(503, 'Down')
  await show('/requests/r1', tab())
  expect(page()).toContain('Failed to fetch documents')
  answers[LIST] = listed(LETTER)
  await press('Try again')
  expect(page()).toContain('<b>Letter</b>.pdf')
})

test('a deleted document is restored by the toast, and a refusal says why', async () => {
  answers[LIST] = listed(LETTER)
  answers['DELETE /api/documents/d1'] = () => Response.json({ ...LETTER, deletedAt: '2026-11-18T10:00:00.000Z' })
  answers['PUT /api/documents/d1/restore'] = problem(409, 'The documents of one request may have 200 MB at most.')
  await show('/requests/r1', tab())
  answers[LIST] = listed()
  control('button', 'Delete <b>Letter</b>.pdf').click()
  await settle()
  expect(page()).toContain('No documents attached')
  expect(toasts()).toEqual([['Document deleted', '<b>Letter</b>.pdf']])
  currentToasts()[0]?.links?.[0]?.onClick()
  await settle()
  expect(sent('PUT')).toHaveLength(1)
  expect(toasts()[0]).toEqual(['Error', '409: The documents of one request may have 200 MB at most.'])
})

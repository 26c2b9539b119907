import { expect, test } from 'vitest'
import type { StoredDocument } from '../../../shared/documents.ts'
import { shows } from '../../testing/part.tsx'
import { answers, problem, settle, show, withTestServer } from '../../testing/request-screens.tsx'

withTestServer()

const LETTER: StoredDocument = {
  id: 'd1',
  requestId: 'r1',
  name: 'Letter <b>of</b> May.docx',
  type: 'docx',
  size: 41_200,
  checksum: 'a'.repeat(64),
  uploadedAt: '2026-11-18T09:14:00.000Z',
  uploadedBy: { firstName: 'Ada', lastName: 'Osei' },
  text: { state: 'ready', pages: null, note: null },
  canDelete: false,
  deletedAt: null,
}
const text = (more: object) => () => Response.json({ state: 'ready', note: null, pageCount: 1, pages: [], ...more })

async function open(address = '/requests?document=d1', document: object = LETTER): Promise<string> {
  answers['GET /api/documents/d1'] ??= () => Response.json(document)
  answers['GET /api/requests/r1/documents'] = () => Response.json({ documents: [LETTER, { ...LETTER, id: 'd2' }] })
  await show(address)
  // The lazy chunk is loaded first.
  await shows(() => expect(window.document.querySelector('[role=dialog]')).not.toBeNull())
  await settle()
  return window.document.querySelector('[role=dialog]')?.textContent ?? ''
}

test('a document is shown as its paragraphs, and its words are never markup', async () => {
  answers['GET /api/documents/d1/text'] = text({
    pages: [{ number: 1, text: 'Seals\nEach <script>alert(1)</script> is scanned.' }],
  })
  expect(await open()).toContain('Each <script>alert(1)</script> is scanned.')
  const dialog = window.document.querySelector('[role=dialog]')!
  expect(
    [...dialog.querySelectorAll('[data-start]')].map((block) => [block.tagName, block.getAttribute('dir')]),
  ).toEqual([
    ['H3', 'auto'],
    ['P', 'auto'],
  ])
  expect(dialog.querySelector('h2')?.textContent).toBe('Letter <b>of</b> May.docx')
  expect(dialog.querySelector('script, b')).toBeNull()
  expect(dialog.textContent).toContain('1 of 2')
})

test('the notes of the reader are shown above a text that could be read in part', async () => {
  answers['GET /api/documents/d1/text'] = text({ pages: [{ number: 1, text: 'Seals.' }] })
  const note = 'Only part of this document was read: it has too much text.'
  expect(await open('/requests?document=d1', { ...LETTER, text: { state: 'ready', pages: null, note } })).toContain(
    note,
  )
})

test('a table of the text is a table, whose cells keep their places', async () => {
  answers['GET /api/documents/d1/text'] = text({
    pages: [{ number: 1, text: 'The fees hold from May.\nCode\tFee\n0101\t12\nTel:\t123' }],
  })
  await open()
  const table = window.document.querySelector('[role=dialog] table')!
  const cells = [...table.querySelectorAll('th, td')]
  expect(cells.map((cell) => [cell.tagName, cell.textContent, cell.getAttribute('data-start')])).toEqual([
    ['TH', 'Code', '24'],
    ['TH', 'Fee', '29'],
    ['TD', '0101', '33'],
    ['TD', '12', '38'],
    ['TD', 'Tel:', '41'],
    ['TD', '123', '46'],
  ])
})

test.each([
  ['waiting', null, 'The text is still being read'],
  ['none', null, 'This DOCX has no text'],
  ['failed', 'It unpacks to more than 100 MB.', 'It unpacks to more than 100 MB.'],
])('a text that is %s is said in words, with the file to download', async (state, note, words) => {
  answers['GET /api/documents/d1/text'] = text({ state, note, pageCount: 0 })
  const shown = await open()
  expect(shown).toContain(words)
  expect([...window.document.querySelectorAll('[role=dialog] button')].map((b) => b.textContent)).toContain(
    'DownloadDownloading…',
  )
})

test('a document that somebody deleted says so', async () => {
  answers['GET /api/documents/d1'] = problem(404, 'No such document')
  expect(await open()).toContain('This document is no longer there')
})

test('a text of many answers is read to its end', async () => {
  answers['GET /api/documents/d1/text'] = text({ pageCount: 2, pages: [{ number: 1, text: 'First words.' }] })
  const first = answers['GET /api/documents/d1/text']
  let calls = 0
  answers['GET /api/documents/d1/text'] = () =>
    calls++ === 0 ? first() : text({ pageCount: 2, pages: [{ number: 2, text: 'Last words.' }] })()
  const shown = await open()
  expect(shown).toContain('First words.')
  expect(shown).toContain('Last words.')
})

import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { pagesOf, rolesOf } from '../../testing/documents/read-pdf.ts'
import type { Block, PdfOptions } from './blocks.ts'
import { writePdf } from './document.ts'

const OPTIONS: PdfOptions = {
  office: 'Customs Trade System Programme',
  subject: 'Request for Development',
  title: 'All requests',
  asOf: 'As of 22 Nov 2026, 09:14',
}
const pdfOf = (blocks: Block[], options: Partial<PdfOptions> = {}) =>
  buffer(writePdf(blocks, { ...OPTIONS, ...options }))
const textOf = async (blocks: Block[]) => (await pagesOf(await pdfOf(blocks))).join('\n')

const COLUMNS = [{ label: 'Request ID' }, { label: 'Title', share: 3 }, { label: 'Days', isNumber: true }]

test('a table spans any number of pages, with office, headings and page number on each', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => [`RFD-${1000 + i}`, `Request number ${i}`, String(i)])
  for (const isTagged of [true, false]) {
    const pages = await pagesOf(
      await pdfOf(
        [
          { kind: 'table', columns: COLUMNS },
          { kind: 'rows', rows },
        ],
        { isTagged },
      ),
    )
    expect(pages.length).toBeGreaterThan(5)
    for (const [i, page] of pages.entries()) {
      expect(page).toContain('Customs Trade System Programme')
      expect(page).toContain('As of 22 Nov 2026, 09:14')
      expect(page).toMatch(/Request ID\s+Title\s+Days/)
      expect(page).toMatch(new RegExp(`Page ${i + 1} of\\s*${pages.length}`))
    }
    const numbers = [...pages.join('\n').matchAll(/RFD-\d+/g)].map(([id]) => id)
    expect(numbers).toEqual(rows.map(([id]) => id))
  }
})

test('content longer than a page is never cut off: in cells, boxes, paragraphs and lists', async () => {
  const words = Array.from({ length: 3000 }, (_, i) => `word${i}.`)
  const text = words.join(' ')
  const blocks: Block[] = [
    { kind: 'table', columns: COLUMNS, rows: [['RFD-1', text, '1']] },
    { kind: 'facts', items: [{ label: 'Description', value: text, isWide: true }] },
    { kind: 'text', text },
    { kind: 'list', items: [text] },
  ]
  for (const block of blocks) {
    const matches = (await textOf([block])).match(/word\d+\./g)
    expect(matches).toEqual(words)
  }
})

test('a word wider than its column is broken, none of its letters lost', async () => {
  const word = Array.from({ length: 60 }, (_, i) => String.fromCharCode(97 + (i % 26))).join('')
  const text = await textOf([{ kind: 'table', columns: COLUMNS, rows: [[word, 'x', '1']] }])
  const cell = text.slice(text.lastIndexOf('Days') + 4).replace(/\s/g, '')
  expect(cell).toBe(`${word}x1`)
})

test('a wide table gets narrower type and columns, so that no word of it is broken, and long texts have their own lines', async () => {
  const row = ['RFD-2026-0533', 'Cybersecurity', 'Medium', 'Pending Review', 'Unassigned', '2027-01-15', 'Integration']
  const labels = ['Request ID', 'Department', 'Priority', 'Status', 'Assigned To', 'Due Date', 'AI Classification']
  const times = ['Created (UTC)', 'Updated (UTC)', 'Started (UTC)', 'Completed (UTC)']
  const long = 'The gate screen freezes about twice a day since the last update and trucks queue to the main road.'
  const columns = [
    ...labels.map((label) => ({ label })),
    { label: 'Title', share: 3 },
    { label: 'Description', isBelow: true },
    ...times.map((label) => ({ label })),
  ]
  const cells = [...row, 'Fix the freezing of the gate screen', long, ...times.map(() => '2026-11-26 10:06')]
  const text = await pagesOf(
    await pdfOf(
      [
        { kind: 'table', columns },
        { kind: 'rows', rows: [cells, cells] },
      ],
      { isLandscape: true },
    ),
  ).then((pages) => pages.join('\n'))
  for (const words of [...labels, ...times, ...row, 'freezing', '2026-11-26'])
    for (const word of words.split(' ')) expect(text).toContain(word)
  expect(text.split(long)).toHaveLength(3)
})

test('letters beyond the first alphabet are shown and copied as what they are, also those that no font has', async () => {
  const text = 'Größe Łódź Đặng Ünïted “quoted” – 5 € → next ＝1 файл 中文'
  expect(await textOf([{ kind: 'text', text }])).toContain(text)
})

test('Arabic is shaped and set from right to left, and reads as it was written', async () => {
  const text = 'عند عبور البضائع يقدم المصرح ضمانا، يغطي الرسوم'
  expect(await textOf([{ kind: 'text', text }])).toContain(text)
})

test('figures and Latin words within Arabic keep their own direction, also where the line is broken', async () => {
  const text = 'ضمان (٢٠٢٤) من RFD-1024 بنسبة 12.5 مهم'
  const pages = await textOf([{ kind: 'text', text: Array.from({ length: 8 }, () => text).join(' ') }])
  for (const word of ['ضمان', '٢٠٢٤', 'RFD-1024', 'بنسبة', '12.5', 'مهم'])
    expect(pages.split(word), word).toHaveLength(9)
  // Extracted text is in visual order: the first word is at the right end of the first line, the last at the left of the
  // last.
  const lines = pages.split('\n').filter((line) => line.includes('بنسبة'))
  expect(lines.length).toBeGreaterThan(1)
  expect(lines[0]).toMatch(/ضمان$/)
  expect(lines.at(-1)).toMatch(/^مهم/)
})

test('a document tells its language, title and parts to who has it read aloud', async () => {
  const pdf = await pdfOf([
    { kind: 'title', text: 'A title' },
    { kind: 'heading', text: 'A heading' },
    { kind: 'list', items: ['One'] },
    { kind: 'table', columns: COLUMNS, rows: [['RFD-1', 'x', '1']] },
    {
      kind: 'chart',
      chart: { kind: 'bars', summary: 'Two are late.', series: ['Late'], bars: [{ label: 'IT', values: [2] }] },
    },
  ])
  const { roles, alts, title, lang } = await rolesOf(pdf)
  expect({ title, lang }).toEqual({ title: 'All requests', lang: 'en' })
  expect(roles.join(' ')).toBe('Document H1 H2 L LI Lbl LBody Table TR TH TH TH TR TD TD TD Figure')
  expect(alts).toEqual(['Two are late.'])
})

test('charts say their values, labels and series in words', async () => {
  const text = await textOf([
    {
      kind: 'chart',
      chart: {
        kind: 'bars',
        summary: 'Kept and missed.',
        series: ['Kept', 'Missed'],
        bars: [
          { label: 'January', values: [7, 2] },
          { label: 'February', values: [3, 1.5] },
        ],
        unit: 'requests',
      },
    },
    {
      kind: 'chart',
      chart: {
        kind: 'lines',
        summary: 'Arrivals.',
        labels: ['May', 'June'],
        lines: [{ label: 'Arrived', values: [10, null] }],
      },
    },
  ])
  for (const word of ['Kept', 'Missed', 'January', '9 requests', '4.5 requests', 'Arrived', 'May', 'June', '10'])
    expect(text).toContain(word)
})

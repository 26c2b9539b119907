import { Readable } from 'node:stream'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { DocumentType } from '../../../shared/document-types.ts'
import { onePage, pdfOf, pdfStream, rawPdf } from '../../testing/documents/pdf.ts'
import { paragraph, wordOf, zipOf } from '../../testing/documents/zip.ts'
import type { Extraction } from './extraction.ts'
import { extractInProcess } from './extraction-process.ts'
import { MAX_ENTRIES, MAX_PAGES, PROCESS_MB } from './limits.ts'

/** Reads as the server does, and reports the peak memory. */
async function read(type: DocumentType, content: Buffer, timeoutMs?: number, fileCpuMs?: number) {
  const { signal } = new AbortController()
  let peakMb = 0
  const extraction = await extractInProcess(Readable.from([content]), {
    type,
    readScans: false,
    signal,
    timeoutMs,
    fileCpuMs,
    onPeak: (mb) => (peakMb = mb),
  })
  // Memory is sampled every few milliseconds and may grow in between.
  expect(peakMb).toBeLessThan(PROCESS_MB + 150)
  return extraction
}

const textOf = (extraction: Extraction) =>
  extraction.state === 'ready' ? extraction.pages.map(({ text }) => text).join('\f') : extraction

const MB = 1024 * 1024
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

test('a zip that unpacks to far more than it declares is not unpacked', async () => {
  const bomb = paragraph('x').repeat(4 * MB)
  for (const claimedSize of [undefined, 1000]) {
    const file = zipOf([
      {
        name: 'word/document.xml',
        content: `<w:document xmlns:w="${WORD}"><w:body>${bomb}</w:body></w:document>`,
        claimedSize,
      },
    ])
    expect(file.length).toBeLessThan(10 * MB)
    expect(await read('docx', file)).toEqual({
      state: 'failed',
      notes: [expect.objectContaining({ code: expect.stringMatching(/^(?:too-large|damaged)$/) })],
    })
  }
})

test('a zip in a zip stays closed', async () => {
  const inner = zipOf([{ name: 'bomb', content: Buffer.alloc(90 * MB) }])
  const file = wordOf(paragraph('harmless'), [{ name: 'word/embeddings/inner.zip', content: inner }])
  expect(textOf(await read('docx', file))).toBe('harmless')
})

test('unused parts of a zip count towards the limit, too', async () => {
  const media = Array.from({ length: 3 }, (_, i) => ({ name: `word/media/${i}.emf`, content: Buffer.alloc(40 * MB) }))
  expect(await read('docx', wordOf(paragraph('x'), media))).toMatchObject({ state: 'failed' })
})

test('a zip of sixty thousand files is not read', async () => {
  const entries = Array.from({ length: 60_000 }, (_, i) => ({ name: `word/${i}.xml`, content: '' }))
  expect(await read('docx', wordOf(paragraph('x'), entries))).toEqual({
    state: 'failed',
    notes: [{ code: 'too-many-files', count: MAX_ENTRIES }],
  })
})

test('entities are not expanded and external resources are not fetched', async () => {
  const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
  const prologs = [
    `<!DOCTYPE lolz [<!ENTITY l0 "lol">${laughs}]>`,
    '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">',
    '<!DOCTYPE x [<!ENTITY l10 SYSTEM "file:///etc/passwd">]>',
  ]
  for (const prolog of prologs) {
    expect(await read('docx', wordOf(paragraph('&l10;'), [], prolog))).toEqual({
      state: 'failed',
      notes: [{ code: 'declares-entities' }],
    })
  }
  const elsewhere = { name: 'word/theme/theme1.xml', content: '<!doctype x><x/>' }
  expect(await read('docx', wordOf(paragraph('x'), [elsewhere]))).toMatchObject({ state: 'failed' })
  const wide = Buffer.from(`\ufeff<!DOCTYPE x><x/>`, 'utf16le')
  expect(await read('docx', wordOf(paragraph('x'), [{ name: 'docProps/app.xml', content: wide }]))).toMatchObject({
    state: 'failed',
  })
  const template = `<Relationships><Relationship Target="http://127.0.0.1:1/template.dotm" TargetMode="External"/></Relationships>`
  const linked = [{ name: 'word/_rels/settings.xml.rels', content: template }]
  expect(textOf(await read('docx', wordOf(paragraph('only text'), linked)))).toBe('only text')
})

test('elements nested without end are not followed', async () => {
  const deep = '<w:tbl><w:tr><w:tc>'.repeat(100_000)
  expect(await read('docx', wordOf(deep))).toEqual({
    state: 'failed',
    notes: [{ code: 'too-deep' }],
  })
})

test('scripts, launch actions and embedded files of a PDF are no part of its text', async () => {
  const objects = onePage('only text', {
    catalog:
      '/OpenAction 6 0 R /AA << /WC 6 0 R >> /Names << /JavaScript 6 0 R /EmbeddedFiles << /Names [(x.exe) 8 0 R] >> >>',
    page: '/AA << /O 7 0 R >>',
  })
  objects.push(
    '<< /S /JavaScript /JS (while (true) app.alert\\(1\\)) >>',
    '<< /S /Launch /F (calc.exe) >>',
    '<< /Type /Filespec /F (x.exe) /EF << /F 9 0 R >> >>',
    pdfStream('MZ harmful', '/Type /EmbeddedFile'),
  )
  expect(textOf(await read('pdf', rawPdf(objects)))).toBe('only text')
})

test('a hundred thousand objects do not slow reading down', async () => {
  const objects = [...onePage('only text'), ...Array.from({ length: 100_000 }, (_, i) => `<< /N ${i} >>`)]
  expect(textOf(await read('pdf', rawPdf(objects)))).toBe('only text')
})

test('a PDF whose table of contents is damaged is read if it can be', async () => {
  const whole = rawPdf(onePage('found again')).toString('latin1')
  const damaged = whole.replace(/startxref\n\d+/, 'startxref\n999999').replace(/\d{10} 00000 n/g, '9999999999 00000 n')
  expect(textOf(await read('pdf', Buffer.from(damaged, 'latin1')))).toBe('found again')
  expect(await read('pdf', Buffer.from(whole.slice(0, 40)))).toMatchObject({ state: 'failed' })
  expect(await read('pdf', Buffer.from('%PDF-1.7\n'))).toMatchObject({ state: 'failed' })
})

test('cyclic pages and streams terminate', async () => {
  const tree = onePage('x')
  tree[1] = '<< /Type /Pages /Kids [2 0 R] /Count 1000000000 >>'
  expect(await read('pdf', rawPdf(tree))).toMatchObject({ state: 'failed' })

  const stream = onePage('x')
  stream[3] = '<< /Length 4 0 R /Filter 4 0 R >>\nstream\nBT ET\nendstream'
  expect((await read('pdf', rawPdf(stream))).state).toMatch(/failed|none/)

  const form = onePage('x', { page: '/Resources << /XObject << /A 6 0 R >> >>' })
  form[3] = pdfStream('/A Do')
  form.push(
    pdfStream('/A Do /A Do', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A 6 0 R >> >>'),
  )
  expect((await read('pdf', rawPdf(form), 10_000)).state).toMatch(/failed|none/)
})

test('an endless stream of a PDF is aborted by the limit of memory or time', async () => {
  const content = onePage('x')
  const show = Buffer.from(
    'BT /F1 1 Tf (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ET\n',
  )
  const once = deflateSync(Buffer.alloc(64 * MB, show))
  content[3] = pdfStream(deflateSync(once), '/Filter [/FlateDecode /FlateDecode]')
  const extraction = await read('pdf', rawPdf(content), 20_000)
  expect(extraction.state).toMatch(/failed|ready/)
  if (extraction.state === 'ready') expect(extraction.pages[0]!.text.length).toBeLessThanOrEqual(50_000)

  const blanks = onePage('x')
  blanks[3] = pdfStream(deflateSync(Buffer.alloc(900 * MB)), '/Filter /FlateDecode')
  expect((await read('pdf', rawPdf(blanks), 20_000)).state).toMatch(/failed|none/)
})

/** The content of a page of millions of operators, which takes far longer than the limit: some kilobytes. */
const endless = pdfStream(
  deflateSync(deflateSync(Buffer.alloc(64 * MB, '/X gs\n'))),
  '/Filter [/FlateDecode /FlateDecode]',
)

/** A PDF of these pages; null stands for an endless one. */
function pagesPdf(texts: (string | null)[]): Buffer {
  const objects = onePage('', { catalog: '' })
  objects[1] = `<< /Type /Pages /Count ${texts.length} /Kids [${texts.map((_, i) => `${6 + 2 * i} 0 R`).join(' ')}] >>`
  for (const [i, text] of texts.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${7 + 2 * i} 0 R
        /Resources << /Font << /F1 5 0 R >> /ExtGState << /X << /Font [5 0 R 9] >> >> >> >>`,
      text === null ? endless : pdfStream(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`),
    )
  }
  return rawPdf(objects)
}

test('pages that take too long are given up; after several of them the rest is not tried', async () => {
  const pdf = pagesPdf(['first', null, 'third', null, null, 'sixth'])
  expect(pdf.length).toBeLessThan(10_000)
  expect(await read('pdf', pdf)).toMatchObject({
    state: 'ready',
    pageCount: 6,
    pages: [{ text: 'first' }, { text: '' }, { text: 'third' }, { text: '' }, { text: '' }],
    notes: [
      { code: 'pages-given-up', pages: [2, 4, 5] },
      { code: 'pages-cut', count: 5 },
    ],
  })
})

test('a file whose only page takes too long fails with the number of that page', async () => {
  expect(await read('pdf', pagesPdf([null]))).toEqual({
    state: 'failed',
    notes: [{ code: 'pages-given-up', pages: [1] }],
  })
})

/** Takes far longer than the limit below, but gives little text. */
const EMPTY_ROWS = '<row><c t="n"><v></v></c></row>'.repeat(2.5 * MB)
const EMPTY_PARAGRAPHS = '<w:p><w:r></w:r></w:p>'.repeat(3.5 * MB)
const SHORT_CPU_MS = 2000

test.each([
  [
    'xlsx',
    () =>
      zipOf([
        { name: 'xl/worksheets/sheet1.xml', content: '<s><row><c t="str"><v>Duty</v></c><c><v>7</v></c></row></s>' },
        { name: 'xl/worksheets/sheet2.xml', content: `<s>${EMPTY_ROWS}</s>` },
      ]),
    'Duty\t7',
  ],
  ['docx', () => wordOf(paragraph('The first page') + EMPTY_PARAGRAPHS), 'The first page'],
] as const)('of a %s that takes too long the beginning is read', async (type, content, beginning) => {
  const extraction = await read(type, content(), undefined, SHORT_CPU_MS)
  expect(extraction).toMatchObject({ state: 'ready', pageCount: null, notes: [{ code: 'rest-too-slow' }] })
  expect(textOf(extraction)).toBe(beginning)
})

test('of a document with too many pages the first ones are read', async () => {
  const many = MAX_PAGES + 500
  const kids = Array.from({ length: many }, () => '3 0 R').join(' ')
  const objects = onePage('the same page')
  objects[1] = `<< /Type /Pages /Kids [${kids}] /Count ${many} >>`
  expect(await read('pdf', rawPdf(objects))).toMatchObject({
    state: 'ready',
    pageCount: many,
    notes: [{ code: 'pages-cut', count: 2000 }],
  })
})

test('damaged and encrypted old Word documents fail with a note', async () => {
  const start = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const noise = Buffer.alloc(8192, 0xff)
  expect(await read('doc', Buffer.concat([start, noise]))).toMatchObject({ state: 'failed' })
  // A cyclic sector chain: the last sector points back to the first.
  const header = Buffer.alloc(512)
  start.copy(header)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.writeInt32LE(1, 60)
  header.writeInt32LE(-2, 68)
  header.fill(0xff, 76)
  header.writeInt32LE(0, 76)
  const table = Buffer.alloc(512)
  for (let i = 0; i < 128; i++) table.writeInt32LE((i + 1) % 128, 4 * i)
  expect(await read('doc', Buffer.concat([header, table, Buffer.alloc(8192)]), 20_000)).toMatchObject({
    state: 'failed',
  })
  const fib = Buffer.alloc(2048)
  start.copy(fib)
  fib.writeUInt16LE(0xa5ec, 512)
  fib.writeUInt16LE(0xc1, 514)
  fib.writeUInt16LE(0x0100, 522)
  expect(await read('doc', fib)).toEqual({ state: 'failed', notes: [{ code: 'protected' }] })
})

test('a file of two types at once is read as the recognized one', async () => {
  const pdf = rawPdf(onePage('as a PDF'))
  const zip = wordOf(paragraph('as a Word document'))
  const both = Buffer.concat([pdf, zip])
  expect(textOf(await read('pdf', both))).toBe('as a PDF')
  expect(await read('doc', zip)).toMatchObject({ state: 'failed' })
  expect(await read('docx', pdf)).toMatchObject({ state: 'failed' })
  expect(await read('xlsx', zip)).toMatchObject({ state: 'failed' })
})

test('a process that takes too long is killed with its child processes', async () => {
  const pdf = await pdfOf((one) => one.text('slow'))
  expect(await read('pdf', pdf, 1)).toEqual({ state: 'failed', notes: [{ code: 'too-slow' }] })
})

test('nested compressed streams do not bypass the limits', async () => {
  let packed: Buffer = Buffer.alloc(32 * MB)
  for (let i = 0; i < 3; i++) packed = deflateRawSync(packed)
  const zip = wordOf(paragraph('x'), [{ name: 'word/header1.xml', content: packed }])
  expect(await read('docx', zip)).toMatchObject({ state: 'failed' })
})

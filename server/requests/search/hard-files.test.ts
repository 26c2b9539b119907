import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { DocumentType } from '../../../shared/document-types.ts'
import { extractText } from '../../documents/extraction/extract-text.ts'
import { get, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { glyphsPdf, onePage, pdfStream, rawPdf } from '../../testing/documents/pdf.ts'
import { paragraph, wordOf, zipOf } from '../../testing/documents/zip.ts'
import { indexFile } from '../../testing/index-file.ts'
import { buildDocument } from '../../testing/read-documents.ts'

// What is hard to read is found in the way that people type it. docs/hard-inputs.md lists where each kind is tested closely.
const office = await testApp()
const { app, db, ada } = office
afterAll(() => office.close())
beforeEach(() => office.reset())

const sample = (name: string) => readFile(new URL(`../../testing/documents/${name}.pdf`, import.meta.url))

const PAGE_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
const CLAUSES = Array.from({ length: 1500 }, (_, i) => paragraph(`Clause ${i} is about weighbridges and seals.`)).join(
  '',
)

const DRAWN = pdfStream(
  'BT /F1 9 Tf 2 40 Td (Signed by Rowena) Tj 0 -11 Td (for the port) Tj ET',
  '/Type /XObject /Subtype /Form /BBox [0 0 200 60] /Resources << /Font << /F1 5 0 R >> >>',
)
/** A page with one thing filled in. */
function filledIn(kind: string): Buffer {
  const page = onePage('A form', { catalog: '/AcroForm << /Fields [6 0 R] >>', page: '/Annots [6 0 R]' })
  return rawPdf([...page, `<< /Type /Annot ${kind} /F 4 /Rect [60 400 260 460] /P 3 0 R >>`, DRAWN])
}

const WORKBOOK = zipOf([
  { name: 'xl/workbook.xml', content: '<workbook/>' },
  {
    name: 'xl/styles.xml',
    content: '<styleSheet><cellXfs><xf numFmtId="14"/><xf numFmtId="4"/><xf numFmtId="9"/></cellXfs></styleSheet>',
  },
  {
    name: 'xl/worksheets/sheet1.xml',
    content: `<worksheet><sheetData><row>
      <c s="0"><v>46477</v></c><c s="1"><v>12343.999999999998</v></c><c s="2"><v>0.25</v></c>
    </row></sheetData></worksheet>`,
  },
])

test.each<[string, DocumentType, () => Buffer | Promise<Buffer>, string[]]>([
  ['right-to-left lines', 'pdf', () => sample('arabic-printed-by-a-browser'), ['لرقم الختم', '2027.']],
  ['digits and vowel points', 'pdf', () => sample('arabic-digits-and-vowels'), ['4711', '15/04/2027', 'يرسل', 'שלום']],
  ['a ligature of one sign', 'pdf', () => glyphsPdf(['ط', 'ﻮ', 'ﻄ', 'ﳋ', 'ا']), ['الخطوط']],
  ['a ligature of two letters', 'pdf', () => glyphsPdf(['د', 'لا', 'ب']), ['بلاد']],
  ['a long text between page breaks', 'docx', () => wordOf(`${PAGE_BREAK}${CLAUSES}${PAGE_BREAK}`), ['Clause 1499']],
  ['a workbook', 'xlsx', () => WORKBOOK, ['2027-03-31', '12,344.00', '25%']],
  [
    'a choice',
    'pdf',
    () => filledIn('/Subtype /Widget /FT /Ch /T (gate) /Opt [[(a1) (Northern gate)] [(b2) (South yard)]] /V (b2)'),
    ['south yard'],
  ],
  [
    'a signature',
    'pdf',
    () => filledIn('/Subtype /Widget /FT /Sig /T (s) /AP << /N 7 0 R >>'),
    ['signed by rowena', 'for the port'],
  ],
  ['a stamp', 'pdf', () => filledIn('/Subtype /Stamp /AP << /N 7 0 R >>'), ['for the port']],
  ['a PDF behind a mark', 'pdf', () => Buffer.concat([Buffer.from('\ufeff'), rawPdf(onePage('printed'))]), ['printed']],
])('the text of %s is found', async (_, type, content, typed) => {
  const read = await extractText({ type, bytes: new Uint8Array(await content()) })
  if (read.state !== 'ready') throw new Error(JSON.stringify(read))
  const { number } = await buildRequest(db, { requesterId: ada.id, title: 'Wanted' })
  await buildRequest(db, { requesterId: ada.id, title: 'Another' })
  const document = await buildDocument(db, {
    pages: read.pages.map(({ text }) => text),
    uploadedById: ada.id,
    requestNumber: number,
  })
  const { checksum } = await db.read
    .selectFrom('documents')
    .select('checksum')
    .where('id', '=', document)
    .executeTakeFirstOrThrow()
  await indexFile(db, checksum)
  for (const words of typed) {
    const { body } = await get(app, ada, `/api/requests?${new URLSearchParams({ search: words }).toString()}`)
    expect([words, body.requests.map(({ title }: { title: string }) => title)]).toEqual([words, ['Wanted']])
  }
})

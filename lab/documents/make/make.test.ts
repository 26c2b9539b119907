import mammoth from 'mammoth'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import WordExtractor from 'word-extractor'
import { expect, test } from 'vitest'
import type { Content } from './content.ts'
import { makeDoc } from './doc.ts'
import { makeDocx } from './docx.ts'
import { makePdf } from './pdf.ts'
import { makeScan } from './scan.ts'

const LETTER: Content = {
  header: 'Ministry of Trade',
  footer: 'Page {page}',
  blocks: [
    { heading: 'Declarations', level: 1 },
    { paragraph: 'Please add a field for the voucher number.' },
    { list: ['Show the balance', 'Print the licence'] },
    {
      table: [
        ['No', 'Requirement'],
        ['1', 'Export the list'],
      ],
    },
    { pageBreak: true },
    { paragraph: 'Élodie agrees.' },
  ],
}
const SAID = ['Declarations', 'voucher number', 'Show the balance', 'Print the licence', 'Export the list', 'Élodie']

async function pagesOf(pdf: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  await task.destroy()
  return pages
}

test('a made PDF has its text, its pages, and a header and footer on each', async () => {
  const pages = await pagesOf(await makePdf(LETTER))
  expect(pages).toHaveLength(2)
  for (const words of SAID) expect(pages.join(' ')).toContain(words)
  pages.forEach((page, i) => {
    expect(page).toContain('Ministry of Trade')
    expect(page).toContain(`Page ${i + 1}`)
  })
})

test('Arabic keeps its letters and its numbers in a PDF', async () => {
  const content = { rightToLeft: true, blocks: [{ paragraph: 'يرجى إضافة حقل قبل 15 مايو 2026' }] }
  const [page] = await pagesOf(await makePdf(content))
  // PDFs contain the presentation forms of letters; their compatibility form (NFKC) is what people type.
  for (const word of content.blocks[0]!.paragraph.split(' ')) expect(page!.normalize('NFKC')).toContain(word)
})

test('a made DOCX reads as what was written', async () => {
  const { value } = await mammoth.extractRawText({ buffer: await makeDocx(LETTER) })
  for (const words of SAID) expect(value).toContain(words)
})

test('a made DOC can be read by Word readers', async () => {
  const document = await new WordExtractor().extract(makeDoc(LETTER))
  for (const words of SAID) expect(document.getBody()).toContain(words)
})

test('a made scan has a page and no text', async () => {
  const pages = await pagesOf(await makeScan(['PLEASE ADD A FIELD', 'BEFORE 15 MAY 2026.']))
  expect(pages).toEqual([''])
})

import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  Packer,
  PageBreak,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx'
import { expect, test } from 'vitest'
import { paragraph, wordOf, zipOf } from '../../testing/documents/zip.ts'
import { extractText } from './extract-text.ts'
import { PART } from './limits.ts'

const read = (type: 'docx' | 'xlsx', bytes: Buffer) => extractText({ type, bytes: new Uint8Array(bytes) })

test('a Word document is read with its headings, lists, tables, pages, header and footer', async () => {
  const cells = (...texts: string[]) =>
    new TableRow({ children: texts.map((text) => new TableCell({ children: [new Paragraph(text)] })) })
  const levels = [
    { level: 0, format: 'decimal', text: '%1.', alignment: AlignmentType.LEFT },
    { level: 1, format: 'lowerLetter', text: '%1%2)', alignment: AlignmentType.LEFT },
  ] as const
  const item = (text: string, level = 0) => new Paragraph({ text, numbering: { reference: 'asks', level } })
  const document = new Document({
    numbering: { config: [{ reference: 'asks', levels }] },
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph('Ref. 2026/17')] }) },
        footers: { default: new Footer({ children: [new Paragraph('Confidential')] }) },
        children: [
          new Paragraph({ text: 'Licence balances', heading: HeadingLevel.HEADING_1 }),
          item('one'),
          item('one a', 1),
          item('one b', 1),
          item('two'),
          item('two a', 1),
          new Paragraph({ text: 'a point', bullet: { level: 0 } }),
          new Table({ rows: [cells('Code', 'Quantity'), cells('0101', '12')] }),
          new Paragraph({ children: [new TextRun('before'), new PageBreak(), new TextRun('behind')] }),
          new Paragraph({ text: 'third', pageBreakBefore: true }),
        ],
      },
    ],
  })
  expect(await read('docx', await Packer.toBuffer(document))).toEqual({
    state: 'ready',
    pageCount: 3,
    notes: [],
    pages: [
      {
        number: 1,
        text: 'Ref. 2026/17\n\nLicence balances\n1. one\n1a) one a\n1b) one b\n2. two\n2a) two a\n• a point\nCode\tQuantity\n0101\t12\nbefore',
      },
      { number: 2, text: 'behind' },
      { number: 3, text: 'third\n\nConfidential' },
    ],
  })
})

test('deleted and hidden words are left out, and Word’s automatic page breaks separate pages', async () => {
  const body = `${paragraph('stays')}<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>
    <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:t>seen</w:t></w:r></w:p>
    <w:p><w:r><w:lastRenderedPageBreak/><w:t>next page</w:t></w:r></w:p>`
  expect(await read('docx', wordOf(body))).toMatchObject({
    pageCount: 2,
    pages: [{ text: 'stays\nseen' }, { text: 'next page' }],
  })
})

test('a text box inside a paragraph is read once', async () => {
  const box = `<w:txbxContent>${paragraph('in the box')}</w:txbxContent>`
  const body = `<w:p><w:r><w:t>around</w:t><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback>
    </mc:AlternateContent></w:r></w:p>`
  expect(await read('docx', wordOf(body))).toMatchObject({ pages: [{ text: 'in the box\naround' }] })
})

test('a long text without pages is read in parts that end between paragraphs', async () => {
  const body = Array.from({ length: 400 }, (_, i) => paragraph(`Paragraph ${i}. ${'Some words. '.repeat(8)}`)).join('')
  const result = await read('docx', wordOf(body))
  if (result.state !== 'ready') throw new Error(result.state)
  expect(result.pageCount).toBeNull()
  expect(result.pages.length).toBeGreaterThan(3)
  expect(result.pages.every(({ text }) => text.length <= PART && text.startsWith('Paragraph'))).toBe(true)
  expect(
    result.pages
      .map(({ text }) => text)
      .join('\n')
      .match(/Paragraph \d+/g),
  ).toHaveLength(400)
})

test.each([
  ['14', '46477', '2027-03-31'],
  ['27', '46477', '2027-03-31'],
  ['57', '46477', '2027-03-31'],
  ['dd/mm/yyyy', '46538', '31/05/2027'],
  ['[$-409]d mmm yyyy hh:mm', '46538.40625', '31 May 2027 09:45'],
  ['h:mm AM/PM', '0.75', '6:00 PM'],
  ['[h]:mm', '1.5', '36:00'],
  ['9', '0.25', '25%'],
  ['0.0%', '0.1234', '12.3%'],
  ['4', '12343.999999999998', '12,344.00'],
  ['0', '12343.999999999998', '12344'],
  ['"€" #,##0.00;("€" #,##0.00)', '-1250.5', '(€ 1,250.50)'],
  ['11', '123456', '1.23E+05'],
  ['# ?/?', '2.5', '2 1/2'],
  ['@', '007', '7'],
  ['000-000', '12345', '012-345'],
  ['1', 'not a number', 'not a number'],
])('a cell of the format %s with %s shows %s', async (format, value, shown) => {
  expect(await cellOf(format, `<c s="1"><v>${value}</v></c>`)).toBe(shown)
})

test.each([
  ['<c t="b"><v>1</v></c>', 'TRUE'],
  ['<c t="e"><v>#N/A</v></c>', '#N/A'],
  ['<c t="str" s="1"><v>46477</v></c>', '46477'],
  ['<c t="d" s="1"><v>2027-03-31</v></c>', '2027-03-31'],
  ['<c t="d" s="1"><v>2027-03-31T09:45:00</v></c>', '2027-03-31'],
  ['<c t="d" s="1"><v>soon</v></c>', 'soon'],
])('the cell %s shows %s', async (cell, shown) => {
  expect(await cellOf('14', cell)).toBe(shown)
})

test('a workbook that counts days from 1904 shows its dates, and durations as they are', async () => {
  expect(await cellOf('yyyy-mm-dd', '<c s="1"><v>45015</v></c>', '<workbookPr date1904="1"/>')).toBe('2027-03-31')
  expect(await cellOf('[h]:mm', '<c s="1"><v>1.5</v></c>', '<workbookPr date1904="1"/>')).toBe('36:00')
})

/** The text of a workbook with one cell, whose style has a format of its own or the built-in one of this number. */
async function cellOf(format: string, cell: string, settings = ''): Promise<string> {
  const isBuiltIn = /^\d\d?$/.test(format) && format !== '0'
  const code = format.replaceAll('"', '&quot;')
  const own = isBuiltIn ? '' : `<numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts>`
  const styles = `<styleSheet>${own}<cellStyleXfs><xf numFmtId="3"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="${isBuiltIn ? format : 170}"/></cellXfs></styleSheet>`
  const book = zipOf([
    { name: 'xl/workbook.xml', content: `<workbook>${settings}</workbook>` },
    { name: 'xl/styles.xml', content: styles },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData><row>${cell}</row></sheetData></worksheet>` },
  ])
  const result = await read('xlsx', book)
  return result.state === 'ready' ? result.pages[0]!.text : result.state
}

test('what lies between two page breaks is read whole, however long it is', async () => {
  const sentence = (i: number) => paragraph(`Sentence ${i} of the annex says something about weighbridges and seals.`)
  const long = Array.from({ length: 2000 }, (_, i) => sentence(i)).join('')
  const result = await read('docx', wordOf(`${paragraph('cover')}${BREAK}${long}${BREAK}${paragraph('the end')}`))
  if (result.state !== 'ready') throw new Error(result.state)
  expect(result.notes).toEqual([])
  expect(result.pages.every(({ text }) => text.length <= PART)).toBe(true)
  expect(
    result.pages
      .map(({ text }) => text)
      .join(' ')
      .match(/Sentence \d+/g),
  ).toHaveLength(2000)
  expect([result.pages[0]!.text, result.pages.at(-1)!.text]).toEqual(['cover', 'the end'])
})

const BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'

test('a spreadsheet is read row by row, sheet by sheet', async () => {
  const strings = '<sst><si><t>Code</t></si><si><r><t>Quan</t></r><r><t>tity</t></r></si></sst>'
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const book = zipOf([
    { name: 'xl/sharedStrings.xml', content: strings },
    { name: 'xl/worksheets/sheet2.xml', content: sheet('<row><c t="inlineStr"><is><t>second</t></is></c></row>') },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: sheet(
        '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c><v>101</v></c><c><v>1.5</v></c></row>',
      ),
    },
  ])
  expect(await read('xlsx', book)).toMatchObject({
    pageCount: null,
    pages: [{ number: 1, text: 'Code\tQuantity\n101\t1.5\n\nsecond' }],
  })
})

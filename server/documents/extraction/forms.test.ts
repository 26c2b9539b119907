import { expect, test } from 'vitest'
import { onePage, pdfStream, rawPdf } from '../../testing/documents/pdf.ts'
import { paragraph, wordOf, zipOf } from '../../testing/documents/zip.ts'
import { extractText } from './extract-text.ts'

async function textOf(type: 'docx' | 'pdf', bytes: Buffer): Promise<string> {
  const read = await extractText({ type, bytes: new Uint8Array(bytes) })
  if (read.state !== 'ready') throw new Error(`${read.state}: ${JSON.stringify(read.notes)}`)
  return read.pages.map(({ text }) => text).join('\f')
}

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const control = (settings: string, text: string) =>
  `<w:sdt><w:sdtPr>${settings}</w:sdtPr><w:sdtContent>${run(text)}</w:sdtContent></w:sdt>`
const field = (settings: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${settings}</w:ffData></w:fldChar></w:r>
   <w:r><w:instrText> FORM </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`

test('the values of a Word form are read, its placeholders are not', async () => {
  const body = `
    <w:p>${run('Applicant: ')}${control('<w:alias w:val="Name"/>', 'Acme Ltd')}</w:p>
    <w:p>${run('Date: ')}${control('<w:showingPlcHdr/>', 'Click here to enter text.')}${run('none')}</w:p>
    <w:p>${run('Urgent ')}${field('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>')}</w:p>
    <w:p>${run('Secret ')}${field('<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>')}</w:p>
    <w:p>${run('Office ')}${field('<w:ddList><w:result w:val="1"/><w:listEntry w:val="North"/><w:listEntry w:val="South"/></w:ddList>')}</w:p>`
  expect((await textOf('docx', wordOf(body))).split('\n')).toEqual([
    'Applicant: Acme Ltd',
    'Date: none',
    'Urgent ☒',
    'Secret ☐',
    'Office South',
  ])
})

test('a paragraph whose paragraph mark was deleted is joined with the next one', async () => {
  const body = `
    <w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>${run('The fee is raised ')}
      <w:del w:id="2"><w:r><w:delText>by ten </w:delText></w:r></w:del><w:ins w:id="3">${run('by five ')}</w:ins></w:p>
    <w:p>${run('percent.')}</w:p>
    <w:p>${run('Ministry')}<w:r><w:ptab w:alignment="right"/></w:r>${run('12 May')}</w:p>`
  expect(await textOf('docx', wordOf(body))).toBe('The fee is raised by five percent.\nMinistry\t12 May')
})

const reference = (kind: 'footnote' | 'endnote', id: number, more = '') =>
  `<w:r><w:${kind}Reference w:id="${id}" ${more}/></w:r>`
const notes = (kind: 'footnote' | 'endnote', texts: Record<number, string>) => ({
  name: `word/${kind}s.xml`,
  content: `<w:${kind}s xmlns:w="w"><w:${kind} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:${kind}>${Object.entries(
    texts,
  )
    .map(([id, text]) => `<w:${kind} w:id="${id}"><w:p><w:r><w:${kind}Ref/></w:r>${run(text)}</w:p></w:${kind}>`)
    .join('')}</w:${kind}s>`,
})

test('a note of a Word document begins with its reference mark', async () => {
  const body = `
    <w:p>${run('The fee')}${reference('footnote', 7)}${run(' is shown with the bond')}${reference('endnote', 3)}${run('.')}</w:p>
    <w:p>${run('Seals')}${reference('footnote', 4)}${run(' and quotas')}${reference('footnote', 9, 'w:customMarkFollows="1"')}${run('*')}</w:p>
    <w:p>${run('Nothing')}<w:del w:id="1">${reference('footnote', 5)}</w:del></w:p>`
  const more = [
    notes('footnote', { 4: 'Lead seals only.', 5: 'Gone.', 7: 'Law 12 of 2019.', 9: '* From May on.' }),
    notes('endnote', { 3: 'Issued by a bank.' }),
  ]
  expect((await textOf('docx', wordOf(body, more))).split(/\n+/)).toEqual([
    'The fee[1] is shown with the bond[note 1].',
    'Seals[2] and quotas*',
    'Nothing',
    '[2] Lead seals only.',
    'Gone.',
    '[1] Law 12 of 2019.',
    '* From May on.',
    '[note 1] Issued by a bank.',
  ])
})

test('the rows beside a merged cell of a Word table repeat its text', async () => {
  const cell = (text: string, settings = '') => `<w:tc><w:tcPr>${settings}</w:tcPr><w:p>${run(text)}</w:p></w:tc>`
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
  const [begins, goesOn] = ['<w:vMerge w:val="restart"/>', '<w:vMerge/>']
  const wide = '<w:gridSpan w:val="2"/>'
  const nested = `<w:tbl>${row(cell('Inner', begins), cell('a'))}${row(cell('', goesOn), cell('b'))}</w:tbl>`
  const table = `<w:tbl>
    ${row(cell('Area'), cell('Part'), cell('Ask'))}
    ${row(cell('Licences', begins), cell('List', begins), cell('Show the balance.'))}
    ${row(cell('', goesOn), cell('', '<w:vMerge w:val="continue"/>'), cell('Print it.'))}
    ${row(cell('', goesOn), cell('Form'), cell('Add a field.'))}
    ${row(cell('Wide', wide + begins), cell('One.'))}
    ${row(cell('', wide + goesOn), cell('Two.'))}
    <w:tr><w:trPr><w:gridBefore w:val="2"/></w:trPr>${cell('Three.')}</w:tr>
    ${row(cell('Quotas'), cell('', goesOn), `<w:tc>${nested}<w:p/></w:tc>`)}
    ${row(cell('', `<w:tcPrChange w:id="1"><w:tcPr>${goesOn}</w:tcPr></w:tcPrChange>`), cell('x'), cell('y'))}
  </w:tbl>`
  expect((await textOf('docx', wordOf(table))).split('\n')).toEqual([
    'Area\tPart\tAsk',
    'Licences\tList\tShow the balance.',
    'Licences\tList\tPrint it.',
    'Licences\tForm\tAdd a field.',
    'Wide\tOne.',
    'Wide\tTwo.',
    'Three.',
    'Quotas\t\tInner a Inner b',
    '\tx\ty',
  ])
})

test('a document of Word for the web is read, although its parts are numbered', async () => {
  const note = `<w:footnotes xmlns:w="w"><w:footnote>${paragraph('Law 12 of 2019.')}</w:footnote></w:footnotes>`
  const content = `<w:document xmlns:w="w"><w:body>${paragraph('Seals are checked.')}</w:body></w:document>`
  const parts = [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document2.xml', content },
    { name: 'word/footnotes2.xml', content: note },
  ]
  expect(await textOf('docx', zipOf(parts))).toBe('Seals are checked.\n\nLaw 12 of 2019.')
})

test('form values and text written over a PDF page are read in position', async () => {
  const annotations = [
    '/Subtype /Widget /FT /Tx /T (name) /V (Acme Trading Ltd) /Rect [200 695 400 712]',
    '/Subtype /Widget /FT /Tx /T (ask) /Ff 4096 /V (Print the bond number.\\nShow the seal.) /Rect [200 620 500 680]',
    '/Subtype /Widget /FT /Tx /T (pin) /Ff 8192 /V (1234) /Rect [200 560 400 577]',
    '/Subtype /Widget /FT /Tx /T (unseen) /F 2 /V (hidden words) /Rect [200 540 400 557]',
    '/Subtype /Widget /FT /Btn /T (urgent) /V /Yes /AS /Yes /AP << /N << /Yes 6 0 R /Off 6 0 R >> >> /Rect [200 590 212 602]',
    '/Subtype /Widget /FT /Ch /T (gate) /Opt [[(a1) (Northern gate)] [(b2) (Southern gate)]] /V [(b2) (a1)] /Ff 2097152 /Rect [200 520 400 537]',
    '/Subtype /Widget /FT /Ch /T (free) /Ff 393216 /Opt [[(a1) (Northern gate)]] /V (By the river) /Rect [200 460 400 477]',
    '/Subtype /FreeText /Contents (Approved by the director) /Rect [60 400 300 420]',
  ]
  const first = 7
  const refs = annotations.map((_, i) => `${first + i} 0 R`).join(' ')
  const lines = ['700 (Importer:)', '670 (Request:)', '592 (Urgent)']
  const text = lines.map((line) => line.replace(/(\d+) (.*)/, 'BT /F1 10 Tf 60 $1 Td $2 Tj ET')).join(' ')
  const pdf = rawPdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs}] /DA (/F1 10 Tf) >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [${refs}] /Resources << /Font << /F1 5 0 R >> >> >>`,
    pdfStream(text),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    pdfStream('', '/Type /XObject /Subtype /Form /BBox [0 0 12 12]'),
    ...annotations.map((one) => `<< /Type /Annot ${one} /P 3 0 R /DA (/F1 10 Tf) >>`),
  ])
  expect((await textOf('pdf', pdf)).split(/\n+/)).toEqual([
    'Importer:\tAcme Trading Ltd',
    'Request:\tPrint the bond number.',
    'Show the seal.',
    'Urgent\t☒',
    'Southern gate, Northern gate',
    'By the river',
    'Approved by the director',
  ])
})

test.each([
  ['signature field', '/Subtype /Widget /FT /Sig /T (signature)'],
  ['stamp', '/Subtype /Stamp'],
])('the lines drawn in a %s are read', async (_, kind) => {
  const drawn = 'BT /F1 9 Tf 2 40 Td [(Signed by ) -300 (Rowena)] TJ 0 -11 Td (2027-02-11 09:40) Tj ET'
  const objects = onePage('Approval', {
    catalog: '/AcroForm << /Fields [6 0 R] /SigFlags 3 >>',
    page: '/Annots [6 0 R]',
  })
  objects.push(
    `<< /Type /Annot ${kind} /Rect [60 400 260 460] /F 132 /AP << /N 7 0 R >> /P 3 0 R >>`,
    pdfStream(drawn, '/Type /XObject /Subtype /Form /BBox [0 0 200 60] /Resources << /Font << /F1 5 0 R >> >>'),
  )
  expect((await textOf('pdf', rawPdf(objects))).split(/\s+/).join(' ')).toBe(
    'Approval Signed by Rowena 2027-02-11 09:40',
  )
})

test('a form that is only in XFA says so, and one with ordinary fields beside it is read', async () => {
  const xfa = pdfStream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>')
  const dynamic = onePage('Please wait …', { catalog: '/NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >>' })
  const read = await extractText({ type: 'pdf', bytes: new Uint8Array(rawPdf([...dynamic, xfa])) })
  expect(read).toEqual({ state: 'failed', notes: [{ code: 'dynamic-form' }] })
  const signature = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /F 132 /Rect [0 0 0 0] >>'
  const signed = onePage('Please wait …', {
    catalog: '/AcroForm << /Fields [7 0 R] /XFA 6 0 R >>',
    page: '/Annots [7 0 R]',
  })
  const readSigned = await extractText({ type: 'pdf', bytes: new Uint8Array(rawPdf([...signed, xfa, signature])) })
  expect(readSigned).toEqual(read)
  const both = onePage('Importer', { catalog: '/AcroForm << /Fields [7 0 R] /XFA 6 0 R >>', page: '/Annots [7 0 R]' })
  const field = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Acme) /Rect [200 700 300 730] >>'
  expect(await textOf('pdf', rawPdf([...both, xfa, field]))).toContain('Acme')
})

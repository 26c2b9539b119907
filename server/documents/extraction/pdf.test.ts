import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { glyphsPdf, onePage, pdfOf, rawPdf } from '../../testing/documents/pdf.ts'
import { extractText } from './extract-text.ts'

const SENTENCE =
  'The importer shall present a valid licence before the declaration is accepted by the office of customs. '

async function pagesOf(pdf: Buffer): Promise<string[]> {
  const read = await extractText({ type: 'pdf', bytes: new Uint8Array(pdf) })
  if (read.state !== 'ready') throw new Error(`${read.state}: ${JSON.stringify(read.notes)}`)
  return read.pages.map(({ text }) => text)
}

test('the lines of a paragraph are joined, and paragraphs are separated', async () => {
  const [page] = await pagesOf(
    await pdfOf((pdf) => {
      pdf.fontSize(16).text('1. Licence balances').moveDown()
      pdf.fontSize(11).text(SENTENCE.repeat(3)).moveDown().text('Yours sincerely,').text('Ada Osei')
    }),
  )
  expect(page).toBe(`1. Licence balances\n\n${SENTENCE.repeat(3).trim()}\n\nYours sincerely,\nAda Osei`)
})

test('a word hyphenated at the end of a line is joined', async () => {
  const [page] = await pagesOf(
    await pdfOf((pdf) => {
      const width = pdf.widthOfString('The ministry asks for more co-')
      pdf.text('The ministry asks for more co-', { width: width + 5 })
      pdf.text('operation between all of EU-', { width: width + 5 }).text('Kommission and us.')
    }),
  )
  expect(page).toBe('The ministry asks for more cooperation between all of EU-Kommission and us.')
})

test('columns are read one after the other, and a heading over both comes first', async () => {
  const left = Array.from({ length: 12 }, (_, i) => `left column line ${i} with some words`)
  const right = Array.from({ length: 12 }, (_, i) => `right column line ${i} with some words`)
  const [page] = await pagesOf(
    await pdfOf((pdf) => {
      pdf.fontSize(18).text('A heading that stands over both of the columns', 72, 60, { lineBreak: false })
      pdf.fontSize(10)
      for (const [i, line] of left.entries()) pdf.text(line, 72, 100 + 13 * i, { lineBreak: false })
      for (const [i, line] of right.entries()) pdf.text(line, 300, 100 + 13 * i, { lineBreak: false })
    }),
  )
  expect(page!.indexOf('A heading')).toBe(0)
  expect(page!.indexOf('left column line 11')).toBeLessThan(page!.indexOf('right column line 0'))
  expect(page).not.toContain('\t')
})

test('the rows of a table are lines with tabs between the cells', async () => {
  const rows = [
    ['Code', 'Quantity', 'Office'],
    ['0101.21', '1,200', 'North'],
    ['0102.29', '85', 'South'],
  ]
  const [page] = await pagesOf(
    await pdfOf((pdf) => {
      for (const [y, row] of rows.entries())
        for (const [x, cell] of row.entries()) pdf.text(cell, 72 + 130 * x, 100 + 18 * y, { lineBreak: false })
    }),
  )
  expect(page!.split('\n')).toEqual(rows.map((row) => row.join('\t')))
})

test('items of a list stay separate', async () => {
  const [page] = await pagesOf(
    await pdfOf((pdf) => {
      pdf.text('1. first, which fills nearly the whole width of the page so that the next could follow it')
      pdf.text('2. second').text('(a) third').text('• fourth')
    }),
  )
  expect(page!.split('\n')).toHaveLength(4)
})

test('repeated headers and footers are separated from the text', async () => {
  const pages = await pagesOf(
    await pdfOf(
      (pdf) => {
        for (let i = 1; i <= 4; i++) {
          if (i > 1) pdf.addPage()
          pdf.fontSize(10).text('Ministry of Trade', 72, 62, { lineBreak: false })
          pdf.text(`Only page ${'abcd'[i - 1]} says this. ${SENTENCE.repeat(i)}`, 72, 75)
          pdf.text(`Page ${i} of 4`, 72, pdf.y, { lineBreak: false })
        }
      },
      { margin: 60 },
    ),
  )
  for (const [i, page] of pages.entries()) {
    const parts = page.split('\n\n')
    expect(parts[0]).toBe('Ministry of Trade')
    expect(parts.at(-1)).toBe(`Page ${i + 1} of 4`)
    expect(parts.slice(1, -1).join(' ')).toContain(`Only page ${'abcd'[i]}`)
  }
})

test('rotated text is read after the rest', async () => {
  const [page] = await pagesOf(
    await pdfOf((pdf) => {
      pdf.rotate(-90, { origin: [40, 400] }).text('turned text', 40, 400, { lineBreak: false })
      pdf.rotate(90, { origin: [40, 400] }).text('upright text', 100, 100, { lineBreak: false })
    }),
  )
  expect(page).toBe('upright text\n\nturned text')
})

test('right-to-left text is stored in reading order', async () => {
  expect(await pagesOf(glyphsPdf([...'שלום'].toReversed()))).toEqual(['שלום'])
})

const sample = (name: string) => readFile(new URL(`../../testing/documents/${name}.pdf`, import.meta.url))

test('Arabic words that a browser printed letter by letter are whole, and a stop follows its sentence', async () => {
  const [page] = await pagesOf(await sample('arabic-printed-by-a-browser'))
  expect(page).toBe(`مذكرة إلى إدارة النظم
يجب أن يرسل النظام إشعارا إلى المخلص قبل 15 أبريل 2027. نرجو إضافة حقل لرقم الختم في شاشة البوابة.`)
})

test('numbers, dates, brackets and Latin words in right-to-left lines are in reading order, and the reverse', async () => {
  const [page] = await pagesOf(await sample('mixed-directions'))
  expect(page!.split(/\n+/)).toEqual([
    'تقدم الهيئة (دائرة الجمارك) طلبا إلى النظام EORI رقم 1,250.50 في 31/03/2027.',
    'نسبة 25% من 10 إلى 20 - 30 ساعة «الأولوية»؛ انظر RFD-2026-0012 (الملحق 3).',
    'للجمارك الساعة 14:30، الخطوط الملاحية لا إله الأول.',
    'The term الجمارك means customs (see محمد علي, page 12).',
    'משרד המכס (אגף 3) אישר 50% ב-12.05.2027.',
    'الرمز\tالكمية\tالمكتب',
    'الشمال\t1,200\t0101.21',
  ])
})

test('digits of Arabic scripts are in order, and vowel points are with their letters', async () => {
  const [page] = await pagesOf(await sample('arabic-digits-and-vowels'))
  expect(page!.replace(/\s+/g, ' ')).toBe(
    [
      'يجب إرسال التقرير رقم ٤٧١١ قبل ١٥/٠٤/٢٠٢٧، أي ٢٥٪ من ١٬٢٥٠٫٥٠ كغ.',
      'سامانه باید پیش از ۱۵ آوریل ۲۰۲۷ لطفاً اضافه کنید.',
      'يَجِبُ أَنْ يُرْسِلَ إِشْعَارًا',
      'בְּרֵאשִׁית בָּרָא שָׁלוֹם 12',
    ].join(' '),
  )
})

test.each([
  ['a sign of its own', ['ا', 'ﳋ', 'ﻄ', 'ﻮ', 'ط'], 'الخطوط'],
  ['a sign of its own within a word', ['ا', 'ﻹ', 'د', 'ا', 'ر', 'ة'], 'الإدارة'],
  ['several letters', ['ا', 'لخ', 'ﻄ', 'ﻮ', 'ط'], 'الخطوط'],
  ['several letters within a word', ['ب', 'لا', 'د'], 'بلاد'],
  ['several letters in Hebrew', ['אל', 'ם'], 'אלם'],
])('the letters of a ligature that is named as %s are in reading order', async (_, glyphs, text) => {
  expect(await pagesOf(glyphsPdf(glyphs.toReversed()))).toEqual([text])
})

test('a PDF behind printer commands is read', async () => {
  const printed = Buffer.concat([Buffer.from('\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'), rawPdf(onePage('printed'))])
  expect(await pagesOf(printed)).toEqual(['printed'])
})

test('a scan without text has a note', async () => {
  const scan = await pdfOf((pdf) => pdf.rect(50, 50, 300, 300).fill('gray'))
  const read = await extractText({ type: 'pdf', bytes: new Uint8Array(scan) })
  expect(read).toEqual({ state: 'none', pageCount: 1, notes: [{ code: 'scanned' }] })
})

test('an encrypted document has a note', async () => {
  const closed = await pdfOf((pdf) => pdf.text('secret'), { userPassword: 'open' })
  const read = await extractText({ type: 'pdf', bytes: new Uint8Array(closed) })
  expect(read).toEqual({ state: 'failed', notes: [{ code: 'protected' }] })
})

test('characters that cannot be stored are left out, and presentation forms become letters', async () => {
  const [page] = await pagesOf(rawPdf(onePage('a\\000b\\001c')))
  expect(page).toMatch(/^a ?b ?c$/)
})

import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLines, withoutFormulas } from './csv.ts'

const HONEST = [
  'plain',
  'a "quoted" word',
  'two\r\nlines',
  'a,b;c\td',
  "it's",
  'é 中 ع',
  '-5',
  '-1,234.50',
  '-12 %',
  '+49 (30) 123-45',
  'Weight; -5 kg',
  'From 08:00; +49 30 12345; then',
  'Wanted:\n- one list\n- all gates',
  'a = b, a+b, me@office.example, x;y=1',
]
const FORMULAS = [
  '=1+1',
  '+A1',
  '-A1',
  '- a point',
  '@SUM(A1)',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  ' =1',
  '\u00a0\u200b=1',
  '\ufeff=1',
  '"=1',
  '\t=1',
  '\r=1',
  '\n=1',
  "x;=cmd|' /C calc'!A0",
  'x; \u200b"=1',
  'x\t@SUM(A1)',
  'two\r\n+SUM(1)',
  'two\u2028=1',
  'Wanted:\n- cmd|x!A0',
]

test('an honest text is written as it is, and a reader finds it again', () => {
  const rows: string[][] = parse(csvLines(HONEST.map((text) => [text, -3.5, null])))
  expect(rows).toEqual(HONEST.map((text) => [text, '-3.5', '']))
})

/** The cells of a file where quotes mean nothing: the most that a spreadsheet could make of it. */
const piecesOf = (file: string) => file.split(/[,;\t-\r\x85\u2028\u2029]/v)
const isFormula = (cell: string) => /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/v.test(cell)

test.each(FORMULAS)('%j begins no formula, wherever a spreadsheet splits the line', (text) => {
  const file = csvLines([[1, text]])
  expect(piecesOf(file).filter(isFormula)).toEqual([])
  expect(file.replaceAll("'", '')).toBe(
    csvLines([[1, `x${text}`]])
      .replace(/x/, '')
      .replaceAll("'", ''),
  )
})

test('whatever a text is, only apostrophes are added, and only numbers and points still begin with a sign', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝;\t\n\r" \u200b\u00a0(|!a1.'), maxLength: 12 })
  fc.assert(
    fc.property(text, (one) => {
      const written = withoutFormulas(one)
      expect(written.replaceAll("'", '')).toBe(one)
      for (const cell of piecesOf(csvLines([[1, one]])).filter(isFormula))
        expect(cell.replace(/"?$/, '')).toMatch(
          /^[\s"\u200b]*([+-] ?\(?\d[\d\s.,()/%-]*|[+\-@＋－＠]([\s\d][^(|!]*)?)"*$/,
        )
      // Applying it again changes nothing more.
      expect(withoutFormulas(written)).toBe(written)
    }),
    { numRuns: 300 },
  )
})

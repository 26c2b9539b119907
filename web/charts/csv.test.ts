import { stringify } from 'csv-stringify/sync'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

const CELLS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  'plain',
  'a "quoted" word',
  'two\nlines',
  'a,b',
  '',
  '12',
  "it's",
  ' =1',
  'é 中 ع',
]

test('the table has the lines that the files of the server have', () => {
  const rows = CELLS.map((cell) => ({ cells: [cell, -3.5, null] }))
  const written = stringify([['Name', 'Days', 'None'], ...rows.map(({ cells }) => cells)], {
    escape_formulas: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
  })
  expect(toCsv({ head: ['Name', 'Days', 'None'], rows })).toBe(`\uFEFF${written}`)
})

test('a strict reader finds each cell as it was, and no formula', () => {
  const file = toCsv({ head: ['Name'], rows: CELLS.map((cell) => ({ cells: [cell, 1] })) })
  const found: string[][] = parse(file, { bom: true, record_delimiter: '\r\n', relax_column_count: true })
  const names = found.slice(1).map(([name]) => name!)
  expect(names.map((name) => (name.startsWith("'") ? name.slice(1) : name))).toEqual(CELLS)
  expect(names.filter((name) => /^[=+\-@\t\r＝＋－＠]/.test(name))).toEqual([])
})

import * as fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { faultsIn } from '../../testing/xlsx-faults.ts'
import { partsOf, type Parts } from '../../testing/xlsx-parts.ts'
import type { SheetPiece } from './sheet.ts'
import { writeSheetsAsXlsx } from './xlsx.ts'

async function* pieces(some: readonly SheetPiece[]) {
  yield* some
}
const written = async (some: readonly SheetPiece[]) =>
  partsOf(await buffer(writeSheetsAsXlsx(pieces(some), 'Asia/Riyadh')))

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ' ',
    '_x000D_',
    '\r\n',
    '=1+1',
    '\u0000',
    '\uD800',
    '\uFFFE',
    ']]>',
    'x'.repeat(40_000),
    '_x0041_'.repeat(9000),
  ),
)
const VALUES = {
  text,
  number: fc.oneof(fc.double(), fc.integer(), fc.constantFrom(NaN, Infinity, -0, 1e300, 5e-324), text),
  date: fc.oneof(fc.constantFrom('2026-02-28', '1900-01-01', '1899-12-31', '0001-01-01', '9999-12-31', ''), text),
  instant: fc.constantFrom('2026-03-29T00:59:00.000Z', '1899-01-01T00:00:00.000Z', '9999-12-31T23:59:00.000Z'),
}
const sheet = fc
  .array(fc.constantFrom('text' as const, 'number' as const, 'date' as const, 'instant' as const), { maxLength: 30 })
  .chain((kinds) =>
    fc.record({
      name: fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('History', "'", '', 'Requests')),
      heads: fc.tuple(...kinds.map(() => text)),
      kinds: fc.constant(kinds),
      rows: fc.array(fc.tuple(...kinds.map((kind) => fc.option(VALUES[kind]))), { maxLength: 5 }),
    }),
  )

test('whatever the rows and names are, a workbook keeps the rules that Excel insists on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sheet, { maxLength: 4 }), async (sheets) => {
      const some = sheets.flatMap(({ name, heads, kinds, rows }): SheetPiece[] => [
        { sheet: { name, columns: kinds.map((kind, i) => ({ head: heads[i]!, kind })) } },
        { rows },
      ])
      expect(faultsIn(await written(some))).toEqual([])
    }),
    { numRuns: 60 },
  )
})

const USUAL: SheetPiece[] = [
  {
    sheet: {
      name: 'Requests',
      columns: [
        { head: 'Title', kind: 'text' },
        { head: 'Due', kind: 'date' },
      ],
    },
  },
  { rows: [[' padded', '2026-02-28']] },
]
const SHEET = 'xl/worksheets/sheet1.xml'

test.each<[fault: string, path: string, from: string | RegExp, to: string]>([
  ['cols is out of order', SHEET, /(<cols>.*<\/cols>)(.*<\/sheetData>)/s, '$2$1'],
  ['cols is empty', SHEET, /<cols>.*<\/cols>/, '<cols/>'],
  ['A2 loses its spaces', SHEET, /(r="A2".*?) xml:space="preserve"/, '$1'],
  ['B2 has no style 3', SHEET, 's="1"', 's="3"'],
  ['B2 is no number: NaN', SHEET, /<v>\d+/, '<v>NaN'],
  ['B2 is no date: -3', SHEET, /<v>\d+/, '<v>-3'],
  ['row 2 is out of order', SHEET, '<row r="1">', '<row r="2">'],
  ['the filter A1:B1 is not that of 2 columns and 2 rows', SHEET, 'ref="A1:B2"', 'ref="A1:B1"'],
  ['cell A1 is out of order', SHEET, 'r="B1"', 'r="A1"'],
  ['the dimension A1:C9 is another', SHEET, '<sheetViews>', '<dimension ref="A1:C9"/><sheetViews>'],
  ['A2 has no text of its own', SHEET, /<is>(?!.*<is>).*<\/is>/, '<v>0</v>'],
  ['is not well-formed', SHEET, 'padded', 'pad & ded'],
  ['a sheet may not be called History', 'xl/workbook.xml', 'name="Requests"', 'name="History"'],
  ['a sheet may not be called Jan/Feb', 'xl/workbook.xml', 'name="Requests"', 'name="Jan/Feb"'],
  ['sheet Requests has no part', 'xl/workbook.xml', 'r:id="rId1"', 'r:id="rId2"'],
  ['sheets is empty', 'xl/workbook.xml', /<sheet .*?\/>/, ''],
  ['two sheets have one name', 'xl/workbook.xml', /(<sheet )(.*?\/>)/, '$1$2$1$2'],
  ['fonts has another count', 'xl/styles.xml', '<fonts count="1">', '<fonts count="2">'],
  ['there is no format 164', 'xl/styles.xml', '<numFmt numFmtId="164"', '<numFmt numFmtId="166"'],
  ['there is no fillId 2', 'xl/styles.xml', 'fillId="0"', 'fillId="2"'],
  ['fills is out of order', 'xl/styles.xml', /(<fills.*<\/fills>)(<borders.*<\/borders>)/, '$2$1'],
  [`${SHEET} has no type of its own`, '[Content_Types].xml', /<Override PartName="\/xl\/worksheets.*?\/>/, ''],
  ['there is no xl/worksheets/sheet9.xml', 'xl/_rels/workbook.xml.rels', 'sheet1.xml', 'sheet9.xml'],
])('a fault that is planted is found: %s', async (fault, path, from, to) => {
  const parts: Parts = await written(USUAL)
  expect(faultsIn(parts)).toEqual([])
  const before = parts.get(path)!
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  expect(faultsIn(new Map(parts).set(path, after)).join('\n')).toContain(fault)
})

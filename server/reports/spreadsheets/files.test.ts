import { parse } from 'csv-parse/sync'
import { buffer, text } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { partsOf } from '../../testing/xlsx-parts.ts'
import { writeSheetsAsCsv } from './csv.ts'
import type { SheetPiece } from './sheet.ts'
import { writeSheetsAsXlsx } from './xlsx.ts'

const PIECES: SheetPiece[] = [
  {
    sheet: {
      name: 'Figures & “more”',
      columns: [
        { head: 'Figure', kind: 'text' },
        { head: 'Value', kind: 'number' },
      ],
    },
  },
  { rows: [['Open', 3]] },
  {
    rows: [
      ['Share', 12.5],
      ['None', null],
    ],
  },
  {
    sheet: {
      name: 'Dates',
      columns: [
        { head: 'Day', kind: 'date' },
        { head: 'At (Europe/Paris)', kind: 'instant' },
      ],
    },
  },
  {
    rows: [
      ['2026-03-29', '2026-03-29T00:59:00.000Z'],
      ['2026-03-29', '2026-03-29T01:00:00.000Z'],
    ],
  },
]

async function* pieces(some: readonly SheetPiece[]) {
  yield* some
}

test('each part is a sheet of its own, and two readers find its numbers, dates and times', async () => {
  const file = await buffer(writeSheetsAsXlsx(pieces(PIECES), 'Europe/Paris'))
  const { sheets } = await readXlsx(file)
  expect(sheets.map(({ name }) => name)).toEqual(['Figures & “more”', 'Dates'])
  expect(sheets[0]!.rows.map((row) => row.slice(0, 2))).toEqual([
    ['Figure', 'Value'],
    ['Open', 3],
    ['Share', 12.5],
    ['None', null],
  ])
  const [, dates] = await readWorkbook(file)
  expect(dates!.data.slice(1)).toEqual([
    [new Date('2026-03-29'), new Date('2026-03-29T01:59:00Z')],
    [new Date('2026-03-29'), new Date('2026-03-29T03:00:00Z')],
  ])
})

test('rows beyond the limit of a sheet continue in another one, with its headings', async () => {
  const columns = [{ head: 'Row', kind: 'number' }] as const
  const rows = Array.from({ length: 25 }, (_, i) => [i])
  const long: SheetPiece[] = [
    { sheet: { name: 'Requests of a name as long as can', columns } },
    ...[rows.slice(0, 7), rows.slice(7)].map((some) => ({ rows: some })),
  ]
  const { sheets } = await readXlsx(await buffer(writeSheetsAsXlsx(pieces(long), 'UTC', 11)))
  expect(sheets.map(({ rows: cells }) => cells.length)).toEqual([11, 11, 6])
  expect(sheets.map(({ rows: cells }) => cells[0])).toEqual([['Row'], ['Row'], ['Row']])
  expect(sheets.flatMap(({ rows: cells }) => cells.slice(1))).toEqual(rows)
  expect(sheets[2]!.name).toBe('Requests of a name as long as 3')
})

test('the headings of each sheet stay in view, with a filter over all of its rows', async () => {
  const parts = await partsOf(await buffer(writeSheetsAsXlsx(pieces(PIECES), 'UTC')))
  const sheets = [1, 2].map((number) => parts.get(`xl/worksheets/sheet${number}.xml`)!)
  expect(sheets.map((xml) => /<autoFilter ref="(.*?)"/.exec(xml)?.[1])).toEqual(['A1:B4', 'A1:B3'])
  for (const xml of sheets) expect(xml).toContain('<pane ySplit="1" topLeftCell="A2"')
  const ranges = parts.get('xl/workbook.xml')!.matchAll(/_FilterDatabase" localSheetId="(\d)" hidden="1">(.*?)</g)
  expect([...ranges].map(([, sheet, range]) => [sheet, range])).toEqual([
    ['0', "'Figures &amp; “more”'!$A$1:$B$4"],
    ['1', "'Dates'!$A$1:$B$3"],
  ])
})

test('parts stand one below the other in CSV, each with its name', async () => {
  const csv = await text(writeSheetsAsCsv(pieces(PIECES), 'Europe/Paris'))
  expect(parse(csv, { bom: true, relax_column_count: true, skip_empty_lines: true })).toEqual([
    ['Figure', 'Value'],
    ['Open', '3'],
    ['Share', '12.5'],
    ['None', ''],
    ['Dates'],
    ['Day', 'At (Europe/Paris)'],
    ['2026-03-29', '2026-03-29 01:59'],
    ['2026-03-29', '2026-03-29 03:00'],
  ])
})

test('texts are texts to a spreadsheet, whatever characters they hold', async () => {
  const texts = ['<b> & "so" </b>', ' space ', 'two\nlines', 'tab\tted', '_x0041_', 'العربية 😀', '=1+1']
  const sheet = { name: 'Texts', columns: [{ head: 'Text', kind: 'text' as const }] }
  const file = await buffer(writeSheetsAsXlsx(pieces([{ sheet }, { rows: texts.map((one) => [one]) }]), 'UTC'))
  const read = (await readXlsx(file)).sheets[0]!.rows.slice(1).map(([one]) => one)
  expect(read).toEqual(texts)
})

test('what breaks the rows breaks the file, and nothing else', async () => {
  async function* broken(): AsyncGenerator<SheetPiece> {
    yield PIECES[0]!
    throw new Error('No more rows')
  }
  await expect(buffer(writeSheetsAsXlsx(broken(), 'UTC'))).rejects.toThrow('No more rows')
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { pagesOf } from '../../testing/documents/read-pdf.ts'
import { csvRows, exportedFile, pdfText } from '../../testing/files-of-office.ts'
import { HARMFUL_TEXTS } from '../../testing/harmful-texts.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { faultsIn } from '../../testing/xlsx-faults.ts'
import { partsOf } from '../../testing/xlsx-parts.ts'
import { exportJobs } from './jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
const run = jobRunners()
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-cells-test-'))
  office = await testApp({ config: { dataDir } })
  // Stored exactly as given, unlike through the form.
  for (const text of HARMFUL_TEXTS)
    await buildRequest(office.db, { requesterId: office.ada.id, title: text, description: text })
})
beforeEach(() => void run(office.services, exportJobs(office.services)))
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const WANTED = {
  columns: ['requestId', 'title', 'description', 'createdAt'],
  view: { sort: 'requestId', order: 'asc' },
}
const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n')
const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('in CSV no cell begins like a formula, and each reads as it was written', async () => {
  const file = await exportedFile(office, { format: 'csv', ...WANTED })
  const rows = csvRows(file)
  expect(rows).toHaveLength(HARMFUL_TEXTS.length)
  for (const [i, text] of HARMFUL_TEXTS.entries()) {
    for (const written of [rows[i]!['Title']!, rows[i]!['Description']!]) {
      expect(written.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
      // Also where a spreadsheet splits at semicolons.
      for (const cell of written.split(/[;\t\r\n]/)) expect(cell.trim()).not.toMatch(/^"*([=@＝＋－＠]|[+-](?!\d+$))/)
    }
  }
  // Also for programs that start a row at any line break: those within a cell are quoted.
  const plain = parse(file, {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  })
  expect(plain).toHaveLength(HARMFUL_TEXTS.length + 1)
})

test('in Excel every text is a text, to two readers, and no cell holds a formula', async () => {
  const file = await exportedFile(office, { format: 'xlsx', ...WANTED })
  expect(faultsIn(await partsOf(file))).toEqual([])
  const book = await readXlsx(file)
  const [, ...cells] = book.sheets[0]!.rows
  const texts = HARMFUL_TEXTS.map(lines)
  expect(cells.map((row) => row[1])).toEqual(texts)
  expect(cells.map((row) => row[2])).toEqual(texts)
  const [sheet] = await readWorkbook(file, { trim: false })
  const shown = sheet!.data.slice(1).map((row) => words(String(row[2])))
  // The second reader does not decode the escape of `_x0041_`.
  expect(shown.map((text) => text.replace('_x005F_x0041_', '_x0041_'))).toEqual(texts.map(words))
})

test('in PDF, tabs, returns and signs are unchanged for two readers', async () => {
  const file = await exportedFile(office, { format: 'pdf', ...WANTED })
  const pages = words((await pagesOf(file)).join(' '))
  const layout = words(pdfText(file))
  expect(layout).toContain(`${HARMFUL_TEXTS.length} rows`)
  for (const text of HARMFUL_TEXTS) {
    // Lines of neighbouring cells are interleaved.
    for (const line of text.split(/[\r\n]/).map(words)) {
      expect(pages).toContain(line)
      expect(layout).toContain(line)
    }
  }
})

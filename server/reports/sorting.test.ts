import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '../../shared/dates.ts'
import type { Report } from '../../shared/reports/definition.ts'
import { get, post, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { csvRows, pdfText, reportFile, sheetRows } from '../testing/files-of-office.ts'
import { jobRunners } from '../testing/jobs.ts'
import { previewReport, tableIn } from '../testing/reports.ts'
import { reportJobs } from './jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
const dues = new Map<string, string>()
const run = jobRunners()
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-sorting-test-'))
  office = await testApp({ config: { dataDir } })
  for (let i = 0; i < 70; i++) {
    const dueDate = addDays('2026-03-01', (i * 37) % 70)
    const { request_id } = await buildRequest(office.db, { requesterId: office.ada.id, dueDate })
    dues.set(request_id, dueDate)
  }
})
beforeEach(() => void run(office.services, reportJobs(office.services)))
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const content = (view: string, columns = ['requestId', 'dueDate']) => ({
  kind: 'custom',
  view,
  columns,
  groupBy: null,
  chart: 'none',
})
const idsIn = (text: string) => [...text.matchAll(/RFD-\d{4}-\d{4}/g)].map(([id]) => id)
const sorted = (by: 1 | -1) =>
  [...dues].toSorted(([, one], [, other]) => (one < other ? -by : by)).map(([requestId]) => requestId)

test('the order that a report is saved with is kept, shown in its preview and stands in each of its files', async () => {
  const input = content('sort=dueDate&order=desc')
  const res = await post(office.app, office.ben, '/api/reports', {
    name: 'By due date',
    content: input,
    sharedWith: [],
  })
  expect(res).toMatchObject({ statusCode: 201, body: { content: input } })
  const { id } = res.body as Report
  expect((await get(office.app, office.ben, `/api/reports/${id}`)).body).toMatchObject({ content: input })
  const expected = sorted(-1)
  const document = await previewReport(office, input)
  expect(document.about).toContain('Sorted by Due Date, descending')
  expect(
    idsIn(JSON.stringify(tableIn(document, 'Requests').rows.map(([cell]) => (cell as { text: string }).text))),
  ).toEqual(expected.slice(0, 50))
  expect(csvRows(await reportFile(office, id, 'csv')).map((row) => row['Request ID'])).toEqual(expected)
  const [[, ...rows] = []] = [...(await sheetRows(await reportFile(office, id, 'xlsx'))).values()]
  expect(rows.map(([cell]) => cell)).toEqual(expected)
  expect(idsIn(pdfText(await reportFile(office, id, 'pdf')))).toEqual(expected)

  const change = { name: 'By due date', content: content('sort=dueDate&order=asc'), sharedWith: [], version: 1 }
  expect((await put(office.app, office.ben, `/api/reports/${id}`, change)).statusCode).toBe(200)
  expect(csvRows(await reportFile(office, id, 'csv')).map((row) => row['Request ID'])).toEqual(sorted(1))
})

test('the order of a column that the report does not show is kept, and said', async () => {
  const input = content('sort=dueDate&order=desc', ['requestId', 'title'])
  const saved = await post(office.app, office.ben, '/api/reports', { name: 'Sorted', content: input, sharedWith: [] })
  expect(saved).toMatchObject({ statusCode: 201, body: { content: input } })
  expect((await previewReport(office, input)).about).toContain('Sorted by Due Date, descending')
  const { id } = saved.body as Report
  expect(csvRows(await reportFile(office, id, 'csv')).map((row) => row['Request ID'])).toEqual(sorted(-1))
})

test('a column that there is not is refused with the field that is wrong', async () => {
  const body = { name: 'Sorted', content: content('sort=shoeSize'), sharedWith: [] }
  expect(await post(office.app, office.ben, '/api/reports', body)).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'content.view' }] },
  })
})

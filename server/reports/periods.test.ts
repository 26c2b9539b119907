import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Report } from '../../shared/reports/definition.ts'
import { get, post, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { csvRows, reportFile } from '../testing/files-of-office.ts'
import { jobRunners } from '../testing/jobs.ts'
import { previewReport, tableIn } from '../testing/reports.ts'
import { reportJobs } from './jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
const run = jobRunners()
const titles = ['31 January', '1 February', '28 February', '1 March', '10 March']
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-periods-test-'))
  office = await testApp({ config: { dataDir }, now: '2026-03-31T22:30:00.000Z' })
  for (const title of titles) {
    const createdAt = new Date(`${title} 2026 12:00 UTC`).toISOString()
    await buildRequest(office.db, { requesterId: office.ada.id, title, createdAt, dueDate: '2026-03-05' })
  }
})
beforeEach(() => {
  run(office.services, reportJobs(office.services))
  office.clock.set('2026-03-31T22:30:00.000Z')
})
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const content = (period?: object, view = 'sort=createdAt&order=asc') => ({
  kind: 'custom',
  view,
  ...(period && { period }),
  columns: ['title'],
  groupBy: null,
  chart: 'none',
})
const made = async (input: object) => {
  const document = await previewReport(office, input)
  return { document, rows: tableIn(document, 'Requests').rows.map(([title]) => title) }
}

test('a period of a custom report is counted from the day on which it is made', async () => {
  const lastMonth = content({ date: 'created', span: 'last-month' })
  const { document, rows } = await made(lastMonth)
  expect(rows).toEqual(['1 February', '28 February'])
  expect(document.about).toContain('Created: 2026-02-01 to 2026-02-28')
  expect(JSON.stringify(document.blocks[0])).toContain('createdFrom=2026-02-01&createdTo=2026-02-28')
  expect((await made(content({ date: 'created', span: 'last-30-days' }))).rows).toEqual(['10 March'])
  expect((await made(content({ date: 'due', span: 'last-month' }))).rows).toEqual([])
  expect((await made(content({ date: 'due', span: 'last-30-days' }))).rows).toEqual(titles)
  office.clock.set('2026-04-01T00:30:00.000Z')
  expect((await made(lastMonth)).rows).toEqual(['1 March', '10 March'])
})

test('a period replaces the filters of its date and keeps the others', async () => {
  const view = 'search=march&createdFrom=2020-01-01&createdTo=2020-01-02&sort=createdAt&order=asc'
  expect((await made(content({ date: 'created', span: 'last-90-days' }, view))).rows).toEqual(['1 March', '10 March'])
})

test('the files of a run have the rows of the period, and the report keeps the period itself', async () => {
  const input = content({ date: 'created', span: 'last-month' })
  const saved = await post(office.app, office.ben, '/api/reports', { name: 'Ours', content: input, sharedWith: [] })
  const { id } = saved.body as Report
  const rows = async () => csvRows(await reportFile(office, id, 'csv')).map((row) => row['Title'])
  expect(await rows()).toEqual(['1 February', '28 February'])
  office.clock.set('2026-04-01T00:30:00.000Z')
  expect(await rows()).toEqual(['1 March', '10 March'])
  expect((await get(office.app, office.ben, `/api/reports/${id}`)).body).toMatchObject({ content: input })
})

test.each([
  [{ date: 'updated', span: 'last-month' }, 'content.period.date', 'There is no such date'],
  [{ date: 'created', span: 'always' }, 'content.period.span', 'There is no such period'],
])('the period %j is refused', async (period, path, message) => {
  const res = await post(office.app, office.ben, '/api/reports', {
    name: 'Ours',
    content: content(period),
    sharedWith: [],
  })
  expect(res).toMatchObject({ statusCode: 400, body: { details: [{ path, message }] } })
})

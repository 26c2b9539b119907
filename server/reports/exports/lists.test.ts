import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Export } from '../../../shared/exports/exports.ts'
import { get, patch, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { pagesOf } from '../../testing/documents/read-pdf.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { exportJobs } from './jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
const run = jobRunners()
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-export-test-'))
  office = await testApp({ config: { dataDir } })
})
beforeEach(() => office.reset())
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Retries, because the history behind the figures may be reloading after an earlier test. */
const begin = (body: object, person = office.cleo) =>
  vi.waitFor(
    async () => {
      const res = await post(office.app, person, '/api/exports', { format: 'csv', view: {}, ...body })
      expect(res.statusCode).not.toBe(503)
      return res
    },
    { timeout: 300_000, interval: 50 },
  )

async function exported(body: object, person = office.cleo): Promise<{ file: Export; content: Buffer; name: string }> {
  run(office.services, exportJobs(office.services))
  const res = await begin(body, person)
  expect(res).toMatchObject({ statusCode: 201 })
  const { id } = res.body as Export
  const file = await vi.waitFor(
    async () => {
      const { body: now } = await get(office.app, person, `/api/exports/${id}`)
      expect(now).toMatchObject({ state: 'ready' })
      return now as Export
    },
    { timeout: 300_000, interval: 20 },
  )
  const headers = { authorization: `Bearer ${person.token}` }
  const answer = await office.app.inject({ url: `/api/exports/${id}/content`, headers })
  return { file, content: answer.rawPayload, name: String(answer.headers['content-disposition']) }
}

const rowsOf = (csv: Buffer) => parse<Record<string, string>>(csv, { bom: true, columns: true })

const HARMFUL = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠x', 'a "quoted", one']

test('a list as PDF has its rows in their order on landscape pages, and says its filters, order and number of rows', async () => {
  for (let i = 0; i < 60; i++)
    await buildRequest(office.db, {
      requesterId: office.ada.id,
      title: HARMFUL[i] ?? `Request ${i}`,
      status: 'pending',
    })
  await buildRequest(office.db, { requesterId: office.ada.id, status: 'completed' })
  const view = { status: 'pending', sort: 'requestId', order: 'asc' }
  const { file, content, name } = await exported({ format: 'pdf', view })
  expect(file).toMatchObject({ rows: 60, total: 60 })
  expect(name).toBe('attachment; filename="Requests (pending) 2026-03-10 09.00.pdf"')
  const pages = await pagesOf(content)
  expect(pages.length).toBeGreaterThan(1)
  const text = pages.join('\n')
  for (const text of ['60 rows', 'Pending Review', 'By Request ID', 'Customs Trade System Programme', '10 Mar 2026'])
    expect(pages[0]).toContain(text)
  for (const page of pages) expect(page).toContain('Request ID Title')
  const ids = (await get(office.app, office.cleo, `/api/requests?limit=100&${new URLSearchParams(view).toString()}`))
    .body as { requests: { requestId: string; title: string }[] }
  expect([...text.matchAll(/RFD-\d+(-\d+)?/g)].map(([id]) => id)).toEqual(
    ids.requests.map(({ requestId }) => requestId),
  )
  for (const { title } of ids.requests) expect(text).toContain(title)
})

test('the rows behind a figure say of whom, in which status and within which limits they are', async () => {
  const filter = { assignee: office.ben.id, priority: 'high', status: 'pending' }
  const view = { mark: 'open', from: '2026-01-01', to: '2026-03-10', measure: 'age', min: '14.2', ...filter }
  const { content } = await exported({ format: 'pdf', list: 'analytics-rows', view })
  const [page] = await pagesOf(content)
  for (const text of ['Open requests', 'Ben Marlow', 'High', 'Pending Review', 'above 14.2 days'])
    expect(page).toContain(text)
  expect(page).not.toContain('2026-01-01')
  const { content: day } = await exported({
    format: 'pdf',
    list: 'analytics-rows',
    view: { mark: 'at', to: '2026-03-01' },
  })
  expect((await pagesOf(day))[0]).toContain('2026-03-01')
  const ledger = await exported({ format: 'pdf', list: 'promises', view: { assignee: 'unassigned' } })
  expect((await pagesOf(ledger.content))[0]).toContain('Unassigned')
})

test('a workbook opens in a reader that its writer has nothing to do with, its numbers as numbers', async () => {
  for (const title of HARMFUL) await buildRequest(office.db, { requesterId: office.ada.id, title, status: 'completed' })
  const { content } = await exported({ format: 'xlsx', list: 'analytics-rows', view: { mark: 'all' } })
  const [head, ...cells] = await readSheet(content)
  expect(head?.slice(0, 2)).toEqual(['Request ID', 'Title'])
  expect(cells.map((row) => row[1]).toSorted()).toEqual(HARMFUL.toSorted())
})

test('the rows behind a figure are all written, not only a page of them, with sums of the database', async () => {
  for (let i = 0; i < 230; i++)
    await buildRequest(office.db, {
      requesterId: office.ada.id,
      title: `Request ${i}`,
      status: i % 2 ? 'pending' : 'rejected',
    })
  const { file, content } = await exported({ list: 'analytics-rows', view: { mark: 'open' } })
  const open = await office.db.read.selectFrom('requests').select('title').where('status', '=', 'pending').execute()
  expect(file.rows).toBe(open.length)
  const titles = rowsOf(content).map(({ Title }) => Title)
  expect(titles.toSorted()).toEqual(open.map(({ title }) => title).toSorted())
})

test('an export of the rows behind a figure is the table that is downloaded at once', async () => {
  for (let i = 0; i < 210; i++) await buildRequest(office.db, { requesterId: office.ada.id, title: `Request ${i}` })
  const { content } = await exported({ list: 'analytics-rows', view: { mark: 'open', measure: 'age' } })
  const headers = { authorization: `Bearer ${office.cleo.token}` }
  const url = '/api/analytics/rows.csv?mark=open&measure=age'
  expect(content.toString()).toBe((await office.app.inject({ url, headers })).payload)
})

test('the promise ledger has every move of a due date with who moved it', async () => {
  const { id } = await buildRequest(office.db, { requesterId: office.ada.id, dueDate: '2026-03-20' })
  const { body } = await get(office.app, office.cleo, `/api/requests/${id}`)
  const { version } = body as { version: number }
  await patch(office.app, office.cleo, `/api/requests/${id}`, { version, dueDate: '2026-03-27' })
  const { content } = await exported({ list: 'promises' })
  expect(rowsOf(content)).toMatchObject([{ From: '2026-03-20', To: '2026-03-27', 'Already Late': 'No' }])
})

test('people are exported as their page lists them', async () => {
  const { content, name } = await exported({ list: 'people', view: { sort: 'username', order: 'asc' } })
  const { body } = await get(office.app, office.cleo, '/api/people?sort=username&order=asc&limit=100')
  const people = (body as { people: { username: string }[] }).people.map(({ username }) => username)
  expect(rowsOf(content).map(({ Username }) => Username)).toEqual(people)
  expect(name).toContain('People 2026-03-10')
})

/** Gives Ben a role with only these permissions. */
async function benMay(...permissions: string[]): Promise<void> {
  await office.db.write((tx) =>
    tx
      .updateTable('roles')
      .set({ permissions: JSON.stringify(permissions) })
      .where('id', '=', 'manager')
      .execute(),
  )
  office.services.sessions.forgetAll()
}

test('who may not see a list exports none of it, and an older export of it is no longer theirs', async () => {
  await benMay('reports.export')
  for (const list of ['promises', 'people'])
    expect(await begin({ list }, office.ben)).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
  expect(await begin({ list: 'analytics-rows', view: { mark: 'all' } }, office.ben)).toMatchObject({ statusCode: 403 })
  await benMay('reports.export', 'team.manage')
  const { file } = await exported({ list: 'people' }, office.ben)
  await benMay('reports.export')
  const headers = { authorization: `Bearer ${office.ben.token}` }
  const url = `/api/exports/${file.id}/content`
  expect((await office.app.inject({ url, headers })).statusCode).toBe(403)
})

test('a permission lost before the file is made stops it, and says so', async () => {
  await benMay('reports.export', 'team.manage')
  expect(await begin({ list: 'people' }, office.ben)).toMatchObject({ statusCode: 201 })
  await benMay('reports.export')
  run(office.services, exportJobs(office.services))
  await vi.waitFor(
    async () => {
      const rows = await office.db.read.selectFrom('exports').select(['state', 'note']).execute()
      expect(rows).toEqual([{ state: 'failed', note: '[{"code":"not-allowed"}]' }])
    },
    { timeout: 300_000 },
  )
})

test('who sees only their own exports only those behind a figure', async () => {
  await office.services.settings.change({ visibility: 'own' })
  await benMay('reports.export', 'analytics.view')
  await buildRequest(office.db, { requesterId: office.ben.id, title: 'Mine' })
  await buildRequest(office.db, { requesterId: office.ada.id, title: 'Not mine' })
  const { file, content } = await exported({ list: 'analytics-rows', view: { mark: 'all' } }, office.ben)
  expect(rowsOf(content).map(({ Title }) => Title)).toEqual(['Mine'])
  expect(file.total).toBe(1)
})

test('exports of lists are in the audit log with what they hold; another query of a list is refused', async () => {
  const begun = await begin({ list: 'promises', view: { from: '2026-01-01', to: '2026-02-01' } })
  expect(begun).toMatchObject({ statusCode: 201, body: { fileName: 'Promise ledger 2026-03-10 09.00.csv' } })
  const [entry] = await office.db.read
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'list.exported')
    .execute()
  expect(JSON.parse(entry!.details)).toEqual({
    list: 'the promise ledger',
    format: 'CSV',
    from: '2026-01-01',
    to: '2026-02-01',
  })
  for (const body of [
    { list: 'letters' },
    { list: 'promises', view: { mark: 'all' } },
    { list: 'analytics-rows', view: {} },
    { list: 'people', view: {}, columns: ['title'] },
    { list: 'promises', view: { from: '2030-01-01' } },
  ])
    expect(await begin(body)).toMatchObject({ statusCode: 400 })
})

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Report, ReportContent } from '../../shared/reports/definition.ts'
import type { ReportDocument } from '../../shared/reports/document.ts'
import type { ReportRun } from '../../shared/reports/runs.ts'
import { del, get, post, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { pdfText } from '../testing/files-of-office.ts'
import { jobRunners } from '../testing/jobs.ts'
import { figureIn, previewReport, reportFiles, startRun, tableIn } from '../testing/reports.ts'
import { buildRole } from '../testing/roles.ts'
import { reportJobs } from './jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
const run = jobRunners()
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-report-test-'))
  office = await testApp({ config: { dataDir }, policy: { idleMinutes: 1440 } })
})
beforeEach(async () => {
  await office.reset()
  for (const key of await stored()) await office.services.files.remove(key)
})
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const work = () => run(office.services, reportJobs(office.services))
const CUSTOM = {
  kind: 'custom',
  view: '',
  columns: ['requestId', 'title', 'status'],
  groupBy: null,
  chart: 'none',
} as const satisfies ReportContent

const stored = () => reportFiles(office)
const preview = (content: object, person = office.ben) => previewReport(office, content, person)
const start = (id: string, formats: string[], person = office.ben) => startRun(office, id, formats, person)
const ready = (key: string) => ({ kind: 'ready', ready: key })

async function save(body: object = {}, person = office.ben): Promise<Report> {
  const res = await post(office.app, person, '/api/reports', { name: 'Ours', content: CUSTOM, sharedWith: [], ...body })
  expect(res.statusCode, JSON.stringify(res.body)).toBe(201)
  return res.body as Report
}

async function ended({ id }: { id: string }, person = office.ben): Promise<ReportRun & { document: ReportDocument }> {
  return vi.waitFor(
    async () => {
      const { body } = await get(office.app, person, `/api/report-runs/${id}`)
      expect(body).toMatchObject({ state: expect.stringMatching(/ready|failed/) })
      return body as ReportRun & { document: ReportDocument }
    },
    { timeout: 300_000, interval: 20 },
  )
}

function download({ id }: { id: string }, format: string, person = office.ben) {
  const headers = { authorization: `Bearer ${person.token}` }
  return office.app.inject({ url: `/api/report-runs/${id}/content?format=${format}`, headers })
}

test('a run writes its files with checksums, keeps its document, and the audit log has it', async () => {
  for (let i = 0; i < 60; i++)
    await buildRequest(office.db, { requesterId: office.ada.id, title: i ? `Request ${i}` : '=1+1' })
  const report = await save({ name: 'Ours, weekly', content: { ...CUSTOM, view: 'sort=requestId&order=asc' } })
  work()
  const made = await ended(await start(report.id, ['csv', 'xlsx']))
  expect(made).toMatchObject({ state: 'ready', rows: 60, note: null, isScheduled: false })
  expect(tableIn(made.document, 'Requests')).toMatchObject({ total: 60, rows: { length: 50 } })
  for (const { format, checksum, size } of made.files) {
    const res = await download(made, format)
    expect(res.statusCode).toBe(200)
    expect(createHash('sha256').update(res.rawPayload).digest('hex')).toBe(checksum)
    expect(res.rawPayload.length).toBe(size)
  }
  const csv = parse<Record<string, string>>((await download(made, 'csv')).payload, { bom: true, columns: true })
  expect(csv).toHaveLength(60)
  expect(csv[0]!['Title']).toBe("'=1+1")
  const log = await office.db.read
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('action', 'like', 'report.%')
    .execute()
  expect(log.map(({ action }) => action)).toEqual([
    'report.created',
    'report.made',
    'report.read',
    'report.read',
    'report.read',
  ])
  expect(JSON.parse(log[1]!.details)).toMatchObject({ name: 'Ours, weekly', formats: 'CSV, XLSX', rows: 60 })

  await del(office.app, office.ben, `/api/report-runs/${made.id}`)
  expect(await stored()).toEqual([])
  expect((await get(office.app, office.ben, `/api/report-runs/${made.id}`)).statusCode).toBe(404)
})

test('a report of several tables has a sheet for each, its texts stay texts and its numbers numbers', async () => {
  for (let i = 0; i < 3; i++)
    await buildRequest(office.db, { requesterId: office.ada.id, title: '=SUM(A1)', dueDate: '2026-03-01' })
  const report = await save({ content: { ...CUSTOM, view: 'overdue=true', groupBy: 'status', chart: 'bars' } })
  work()
  const made = await ended(await start(report.id, ['xlsx', 'csv']))
  const book = await readXlsx((await download(made, 'xlsx')).rawPayload)
  expect(book.sheets.map(({ name }) => name)).toEqual([
    'Report',
    'Figures',
    'Requests by status',
    'By status',
    'Requests',
  ])
  expect(made.rows).toBe(book.sheets[3]!.rows.length - 1 + (book.sheets[4]!.rows.length - 1))
  expect(book.sheets[3]!.rows[1]!.slice(0, 3)).toEqual(['Pending Review', 3, 3])
  expect(book.sheets[4]!.rows[1]![1]).toBe('=SUM(A1)')
  const lines = (await download(made, 'csv')).payload
  expect(lines).toContain("'=SUM(A1)")
  expect(lines).not.toMatch(/(^|[,\n])=/)
})

test('on paper a report has its title, figures and every row, and says of when it is', async () => {
  for (let i = 0; i < 60; i++)
    await buildRequest(office.db, { requesterId: office.ada.id, title: `Late ${i}`, dueDate: '2026-03-01' })
  work()
  const made = await ended(await start('overdue', ['pdf']))
  const res = await download(made, 'pdf')
  expect(res.headers['content-type']).toBe('application/pdf')
  const text = pdfText(res.rawPayload)
  expect(text).toContain('Customs Trade System Programme')
  expect(text).toContain('As of 10 Mar 2026, 09:00 (UTC)')
  for (let i = 0; i < 60; i++) expect(text).toContain(`Late ${i} `)
})

test('with requests of one’s own only, nobody is counted, shown or sent what they may not see', async () => {
  const { app, db, services, ada, ben, dan } = office
  await buildRole(db, {
    id: 'clerk',
    permissions: ['reports.export', 'analytics.view', 'reports.schedule'],
    people: [ada.id, dan.id],
  })
  await services.settings.change({ visibility: 'own' })
  services.sessions.forgetAll()
  await buildRequest(db, { requesterId: ada.id, dueDate: '2026-03-01' })
  await buildRequest(db, { requesterId: dan.id, dueDate: '2026-03-01' })
  await buildRequest(db, { requesterId: dan.id, dueDate: '2026-03-01' })
  expect(figureIn(await preview(CUSTOM, ada), 'Requests')).toBe('1')
  expect(figureIn(await preview(ready('overdue'), ada), 'Overdue')).toBe('1')
  expect(figureIn(await preview(ready('status-summary'), dan), 'Requests')).toBe('2')
  expect(figureIn(await preview(ready('departments'), dan), 'Open now')).toBe('2')
  expect((await post(app, ada, '/api/report-previews', { content: ready('ai-quality') })).statusCode).toBe(403)

  // A scheduled run of Ben, who sees all, does not reach Ada; one of Ada's reaches Ben.
  const recipients = { people: [ada.id, ben.id], roles: ['clerk'] }
  const daily = {
    cadence: 'daily',
    weekday: 1,
    monthDay: 1,
    time: '10:00',
    timeZone: 'UTC',
    formats: ['csv'],
    version: 0,
  }
  for (const person of [ada, ben]) {
    expect((await put(app, person, '/api/reports/overdue/schedule', { ...daily, recipients })).statusCode).toBe(200)
  }
  office.clock.set('2026-03-10T10:00:01.000Z')
  work()
  const runs = async (person: typeof ada) =>
    ((await get(app, person, '/api/reports/overdue/runs')).body as { runs: ReportRun[] }).runs
  await vi.waitFor(async () => expect((await runs(ben)).map(({ state }) => state)).toEqual(['ready', 'ready']), {
    timeout: 300_000,
  })
  expect((await runs(ada)).map(({ madeBy }) => madeBy?.id)).toEqual([ada.id])
  expect(await runs(dan)).toEqual([])
  const ofBen = (await runs(ben)).find(({ madeBy }) => madeBy?.id === ben.id)!
  expect((await get(app, ada, `/api/report-runs/${ofBen.id}`)).statusCode).toBe(404)
  expect((await download(ofBen, 'csv', ada)).statusCode).toBe(404)
  const ofAda = await ended((await runs(ada))[0]!, ada)
  expect(figureIn(ofAda.document, 'Overdue')).toBe('1')
})

test('a run made while its owner saw everything is refused once they see less', async () => {
  const { db, services, ben } = office
  await buildRequest(db, { requesterId: office.ada.id })
  work()
  const made = await ended(await start('overdue', ['csv']))
  await services.settings.change({ visibility: 'own' })
  await buildRole(db, { id: 'less', permissions: ['reports.export'], people: [ben.id] })
  services.sessions.forgetAll()
  expect((await download(made, 'csv')).statusCode).toBe(403)
  expect((await get(office.app, ben, `/api/report-runs/${made.id}`)).statusCode).toBe(403)
})

test('a report is its owner’s to change, its roles’ to read, and nothing to anybody else', async () => {
  const { app, db, ada, ben, cleo, dan } = office
  await buildRole(db, { id: 'reader', permissions: ['reports.export'], people: [ada.id] })
  await buildRole(db, { id: 'other', permissions: ['reports.export'], people: [dan.id] })
  office.services.sessions.forgetAll()
  const report = await save({ sharedWith: ['reader'] })
  const change = { name: 'Changed', content: CUSTOM, sharedWith: [], version: 1 }
  expect((await get(app, ada, `/api/reports/${report.id}`)).statusCode).toBe(200)
  expect((await put(app, ada, `/api/reports/${report.id}`, change)).statusCode).toBe(403)
  expect((await del(app, ada, `/api/reports/${report.id}`)).statusCode).toBe(403)
  for (const person of [dan, cleo]) {
    expect((await get(app, person, `/api/reports/${report.id}`)).statusCode).toBe(404)
    expect((await put(app, person, `/api/reports/${report.id}`, change)).statusCode).toBe(404)
    expect((await post(app, person, `/api/reports/${report.id}/runs`, { formats: ['csv'] })).statusCode).toBe(404)
  }
  expect((await put(app, ben, `/api/reports/${report.id}`, change)).body).toMatchObject({ name: 'Changed', version: 2 })
  const stale = await put(app, ben, `/api/reports/${report.id}`, change)
  expect(stale).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { name: 'Changed', version: 2 } },
  })
  expect((await get(app, ada, `/api/reports/${report.id}`)).statusCode).toBe(404)
  const ghost = await post(app, ben, '/api/reports', { name: 'x', content: CUSTOM, sharedWith: ['ghosts'] })
  expect(ghost).toMatchObject({ statusCode: 400, body: { details: [{ path: 'sharedWith' }] } })
  expect((await put(app, ben, '/api/reports/overdue', { ...change, version: 0 })).statusCode).toBe(403)
  expect((await del(app, ben, `/api/reports/${report.id}`)).statusCode).toBe(204)
})

test('a report that is shared with a role deleted since can be saved, and is shared with it no more', async () => {
  const { app, db, ben, cleo } = office
  await buildRole(db, { id: 'reader', permissions: ['reports.export'] })
  const report = await save({ sharedWith: ['reader', 'user'] })
  expect((await del(app, cleo, '/api/roles/reader')).statusCode).toBe(204)
  const change = { name: 'Changed', content: CUSTOM, version: 1 }
  const strange = await put(app, ben, `/api/reports/${report.id}`, { ...change, sharedWith: ['reader', 'ghosts'] })
  expect(strange).toMatchObject({ statusCode: 400, body: { details: [{ path: 'sharedWith' }] } })
  const saved = await put(app, ben, `/api/reports/${report.id}`, { ...change, sharedWith: ['reader', 'user'] })
  expect(saved).toMatchObject({ statusCode: 200, body: { name: 'Changed', sharedWith: ['user'] } })
})

test('a run that an administrator downloads while seeing the page as its owner is recorded under the administrator', async () => {
  const { app, db, ben, cleo } = office
  work()
  const made = await ended(await start('overdue', ['csv']))
  expect((await post(app, cleo, '/api/see-as', { personId: ben.id })).statusCode).toBe(204)
  expect((await download(made, 'csv', cleo)).statusCode).toBe(200)
  const reads = db.read.selectFrom('audit_log').select('actor_id').where('action', '=', 'report.read')
  expect(await reads.execute()).toEqual([{ actor_id: cleo.id }])
})

test('files are named as their report in any script', async () => {
  work()
  for (const [name, begins] of [
    ['হিসাব: মাসিক', 'হিসাব মাসিক 2026-'],
    ['ශ්‍රී ලංකා', 'ශ්‍රී ලංකා 2026-'],
    [`${'a'.repeat(79)}𠮷𠮷`, `${'a'.repeat(79)}𠮷 2026-`],
  ] as const) {
    const made = await ended(await start((await save({ name })).id, ['csv']))
    expect(made.files[0]!.fileName.slice(0, begins.length)).toBe(begins)
    const res = await download(made, 'csv')
    expect(res.statusCode).toBe(200)
    expect(decodeURIComponent(String(res.headers['content-disposition']))).toContain(begins)
  }
})

test('of one person no more than three runs are made at a time', async () => {
  for (let i = 0; i < 3; i++) await start('overdue', ['csv'])
  const fourth = await post(office.app, office.ben, '/api/reports/overdue/runs', { formats: ['csv'] })
  expect(fourth).toMatchObject({ statusCode: 429, headers: { 'retry-after': '30' } })
  await start('overdue', ['csv'], office.cleo)
  const queued = office.db.read.selectFrom('jobs').select(['person_id', 'turn']).where('kind', '=', 'report-run')
  const jobs = await queued.orderBy('id').execute()
  expect(jobs).toEqual([
    ...[0, 1, 2].map((turn) => ({ person_id: office.ben.id, turn })),
    { person_id: office.cleo.id, turn: 0 },
  ])
})

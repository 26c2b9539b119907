import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Export } from '../../../shared/exports/exports.ts'
import { del, get, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { jobRunners } from '../../testing/jobs.ts'
import type { App } from '../../platform/http/app.ts'
import { exportJobs } from './jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
const run = jobRunners()
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-export-test-'))
  office = await testApp({ config: { dataDir } })
})
beforeEach(async () => {
  await office.reset()
  for (const key of await stored()) await office.services.files.remove(key)
})
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const work = () => run(office.services, exportJobs(office.services))

async function begin(body: object, person = office.ben): Promise<Export> {
  const res = await post(office.app, person, '/api/exports', { format: 'csv', view: {}, ...body })
  expect(res).toMatchObject({ statusCode: 201, body: { state: 'waiting' } })
  return res.body as Export
}

async function ended({ id }: Export, person = office.ben): Promise<Export> {
  return vi.waitFor(
    async () => {
      const { body } = await get(office.app, person, `/api/exports/${id}`)
      expect(body).toMatchObject({ state: expect.stringMatching(/ready|failed/) })
      return body as Export
    },
    { timeout: 300_000, interval: 20 },
  )
}

function download({ id }: Export, person = office.ben) {
  const app: App = office.app
  return app.inject({ url: `/api/exports/${id}/content`, headers: { authorization: `Bearer ${person.token}` } })
}

async function exported(body: object, person = office.ben) {
  work()
  const file = await ended(await begin(body, person), person)
  expect(file).toMatchObject({ state: 'ready', note: null })
  const res = await download(file, person)
  expect(res.statusCode).toBe(200)
  expect(createHash('sha256').update(res.rawPayload).digest('hex')).toBe(file.checksum)
  expect(res.rawPayload.length).toBe(file.size)
  return { file, res }
}

const rowsOf = (csv: string) => parse<Record<string, string>>(csv, { bom: true, columns: true })

test('a list is written with the rows, order and words of the page, and the file says how many and what sum', async () => {
  for (let i = 0; i < 25; i++) {
    const status = i % 3 === 0 ? 'completed' : 'pending'
    await buildRequest(office.db, { requesterId: office.ada.id, title: `Request ${i % 7}`, status })
  }
  const view = { status: 'pending', sort: 'title', order: 'desc' }
  const { file, res } = await exported({ view: { ...view, status: 'pending' } })
  expect(res.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="Requests (pending) 2026-03-10 09.00.csv"',
  })
  const rows = rowsOf(res.payload)
  expect(file).toMatchObject({ rows: 16, total: 16 })
  const shown = await get(office.app, office.ben, `/api/requests?limit=100&${new URLSearchParams(view).toString()}`)
  const ids = (shown.body as { requests: { requestId: string }[] }).requests.map(({ requestId }) => requestId)
  expect(rows.map((row) => row['Request ID'])).toEqual(ids)
  expect(Object.keys(rows[0]!)).toEqual([
    'Request ID',
    'Title',
    'Department',
    'Priority',
    'Status',
    'Assigned To',
    'Due Date',
    'AI Classification',
  ])
  expect(rows[0]).toMatchObject({ Status: 'Pending Review', 'Assigned To': 'Unassigned' })
})

test('a search is written in the order of its pages, the request that it names first', async () => {
  for (let i = 0; i < 30; i++) {
    const [title, description] = i % 4 === 0 ? ['Manifest totals', 'x'] : ['Something else', 'about the manifest']
    await buildRequest(office.db, { requesterId: office.ada.id, title, description })
  }
  const { body } = await get(office.app, office.ben, '/api/requests?search=manifest&limit=100')
  const ids = (body as { requests: { requestId: string }[] }).requests.map(({ requestId }) => requestId)
  expect(ids).toHaveLength(30)
  const { res } = await exported({ view: { search: 'manifest' } })
  expect(rowsOf(res.payload).map((row) => row['Request ID'])).toEqual(ids)
})

test('a search with a typo is corrected as in the list, unless it is literal', async () => {
  await buildRequest(office.db, { requesterId: office.ada.id, title: 'Seal check' })
  const list = await get(office.app, office.ben, '/api/requests?search=sael')
  expect(list.body).toMatchObject({ total: 1, corrected: 'seal' })
  const { file, res } = await exported({ view: { search: 'sael' } })
  expect(file).toMatchObject({ rows: 1, total: 1 })
  expect(rowsOf(res.payload).map(({ Title }) => Title)).toEqual(['Seal check'])
  const { file: literal } = await exported({ view: { search: 'sael', literal: 'true' } })
  expect(literal).toMatchObject({ rows: 0, total: 0 })
})

test('who sees only their own exports only those', async () => {
  await office.services.settings.change({ visibility: 'own' })
  await office.db.write((tx) =>
    tx
      .updateTable('roles')
      .set({ permissions: JSON.stringify(['requests.create', 'reports.export']) })
      .where('id', '=', 'user')
      .execute(),
  )
  office.services.sessions.forgetAll()
  await buildRequest(office.db, { requesterId: office.ada.id, title: 'Mine' })
  await buildRequest(office.db, { requesterId: office.dan.id, title: 'Not mine' })
  const { res } = await exported({}, office.ada)
  expect(rowsOf(res.payload).map(({ Title }) => Title)).toEqual(['Mine'])
})

test('an export belongs to its maker, and is refused when it holds more than they see by now', async () => {
  await buildRequest(office.db, { requesterId: office.ada.id })
  const { file } = await exported({})
  expect((await get(office.app, office.cleo, `/api/exports/${file.id}`)).statusCode).toBe(404)
  expect((await download(file, office.cleo)).statusCode).toBe(404)
  expect((await del(office.app, office.cleo, `/api/exports/${file.id}`)).statusCode).toBe(404)
  expect((await get(office.app, office.cleo, '/api/exports')).body).toEqual({ exports: [] })
  for (const call of [
    post(office.app, office.ada, '/api/exports', { format: 'csv', view: {} }),
    download(file, office.ada),
  ])
    expect((await call).statusCode).toBe(403)
  await office.services.settings.change({ visibility: 'own' })
  const less = JSON.stringify(['reports.export'])
  await office.db.write((tx) =>
    tx.updateTable('roles').set({ permissions: less }).where('id', '=', 'manager').execute(),
  )
  office.services.sessions.forgetAll()
  expect((await download(file)).statusCode).toBe(403)
})

test('a deleted export leaves no files behind, even while it is running', async () => {
  for (let i = 0; i < 450; i++) await buildRequest(office.db, { requesterId: office.ada.id })
  const { file } = await exported({})
  expect(await stored()).toHaveLength(1)
  expect((await del(office.app, office.ben, `/api/exports/${file.id}`)).statusCode).toBe(204)
  expect(await stored()).toEqual([])
  const second = await begin({})
  await del(office.app, office.ben, `/api/exports/${second.id}`)
  await vi.waitFor(
    async () => {
      const open = await office.db.read
        .selectFrom('jobs')
        .select('id')
        .where('finished_at', 'is', null)
        .where('dead_at', 'is', null)
        .execute()
      expect(open).toEqual([])
    },
    { timeout: 300_000 },
  )
  expect(await stored()).toEqual([])
  await expect.poll(() => readdirSync(join(dataDir, 'exporting'))).toEqual([])
  expect((await get(office.app, office.ben, '/api/exports')).body).toEqual({ exports: [] })
})

async function stored(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of office.services.files.list('exports/')) keys.push(key)
  return keys
}

test('a person has at most three exports in progress, and a repeated call starts none', async () => {
  const first = await begin({})
  await begin({})
  await begin({})
  const res = await post(office.app, office.ben, '/api/exports', { format: 'csv', view: {} })
  expect(res).toMatchObject({ statusCode: 429, body: { error: expect.stringContaining('under way') } })
  await del(office.app, office.ben, `/api/exports/${first.id}`)
  await begin({})
})

test('people’s exports are made by turns', async () => {
  for (const person of [office.ben, office.ben, office.cleo]) await begin({}, person)
  const queued = office.db.read.selectFrom('jobs').select(['person_id', 'turn']).where('kind', '=', 'export')
  const jobs = await queued.orderBy('id').execute()
  expect(jobs).toEqual([
    { person_id: office.ben.id, turn: 0 },
    { person_id: office.ben.id, turn: 1 },
    { person_id: office.cleo.id, turn: 0 },
  ])
})

test('a view that no list would show is refused with the field that is wrong, and nothing is stored', async () => {
  for (const [body, path] of [
    [{ format: 'doc', view: {} }, 'format'],
    [{ format: 'csv', view: { status: 'lost' } }, 'view.status.0'],
    [{ format: 'csv', view: { department: 'nowhere' } }, 'department'],
    [{ format: 'csv', view: {}, columns: ['title', 'title'] }, 'columns'],
  ] as const) {
    const res = await post(office.app, office.ben, '/api/exports', body)
    expect(res).toMatchObject({ statusCode: 400, body: { details: [{ path }] } })
  }
  expect((await get(office.app, office.ben, '/api/exports')).body).toEqual({ exports: [] })
})

test('an export whose process died halfway is written again completely', async () => {
  for (let i = 0; i < 650; i++) await buildRequest(office.db, { requesterId: office.ada.id, title: `Request ${i}` })
  const first = work()
  const begun = await begin({ view: { sort: 'requestId', order: 'asc' } })
  await vi.waitFor(
    async () =>
      expect((await get(office.app, office.ben, `/api/exports/${begun.id}`)).body).toMatchObject({ total: 650 }),
    { timeout: 300_000, interval: 2 },
  )
  await first.stop()
  // A killed process leaves this file behind; an orderly stop removes it.
  writeFileSync(join(dataDir, 'exporting', begun.id), 'half a file')
  await office.db.write((tx) =>
    tx
      .updateTable('exports')
      .set({ state: 'running', store_key: null, size: null, checksum: null })
      .where('id', '=', begun.id)
      .execute(),
  )
  await office.db.write((tx) =>
    tx
      .updateTable('jobs')
      .set({ finished_at: null, lease_until: null, run_at: office.clock().toISOString() })
      .where('kind', '=', 'export')
      .execute(),
  )
  work()
  const file = await ended(begun)
  expect(file).toMatchObject({ state: 'ready', rows: 650, total: 650 })
  const rows = rowsOf((await download(file)).payload)
  expect(rows.map(({ Title }) => Title)).toEqual(Array.from({ length: 650 }, (_, i) => `Request ${i}`))
  await expect.poll(() => readdirSync(join(dataDir, 'exporting'))).toEqual([])
})

test('a file in the store of which no export knows is removed after an hour', async () => {
  const { files } = office.services
  await files.put('exports/lost', Readable.from([Buffer.from('x')]), 1)
  mkdirSync(join(dataDir, 'exporting'), { recursive: true })
  writeFileSync(join(dataDir, 'exporting', 'lost'), 'half a file')
  const drop = () => office.db.write((tx) => office.queue.add(tx, { kind: 'drop-exports', payload: null }))
  const rounds = async () =>
    (await office.db.read.selectFrom('jobs').selectAll().where('finished_at', 'is not', null).execute()).length
  work()
  office.clock.set(new Date().toISOString())
  await drop()
  await vi.waitFor(async () => expect(await rounds()).toBe(1), { timeout: 300_000 })
  expect(await stored()).toEqual(['exports/lost'])
  office.clock.set(new Date(Date.now() + 3_700_000).toISOString())
  await drop()
  await vi.waitFor(async () => expect(await rounds()).toBe(2), { timeout: 300_000 })
  expect(await stored()).toEqual([])
  await expect.poll(() => readdirSync(join(dataDir, 'exporting'))).toEqual([])
})

test('exports are thrown away after a week, with their files, and each and its download are in the audit log', async () => {
  await buildRequest(office.db, { requesterId: office.ada.id })
  const { file } = await exported({ view: { overdue: 'true' } })
  const entries = await office.db.read
    .selectFrom('audit_log')
    .selectAll()
    .where('target_id', '=', file.id)
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { actor_id: office.ben.id, action: 'requests.exported' },
    { actor_id: office.ben.id, action: 'export.read' },
  ])
  expect(JSON.parse(entries[0]!.details)).toEqual({ format: 'CSV', overdue: 'true' })
  expect(JSON.parse(entries[1]!.details)).toEqual({ name: file.fileName })
  office.clock.set('2026-03-18T09:00:01.000Z')
  await office.db.write((tx) => office.queue.add(tx, { kind: 'drop-exports', payload: null, uniqueKey: 'daily' }))
  await vi.waitFor(async () => expect(await stored()).toEqual([]), { timeout: 300_000 })
  await vi.waitFor(async () => expect(await office.db.read.selectFrom('exports').selectAll().execute()).toEqual([]), {
    timeout: 300_000,
  })
})

test('who asked for a file that took long is told that it is ready', async () => {
  const { app, clock, ben } = office
  const quick = await begin({})
  work()
  await ended(quick)
  expect((await get(app, ben, '/api/notices')).body.total).toBe(0)
  const slow = await begin({})
  clock.forward(10_000)
  await ended(slow)
  expect((await get(app, ben, '/api/notices')).body.notices).toMatchObject([
    {
      code: 'report-ready',
      reasons: [{ code: 'started' }],
      values: { name: slow.fileName, path: '/reports', rows: 0, actor: null },
    },
  ])
})

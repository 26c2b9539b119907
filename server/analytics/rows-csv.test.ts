import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { FlowRows } from '../../shared/analytics/rows.ts'
import { get, patch, post } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { buildRequest } from '../testing/build.ts'

const office = await officeOfFile({ policy: { timeZone: 'Europe/Paris' }, now: '2026-03-13T22:30:00.000Z' })

/** The raw answer: `get` parses every answer as JSON. */
function ask(person: { token: string } | null, query: string) {
  const headers = person ? { authorization: `Bearer ${person.token}` } : {}
  return office.app.inject({ url: `/api/analytics/rows.csv?${query}`, headers })
}

async function tableOf(person: { token: string }, query: string): Promise<Record<string, string>[]> {
  const res = await ask(person, query)
  expect(res).toMatchObject({ statusCode: 200 })
  expect(res.body.startsWith('\uFEFF')).toBe(true)
  return parse(res.body, { bom: true, columns: true, record_delimiter: '\r\n' })
}

async function build(more: Partial<Parameters<typeof buildRequest>[1]> = {}) {
  const { db, ada } = office
  return buildRequest(db, {
    requesterId: ada.id,
    createdAt: '2026-03-03T09:00:00.000Z',
    dueDate: '2026-03-20',
    ...more,
  })
}

function auditEntries() {
  return office.db.read.selectFrom('audit_log').selectAll().where('action', '=', 'requests.exported').execute()
}

test('all requests behind a mark are in the file, in the order of the screen, with what they are measured by', async () => {
  const { app, ben } = office
  for (let day = 1; day <= 27; day++)
    await build({
      createdAt: `2026-02-${String(day).padStart(2, '0')}T09:00:00.000Z`,
      title: `Seal ${day}, "gate" \n two`,
    })
  const rows = await tableOf(ben, 'mark=open&measure=age&from=2026-02-01&to=2026-03-13')
  const shown: FlowRows = (await get(app, ben, '/api/analytics/rows?mark=open&measure=age&limit=100')).body
  expect(rows).toHaveLength(27)
  expect(rows.map((row) => row['Request ID'])).toEqual(shown.requests.map(({ requestId }) => requestId))
  expect(rows.map((row) => Number(row['Age (days)']))).toEqual(shown.requests.map(({ value }) => value))
  expect(rows[0]).toMatchObject({ Title: 'Seal 1, "gate" \n two', Status: 'Pending Review', 'Finished On': '' })
})

test('a finished request has its day and how long it took, and the file says when it was made and of what', async () => {
  const { app, ben, clock } = office
  const { id } = await build()
  clock.set('2026-03-10T09:00:00.000Z')
  await patch(app, ben, `/api/requests/${id}`, { status: 'in_progress' })
  // 23:30 in the office's time zone.
  clock.set('2026-03-13T22:30:00.000Z')
  await patch(app, ben, `/api/requests/${id}`, { status: 'completed' })
  const query = 'mark=finished&measure=cycle&from=2026-03-01&to=2026-03-13&days=calendar'
  expect(await tableOf(ben, query)).toMatchObject([
    { Status: 'Completed', 'Finished On': '2026-03-13', 'Cycle time (days)': '3.56' },
  ])
  expect((await ask(ben, query)).headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="Analytics (finished) 2026-03-01 to 2026-03-13, 2026-03-13 23.30.csv"',
  })
})

test('a request closed twice is twice in the file of closings, each with its day', async () => {
  const { app, ben, clock } = office
  const { id, request_id } = await build()
  for (const [day, change] of [
    ['05', { status: 'in_progress' }],
    ['06', { status: 'completed' }],
    ['09', { status: 'in_progress', reason: 'Not done' }],
    ['11', { status: 'completed' }],
  ] as const) {
    clock.set(`2026-03-${day}T09:00:00.000Z`)
    expect((await patch(app, ben, `/api/requests/${id}`, change)).statusCode).toBe(200)
  }
  const query = 'from=2026-03-01&to=2026-03-13'
  expect(await tableOf(ben, `mark=closings&${query}`)).toMatchObject([
    { 'Request ID': request_id, 'Finished On': '2026-03-11', 'Closed On': '2026-03-11' },
    { 'Request ID': request_id, 'Finished On': '2026-03-11', 'Closed On': '2026-03-06' },
  ])
  expect(await tableOf(ben, `mark=reopenings&${query}`)).toMatchObject([{ 'Reopened On': '2026-03-09' }])
  expect(await tableOf(ben, `mark=closed&${query}`)).toHaveLength(1)
})

test.each(['=1+1', '+A1', '-A1', '@SUM(A1)', '＝1', '＋1', '－1', '＠x'])(
  'a title that begins like %j is no formula in a spreadsheet',
  async (start) => {
    await build({ title: `${start} title` })
    const [row] = await tableOf(office.ben, 'mark=all')
    expect(row!['Title']).toBe(`'${start} title`)
  },
)

test('a line break within a cell does not begin a row', async () => {
  await build({ title: 'two\nlines' })
  expect((await ask(office.ben, 'mark=all')).body).toContain('"two\nlines"')
})

test('more requests than are read at a time come whole', async () => {
  await Promise.all(Array.from({ length: 450 }, () => build()))
  const rows = await tableOf(office.ben, 'mark=arrived&from=2026-03-01&to=2026-03-13')
  expect(new Set(rows.map((row) => row['Request ID'])).size).toBe(450)
})

test('each file is in the audit log with its query', async () => {
  const { ben } = office
  await build()
  await ask(ben, 'mark=open&priority=high')
  const entries = await auditEntries()
  expect(entries).toMatchObject([{ actor_id: ben.id }])
  expect(JSON.parse(entries[0]!.details)).toEqual({ format: 'CSV', mark: 'open', priority: ['high'], requests: 0 })
})

test('a file that an administrator takes while seeing the page as somebody else is recorded under the administrator', async () => {
  const { app, ben, cleo } = office
  expect((await post(app, cleo, '/api/see-as', { personId: ben.id })).statusCode).toBe(204)
  expect((await ask(cleo, 'mark=all')).statusCode).toBe(200)
  expect(await auditEntries()).toMatchObject([{ actor_id: cleo.id }])
})

test('who may not: ordinary users, nobody without a session, and a role that lacks one of both permissions', async () => {
  const { db, services, ada, dan } = office
  expect((await ask(ada, 'mark=all')).statusCode).toBe(403)
  expect((await ask(null, 'mark=all')).statusCode).toBe(401)
  for (const permission of ['analytics.view', 'reports.export']) {
    const id = `only-${permission}`
    const role = { id, name: id, permissions: JSON.stringify([permission]), created_at: '2026-03-01T00:00:00.000Z' }
    await db.write((tx) => tx.insertInto('roles').values(role).execute())
    await db.write((tx) => tx.updateTable('users').set({ role_id: id }).where('id', '=', dan.id).execute())
    services.sessions.forgetAll()
    expect((await ask(dan, 'mark=all')).statusCode, permission).toBe(403)
  }
})

test('where people see only their own requests the file has no others', async () => {
  const { db, services, ada, ben, dan } = office
  const id = 'exporter'
  const permissions = JSON.stringify(['analytics.view', 'reports.export'])
  const role = { id, name: id, permissions, created_at: '2026-03-01T00:00:00.000Z' }
  await db.write((tx) => tx.insertInto('roles').values(role).execute())
  await db.write((tx) => tx.updateTable('users').set({ role_id: id }).where('id', '=', dan.id).execute())
  await services.settings.change({ visibility: 'own' })
  services.sessions.forgetAll()
  const own = [await build({ requesterId: dan.id }), await build({ requesterId: ada.id, assignedToId: dan.id })]
  await build({ requesterId: ada.id })
  const rows = await tableOf(dan, 'mark=all')
  const numbers = rows.map((row) => Number(row['Request ID']!.slice(-4)))
  expect(numbers.toSorted()).toEqual(own.map(({ number }) => number))
  expect(await tableOf(ben, 'mark=all')).toHaveLength(3)
})

test('a mistake in the question is named before anything is written', async () => {
  const { app, ben } = office
  expect(await get(app, ben, '/api/analytics/rows.csv?mark=everything')).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'mark' }] },
  })
  expect(await get(app, ben, '/api/analytics/rows.csv?mark=all&page=2')).toMatchObject({ statusCode: 400 })
  expect(await auditEntries()).toEqual([])
})

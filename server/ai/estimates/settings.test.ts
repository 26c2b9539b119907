import { expect, test } from 'vitest'
import { get, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()

const PATH = '/api/settings/estimates'
const WORKING = { estimateDays: 'working' }
const audit = () =>
  office.db.read
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'settings.estimate-days-changed')
    .execute()

test('only people who manage settings may read and change the unit of days', async () => {
  const { app, ada, ben, cleo } = office
  for (const [person, code] of [
    [null, 401],
    [ada, 403],
    [ben, 403],
  ] as const) {
    expect((await get(app, person, PATH)).statusCode).toBe(code)
    expect((await put(app, person, PATH, WORKING)).statusCode).toBe(code)
  }
  expect((await get(app, cleo, PATH)).body).toEqual({ estimateDays: 'calendar' })
  expect(await audit()).toEqual([])
})

test('a change applies at once and is recorded in the audit log; an unchanged value is not', async () => {
  const { app, cleo } = office
  expect(await put(app, cleo, PATH, WORKING)).toMatchObject({ statusCode: 200, body: WORKING })
  expect((await get(app, cleo, PATH)).body).toEqual(WORKING)
  await put(app, cleo, PATH, WORKING)
  const entries = await audit()
  expect(entries.map(({ actor_id, details }) => [actor_id, JSON.parse(details)])).toEqual([
    [cleo.id, { before: 'calendar', after: 'working' }],
  ])
})

test.each([{ estimateDays: 'lunar' }, { estimateDays: null }, {}])('%j names the field', async (change) => {
  const res = await put(office.app, office.cleo, PATH, change)
  expect(res).toMatchObject({ statusCode: 400, body: { details: [{ path: 'estimateDays' }] } })
  expect((await put(office.app, office.cleo, PATH, { ...WORKING, visibility: 'own' })).statusCode).toBe(400)
  expect((await get(office.app, office.cleo, PATH)).body).toEqual({ estimateDays: 'calendar' })
})

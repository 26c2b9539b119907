import { expect, test } from 'vitest'
import { FAIR_USE } from '../../shared/fair-use.ts'
import { get, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'

const office = await officeOfFile()

const PATH = '/api/settings/fair-use'
const MORE = { writes: { burst: 500, perSecond: 20 }, aiCalls: { burst: 60, perSecond: 10 } }
const audit = () =>
  office.db.read
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'settings.fair-use-changed')
    .execute()

test('only those who manage settings read and change what one person may send', async () => {
  const { app, ada, ben, cleo } = office
  for (const [person, code] of [
    [null, 401],
    [ada, 403],
    [ben, 403],
  ] as const) {
    expect((await get(app, person, PATH)).statusCode).toBe(code)
    expect((await put(app, person, PATH, { ...MORE, version: 1 })).statusCode).toBe(code)
  }
  expect((await get(app, cleo, PATH)).body).toEqual({ ...FAIR_USE, version: 1, enforced: false })
  expect(await audit()).toEqual([])
})

test('a change is stored and written to the audit log with the previous value; an unchanged one is not', async () => {
  const { app, cleo } = office
  const stored = { ...MORE, version: 2, enforced: false }
  expect(await put(app, cleo, PATH, { ...MORE, version: 1 })).toMatchObject({ statusCode: 200, body: stored })
  expect((await get(app, cleo, PATH)).body).toEqual(stored)
  await put(app, cleo, PATH, { ...MORE, version: 2 })
  const entries = await audit()
  expect(entries.map(({ actor_id, details }) => [actor_id, JSON.parse(details)])).toEqual([
    [cleo.id, { before: FAIR_USE, after: MORE }],
  ])
})

test('the second of two concurrent edits is refused with the current settings', async () => {
  const { app, cleo } = office
  const { body: current } = await put(app, cleo, PATH, { ...MORE, version: 1 })
  const late = await put(app, cleo, PATH, { ...FAIR_USE, version: 1 })
  expect(late).toMatchObject({ statusCode: 409, body: { code: 'stale-version', current } })
  expect((await get(app, cleo, PATH)).body).toEqual(current)
  expect(await audit()).toHaveLength(1)
})

test.each([
  ['writes.burst', { ...MORE, writes: { burst: 99, perSecond: 20 } }, 'At least 100'],
  ['writes.burst', { ...MORE, writes: { burst: 10_001, perSecond: 20 } }, 'At most 10,000'],
  ['aiCalls.perSecond', { ...MORE, aiCalls: { burst: 60, perSecond: 1.5 } }, 'Please enter a whole number'],
  ['aiCalls.perSecond', { ...MORE, aiCalls: { burst: 60, perSecond: 0 } }, 'At least 2'],
  ['aiCalls', { writes: MORE.writes }, 'aiCalls is required'],
])('%s is named in the refusal', async (path, change, message) => {
  const res = await put(office.app, office.cleo, PATH, { ...change, version: 1 })
  expect(res).toMatchObject({ statusCode: 400, body: { details: [{ path, message }] } })
  expect((await get(office.app, office.cleo, PATH)).body).toEqual({ ...FAIR_USE, version: 1, enforced: false })
})

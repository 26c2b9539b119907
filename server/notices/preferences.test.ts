import { expect, test } from 'vitest'
import { get, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'

const office = await officeOfFile()
const PATH = '/api/profile/notices'

test('preferences begin with the defaults, and come back as they were sent', async () => {
  const { app, ada, ben } = office
  const { body } = await get(app, ada, PATH)
  expect(body).toEqual({ ...DEFAULT_PREFERENCES, mail: false })
  const wanted = {
    ...body,
    events: { ...body.events, comment: { app: false, mail: false } },
    digest: 'daily',
    at: '07:15',
    quietHours: { from: '22:00', to: '06:30' },
  }
  expect(await put(app, ada, PATH, wanted)).toMatchObject({ statusCode: 200, body: wanted })
  expect((await get(app, ada, PATH)).body).toEqual(wanted)
  expect((await get(app, ben, PATH)).body).toEqual({ ...DEFAULT_PREFERENCES, mail: false })
})

test('a kind that was added after they were stored has its default', async () => {
  const { app, db, ada } = office
  const { overdue: _overdue, ...events } = DEFAULT_PREFERENCES.events
  const preferences = JSON.stringify({ ...DEFAULT_PREFERENCES, events })
  await db.write((tx) => tx.insertInto('notice_preferences').values({ person_id: ada.id, preferences }).execute())
  expect((await get(app, ada, PATH)).body.events.overdue).toEqual(DEFAULT_PREFERENCES.events.overdue)
})

test.each([
  [
    'an unknown kind',
    { events: { ...DEFAULT_PREFERENCES.events, weather: { app: true, mail: true } } },
    'events.weather',
  ],
  ['a missing kind', { events: {} }, 'events.created'],
  ['an unknown digest', { digest: 'weekly' }, 'digest'],
  ['no time', { at: '24:00' }, 'at'],
  ['half of the quiet hours', { quietHours: { from: '22:00' } }, 'quietHours.to'],
  ['an unknown field', { sound: true }, 'sound'],
])('%s is refused by name, and nothing is stored', async (_what, change, path) => {
  const { app, db, ada } = office
  const res = await put(app, ada, PATH, { ...DEFAULT_PREFERENCES, ...change })
  expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input' } })
  expect(res.body.details[0].path).toBe(path)
  expect(await db.read.selectFrom('notice_preferences').selectAll().execute()).toEqual([])
})

test('who may not: nobody without a session', async () => {
  expect((await get(office.app, null, PATH)).statusCode).toBe(401)
  expect((await put(office.app, null, PATH, DEFAULT_PREFERENCES)).statusCode).toBe(401)
})

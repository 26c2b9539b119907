import { expect, test } from 'vitest'
import { get, post, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { muteToken } from './notice-mail/mute-token.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'

const office = await officeOfFile()
const PATH = '/api/profile/notices'

test('preferences begin with the defaults, and come back as they were sent', async () => {
  const { app, ada, ben } = office
  const { body } = await get(app, ada, PATH)
  expect(body).toEqual({ ...DEFAULT_PREFERENCES, mail: false, version: 0 })
  const change = {
    ...body,
    events: { ...body.events, comment: { app: false, mail: false } },
    digest: 'daily',
    at: '07:15',
    quietHours: { from: '22:00', to: '06:30' },
  }
  const saved = { ...change, version: 1 }
  expect(await put(app, ada, PATH, change)).toMatchObject({ statusCode: 200, body: saved })
  expect((await get(app, ada, PATH)).body).toEqual(saved)
  expect((await get(app, ben, PATH)).body).toEqual({ ...DEFAULT_PREFERENCES, mail: false, version: 0 })
})

test('preferences that have changed meanwhile are refused with what is stored, and nothing is stored', async () => {
  const { app, ada } = office
  const { body: opened } = await get(app, ada, PATH)
  const { body: saved } = await put(app, ada, PATH, { ...opened, digest: 'hourly' })
  const refused = await put(app, ada, PATH, { ...opened, at: '09:00' })
  expect(refused).toMatchObject({ statusCode: 409, body: { code: 'stale-version', current: saved } })
  expect((await get(app, ada, PATH)).body).toEqual(saved)
})

test('a mute link makes what was opened before it stale, but only if it changes something', async () => {
  const { app, ada, clock, services } = office
  const { body: opened } = await get(app, ada, PATH)
  const mute = async (code: 'mention' | 'comment') => {
    const token = muteToken(services.config.secretKey, { personId: ada.id, code }, clock())
    expect((await post(app, null, `/api/mute/${token}`)).statusCode).toBe(200)
  }
  // Not mailed by default.
  await mute('comment')
  const { body: saved } = await put(app, ada, PATH, { ...opened, at: '09:00' })
  expect(saved).toMatchObject({ at: '09:00', version: 1 })
  await mute('mention')
  const refused = await put(app, ada, PATH, { ...saved, at: '10:00' })
  expect(refused).toMatchObject({ statusCode: 409, body: { current: { at: '09:00', version: 2 } } })
  expect(refused.body.current.events.mention).toEqual({ app: true, mail: false })
})

test('saving without a version, or what is stored already, is not refused', async () => {
  const { app, ada } = office
  const { body: opened } = await get(app, ada, PATH)
  await put(app, ada, PATH, { ...opened, digest: 'hourly' })
  const { version: _version, ...unversioned } = opened
  expect(await put(app, ada, PATH, unversioned)).toMatchObject({ statusCode: 200, body: { digest: 'off', version: 2 } })
  const again = await put(app, ada, PATH, { ...opened, version: 2 })
  expect(again).toMatchObject({ statusCode: 200, body: { version: 2 } })
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
  ['a version that cannot be', { version: -1 }, 'version'],
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

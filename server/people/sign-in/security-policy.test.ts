import { expect, test } from 'vitest'
import { THROTTLE } from '../../../shared/security.ts'
import { get, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRequest } from '../../testing/build.ts'
import { buildRole } from '../../testing/roles.ts'
import { CAST_PASSWORD, type Person } from '../../testing/cast.ts'

const office = await officeOfFile()

const PATH = '/api/settings/security'
const POLICY = { idleMinutes: 240, maxSessions: 3, passwordMinLength: 15, throttle: THROTTLE, visibility: 'all' }
const save = (change: object, person: Person | null = office.cleo) => put(office.app, person, PATH, change)
const effects = async (query: string) => (await get(office.app, office.cleo, `${PATH}/effects?${query}`)).body
const isIn = async (person: Person) => (await get(office.app, person, '/api/auth/validate')).statusCode === 200
const audit = async () => {
  const rows = office.db.read.selectFrom('audit_log').select(['actor_id', 'details']).orderBy('id')
  const entries = await rows.where('action', '=', 'settings.security-changed').execute()
  return entries.map(({ actor_id, details }) => [actor_id, JSON.parse(details)])
}

async function signIn(username: string): Promise<Person> {
  office.clock.forward(1000)
  const { body } = await post(office.app, null, '/api/auth/login', { username, password: CAST_PASSWORD })
  return { id: body.user.id, username, token: body.token }
}

test('who manages settings, but does not see every request by their role, neither widens nor narrows who sees which', async () => {
  const { db, services, dan, ada } = office
  await buildRole(db, { id: 'settler', permissions: ['settings.manage'], people: [dan.id] })
  services.sessions.forgetAll()
  for (const [before, expected] of [
    ['own', 'all'],
    ['all', 'own'],
  ] as const) {
    await services.settings.change({ visibility: before })
    expect(await save({ version: 1, maxSessions: 2, visibility: expected }, dan)).toMatchObject({
      statusCode: 403,
      body: { code: 'not-allowed', details: [{ path: 'visibility' }] },
    })
    expect(await services.settings.policy()).toMatchObject({ visibility: before, maxSessions: 3 })
  }
  expect((await save({ version: 1, maxSessions: 2, visibility: 'all' }, dan)).statusCode).toBe(200)
  await buildRole(db, { id: 'seer', permissions: ['settings.manage', 'requests.viewAll'], people: [ada.id] })
  services.sessions.forgetAll()
  expect((await save({ version: 2, visibility: 'own' }, ada)).statusCode).toBe(200)
})

test('only those who manage settings read and change the policy', async () => {
  const { app, ada, ben } = office
  for (const [person, code] of [
    [null, 401],
    [ada, 403],
    [ben, 403],
  ] as const) {
    expect((await get(app, person, PATH)).statusCode).toBe(code)
    expect((await get(app, person, `${PATH}/effects`)).statusCode).toBe(code)
    expect((await save({ version: 1, maxSessions: 2 }, person)).statusCode).toBe(code)
  }
  expect((await get(app, office.cleo, PATH)).body).toEqual({ ...POLICY, version: 1 })
  expect(await audit()).toEqual([])
})

test('a change is stored, and in the audit log with what was before; what stays the same is not', async () => {
  const saved = await save({ version: 1, idleMinutes: 60, maxSessions: 3 })
  expect(saved).toMatchObject({ statusCode: 200, body: { ...POLICY, idleMinutes: 60, version: 2 } })
  await save({ version: 2, idleMinutes: 60 })
  expect(await audit()).toEqual([[office.cleo.id, { before: { idleMinutes: 240 }, after: { idleMinutes: 60 } }]])
})

test('an edit of an older version is refused with the current one, and nothing is stored', async () => {
  await save({ version: 1, maxSessions: 2 })
  const late = await save({ version: 1, maxSessions: 5 })
  expect(late).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { maxSessions: 2, version: 2 } },
  })
  expect((await get(office.app, office.cleo, PATH)).body).toMatchObject({ maxSessions: 2 })
})

test.each([
  ['idleMinutes', { idleMinutes: 45 }, 'Choose 30 minutes, 1, 4 or 8 hours'],
  ['maxSessions', { maxSessions: 0 }, 'At least 1'],
  ['passwordMinLength', { passwordMinLength: 5 }, 'At least 6'],
  ['throttle.pair.free', { throttle: { ...THROTTLE, pair: { free: 11, longestMinutes: 15 } } }, 'At most 10'],
  [
    'throttle.address.longestMinutes',
    { throttle: { ...THROTTLE, address: { free: 50, longestMinutes: 16 } } },
    'At most 15',
  ],
  ['visibility', { visibility: 'nobody' }, 'Choose who sees which requests'],
])('%s is named in the refusal', async (path, change, message) => {
  expect(await save({ version: 1, ...change })).toMatchObject({
    statusCode: 400,
    body: { details: [{ path, message }] },
  })
  expect((await get(office.app, office.cleo, PATH)).body).toEqual({ ...POLICY, version: 1 })
})

test('a shorter timeout ends idle sessions at once, as many as the preview said', async () => {
  const { ada, cleo, clock } = office
  clock.forward(50 * 60_000)
  expect(await isIn(cleo)).toBe(true)
  expect(await effects('idleMinutes=60')).toMatchObject({ idleSessions: 0 })
  expect(await effects('idleMinutes=30')).toMatchObject({ idleSessions: 3 })
  await office.services.sessions.settled()
  await save({ version: 1, idleMinutes: 30 })
  expect(await isIn(ada)).toBe(false)
  expect(await isIn(cleo)).toBe(true)
})

test('a lower session limit ends each person’s oldest at once, as many as the preview said, but never the caller’s own', async () => {
  const { ada, cleo } = office
  const adas = [await signIn('ada'), await signIn('ada')]
  const cleos = [await signIn('cleo'), await signIn('cleo')]
  expect(await effects('maxSessions=2')).toEqual({ idleSessions: 0, crowdedPeople: 2, crowdedSessions: 2 })
  expect(await effects('maxSessions=1')).toEqual({ idleSessions: 0, crowdedPeople: 2, crowdedSessions: 4 })
  expect(await effects('maxSessions=3')).toMatchObject({ crowdedPeople: 0 })
  await save({ version: 1, maxSessions: 2 })
  expect(await Promise.all([ada, ...adas].map(isIn))).toEqual([false, true, true])
  expect(await Promise.all([cleo, ...cleos].map(isIn))).toEqual([true, false, true])
  expect((await audit())[0]![1]).toMatchObject({ sessionsEnded: 2 })
})

test('a longer minimum applies to the next password', async () => {
  const change = () =>
    post(office.app, office.ada, '/api/profile/change-password', {
      currentPassword: CAST_PASSWORD,
      newPassword: 'seventeen letters',
    })
  await save({ version: 1, passwordMinLength: 18 })
  expect((await change()).statusCode).toBe(400)
  await save({ version: 2, passwordMinLength: 17 })
  expect((await change()).statusCode).toBeLessThan(300)
})

test('sign-in slows down as the policy says, from the next failure on', async () => {
  const guess = async () =>
    (await post(office.app, null, '/api/auth/login', { username: 'ada', password: 'wrong' })).statusCode
  await save({ version: 1, throttle: { ...THROTTLE, pair: { free: 3, longestMinutes: 5 } } })
  expect([await guess(), await guess(), await guess(), await guess()]).toEqual([401, 401, 401, 429])
})

test('a change of visibility applies from the next call on', async () => {
  const { app, db, ada, dan, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const seen = async (person: Person) => (await get(app, person, `/api/requests/${id}`)).statusCode
  expect(await seen(dan)).toBe(200)
  await save({ version: 1, visibility: 'own' })
  expect([await seen(dan), await seen(ada), await seen(ben)]).toEqual([404, 200, 200])
})

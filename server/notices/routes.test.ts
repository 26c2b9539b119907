import { expect, test } from 'vitest'
import type { Person } from '../testing/cast.ts'
import { del, get, post, put } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { buildNotice } from '../testing/notices.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { muteToken } from './notice-mail/mute-token.ts'
import { useMuteLink as muteByLink } from './notice-mail/mute.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'

const office = await officeOfFile()

const bellOf = async (person: Person, query = '') => (await get(office.app, person, `/api/notices${query}`)).body

test('notices come newest first, with what they are about and why', async () => {
  const { db, ada, ben } = office
  const request = await buildRequest(db, { requesterId: ada.id })
  const about = { personId: ada.id, actorId: ben.id, requestNumber: request.number }
  await buildNotice(db, { ...about, code: 'comment', reasons: ['own'], at: '2026-03-10T08:00:00.000Z' })
  await buildNotice(db, { ...about, code: 'mention', reasons: ['mention', 'own'], at: '2026-03-10T08:30:00.000Z' })
  const { notices, ...counts } = await bellOf(ada)
  expect(counts).toEqual({ total: 2, unread: 2, mentions: 1 })
  expect(notices[0]).toMatchObject({
    code: 'mention',
    requestId: request.request_id,
    reasons: [{ code: 'mention' }, { code: 'own' }],
    readAt: null,
    values: { count: 1, title: request.title, actor: { firstName: 'Ben', lastName: 'Marlow' }, department: 'it' },
  })
  expect((await bellOf(ada, '?show=mentions')).total).toBe(1)
  expect((await bellOf(ada, '?limit=1&page=2')).notices).toMatchObject([{ code: 'comment' }])
  expect(await bellOf(ben)).toEqual({ notices: [], total: 0, unread: 0, mentions: 0 })
})

test('they are read and unread one by one or all together, and those of other people stay as they are', async () => {
  const { app, db, ada, ben } = office
  const [own, other] = [
    await buildNotice(db, { personId: ada.id, code: 'comment' }),
    await buildNotice(db, { personId: ben.id, code: 'comment' }),
  ]
  await buildNotice(db, { personId: ada.id, code: 'status' })
  expect(await post(app, ada, '/api/notices/read', { ids: [own, other, 'none'] })).toMatchObject({
    statusCode: 200,
    body: { unread: 1 },
  })
  expect((await bellOf(ada, '?show=unread')).notices).toMatchObject([{ code: 'status' }])
  expect((await bellOf(ben)).unread).toBe(1)
  expect((await post(app, ada, '/api/notices/unread', { ids: [own] })).body).toMatchObject({ unread: 2 })
  expect((await post(app, ada, '/api/notices/read', { all: true })).body).toMatchObject({ unread: 0 })
  expect((await bellOf(ben)).unread).toBe(1)
})

test('the notices about one request are read together, by its number', async () => {
  const { app, db, ada, ben } = office
  const [opened, other] = [
    await buildRequest(db, { requesterId: ada.id }),
    await buildRequest(db, { requesterId: ada.id }),
  ]
  for (const [person, { number }] of [
    [ada, opened],
    [ada, other],
    [ben, opened],
  ] as const)
    await buildNotice(db, { personId: person.id, code: 'comment', requestNumber: number })
  const marks = { requestId: opened.request_id }
  expect(await post(app, ada, '/api/notices/read', marks)).toMatchObject({ statusCode: 200, body: { unread: 1 } })
  expect((await bellOf(ada, '?show=unread')).notices).toMatchObject([{ requestId: other.request_id }])
  expect((await bellOf(ben)).unread).toBe(1)
  expect((await post(app, ada, '/api/notices/read', { requestId: 'none' })).body).toMatchObject({ unread: 1 })
})

test('who no longer sees a request no longer sees its notices, neither listed nor counted', async () => {
  const { db, services, ada, dan } = office
  const [own, foreign] = [
    await buildRequest(db, { requesterId: dan.id }),
    await buildRequest(db, { requesterId: ada.id, title: 'Hidden' }),
  ]
  for (const { number } of [own, foreign]) {
    await buildNotice(db, { personId: dan.id, code: 'comment', requestNumber: number })
  }
  await buildNotice(db, { personId: dan.id, code: 'status', count: 2, members: [own.number, foreign.number] })
  await buildNotice(db, { personId: dan.id, code: 'status', count: 9, members: [foreign.number] })
  await buildNotice(db, { personId: dan.id, code: 'sign-in' })
  expect((await bellOf(dan)).unread).toBe(5)
  await services.settings.change({ visibility: 'own' })
  const bell = await bellOf(dan)
  expect(bell).toMatchObject({ total: 3, unread: 3 })
  expect(JSON.stringify(bell)).not.toContain('Hidden')
  expect(bell.notices.map(({ code }: { code: string }) => code).toSorted()).toEqual(['comment', 'sign-in', 'status'])
})

test.each([
  ['/api/notices/read', {}, 400],
  ['/api/notices/read', { ids: [] }, 400],
  ['/api/notices/read', { ids: ['a\u0000b'] }, 400],
  ['/api/notices/read', { ids: [{}] }, 400],
  ['/api/notices/unread', { ids: Array.from({ length: 101 }, () => 'x') }, 400],
  ['/api/notices/read', { all: false }, 400],
  ['/api/notices/read', { ids: ['x'], all: true }, 400],
])('%s refuses %j', async (path, body, status) => {
  expect((await post(office.app, office.ada, path, body)).statusCode).toBe(status)
})

test.each(['?show=some', '?page=0', '?limit=101', '?page=x', '?other=1'])('the list refuses %s', async (query) => {
  expect((await get(office.app, office.ada, `/api/notices${query}`)).statusCode).toBe(400)
})

test('who asked for a request, works on it or commented on it watches it, until they choose not to', async () => {
  const { app, db, ada, ben, dan } = office
  const { id } = await buildRequest(db, { requesterId: ada.id, assignedToId: ben.id })
  const watchers = async () => (await get(app, ada, `/api/requests/${id}/watchers`)).body.map((one: Person) => one.id)
  expect(await watchers()).toEqual([ada.id, ben.id])
  await post(app, dan, `/api/requests/${id}/comments`, { comment: 'Me too.' })
  expect(await watchers()).toEqual([ada.id, ben.id, dan.id])
  for (const person of [ada, dan]) {
    expect((await del(app, person, `/api/requests/${id}/watch`)).statusCode).toBe(204)
  }
  expect(await watchers()).toEqual([ben.id])
  expect((await put(app, ada, `/api/requests/${id}/watch`)).statusCode).toBe(204)
  expect(await watchers()).toEqual([ada.id, ben.id])
})

test('a thousand choices without a change between them are stored once', async () => {
  const { app, db, ada } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  for (let i = 0; i < 6; i++) await (i % 2 ? put : del)(app, ada, `/api/requests/${id}/watch`)
  expect(await db.read.selectFrom('request_watches').select('watches').execute()).toEqual([{ watches: 1 }])
})

test('who may not: a stranger to the request where people see only their own, and nobody without a session', async () => {
  const { app, db, services, ada, dan } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  await put(app, dan, `/api/requests/${id}/watch`)
  await services.settings.change({ visibility: 'own' })
  expect((await get(app, ada, `/api/requests/${id}/watchers`)).body).toMatchObject([{ id: ada.id }])
  for (const call of [get(app, dan, `/api/requests/${id}/watchers`), put(app, dan, `/api/requests/${id}/watch`)]) {
    expect((await call).statusCode).toBe(404)
  }
  expect((await get(app, null, '/api/notices')).statusCode).toBe(401)
})

test('an administrator who sees the page as another person neither sees nor marks their notices', async () => {
  const { app, db, ada, cleo } = office
  await buildNotice(db, { personId: ada.id, code: 'comment' })
  await post(app, cleo, '/api/see-as', { personId: ada.id })
  expect((await get(app, cleo, '/api/notices')).statusCode).toBe(403)
  expect((await get(app, cleo, '/api/profile/notices')).statusCode).toBe(403)
  expect((await post(app, cleo, '/api/notices/read', { all: true })).statusCode).toBe(403)
  expect((await bellOf(ada)).unread).toBe(1)
})

const PREFERENCES = '/api/profile/notices'
const ROUNDS = 30

test('preferences saved while a mute link is used: both count, or the save is told that it is stale', async () => {
  const { app, services, clock, ada } = office
  const token = muteToken(services.config.secretKey, { personId: ada.id, code: 'mention' }, clock())
  for (let round = 0; round < ROUNDS; round++) {
    const { body: opened } = await put(app, ada, PREFERENCES, DEFAULT_PREFERENCES)
    const save = () => put(app, ada, PREFERENCES, { ...opened, digest: 'hourly' })
    const mute = () => muteByLink(services, token)
    const early = round % 2 ? mute() : undefined
    const [saved] = await Promise.all([save(), early ?? mute()])
    const { body: now } = await get(app, ada, PREFERENCES)
    expect(now.events.mention.mail).toBe(false)
    expect([saved, now.digest]).toMatchObject(
      saved.statusCode === 200 ? [{ statusCode: 200 }, 'hourly'] : [{ statusCode: 409, body: { current: now } }, 'off'],
    )
  }
})

test('of two pages that save the same preferences at once, one is told that it is stale', async () => {
  const { app, ada } = office
  for (let round = 0; round < ROUNDS; round++) {
    const { body: opened } = await put(app, ada, PREFERENCES, DEFAULT_PREFERENCES)
    const saves = (['hourly', 'daily'] as const).map((digest) => put(app, ada, PREFERENCES, { ...opened, digest }))
    const [stale, saved] = (await Promise.all(saves)).toSorted((a, b) => b.statusCode - a.statusCode)
    expect([stale, saved]).toMatchObject([{ statusCode: 409 }, { statusCode: 200 }])
    expect(stale!.body.current).toEqual(saved!.body)
  }
})

import { expect, test } from 'vitest'
import { hintsIn, payloadsOf } from '../events/notifier.ts'
import { EventHub } from '../events/hub.ts'
import { del, post, put } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Person } from '../../testing/cast.ts'
import { followEvents } from '../../testing/events.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()
const { app, db, services, clock, ada, ben, cleo, dan } = office

let pages = 0
const newPage = () => (++pages).toString(16).padStart(32, '0')
const say = (person: Person | null, id: string, activity: string, page = newPage()) =>
  put(app, person, `/api/requests/${id}/presence`, { page, activity })
const names = ({ seen }: Awaited<ReturnType<typeof followEvents>>) =>
  seen.events.filter(({ kind }) => kind === 'presence').map(({ id }) => id)
async function follow(person: Person) {
  const stream = await followEvents(app, person)
  await stream.until(() => expect(stream.seen.lastId).not.toBe(''))
  return stream
}

const ADA = { id: 'user-ada', firstName: 'Ada', lastName: 'Quint' }
const BEN = { id: 'user-ben', firstName: 'Ben', lastName: 'Marlow' }

test('people learn who else has a request open, editors first, and are told when that changes', async () => {
  const { id, request_id } = await buildRequest(db, { requesterId: ada.id })
  const elsewhere = await buildRequest(db, { requesterId: ada.id })
  const [asker, worker] = [await follow(ada), await follow(dan)]
  const [adas, bens] = [newPage(), newPage()]
  expect((await say(ada, request_id, 'looking', adas)).body).toEqual({ people: [] })
  expect((await say(ben, id, 'editing', bens)).body).toEqual({ people: [{ ...ADA, activity: 'looking' }] })
  await asker.until(() => expect(names(asker)).toContain(id))
  const { body } = await say(cleo, id, 'looking')
  expect(body.people).toEqual([
    { ...BEN, activity: 'editing' },
    { ...ADA, activity: 'looking' },
  ])
  expect((await say(ben, id, 'gone', bens)).body).toEqual({ people: [] })
  await say(cleo, elsewhere.id, 'looking')
  expect((await say(ada, id, 'looking', adas)).body.people).toMatchObject([{ id: cleo.id }])
  // Who has no such request open hears of none.
  const mark = await buildRequest(db, { requesterId: dan.id })
  await worker.until(() => expect(worker.seen.events.map((one) => one.requestId)).toContain(mark.request_id))
  expect(names(worker)).toEqual([])
  for (const one of [asker, worker]) one.close()
})

test('who cannot see a request neither says nor learns anything there, also after losing it', async () => {
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const stream = await follow(dan)
  await say(dan, id, 'looking')
  expect((await say(ada, id, 'looking')).body.people).toMatchObject([{ id: dan.id }])
  await services.settings.change({ visibility: 'own' })
  expect((await say(ada, id, 'looking')).body).toEqual({ people: [] })
  expect((await say(ben, id, 'looking')).body).toEqual({ people: [{ ...ADA, activity: 'looking' }] })
  expect(await say(dan, id, 'looking')).toMatchObject({ statusCode: 404, body: { code: 'not-found' } })
  await stream.until(() => expect(stream.seen.resets).toBe(1))
  const before = names(stream).length
  await say(cleo, id, 'editing')
  const mark = await buildRequest(db, { requesterId: dan.id })
  await stream.until(() => expect(stream.seen.events.map((one) => one.requestId)).toContain(mark.request_id))
  expect(names(stream)).toHaveLength(before)
  stream.close()
})

test('who sees the page as somebody else is nowhere in their name, and hears nothing of where they are', async () => {
  const { id } = await buildRequest(db, { requesterId: ada.id })
  await post(app, cleo, '/api/see-as', { personId: ada.id })
  const stream = await follow(cleo)
  expect(await say(cleo, id, 'looking')).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
  await say(ada, id, 'looking')
  expect((await say(ben, id, 'looking')).body).toEqual({ people: [{ ...ADA, activity: 'looking' }] })
  const mark = await buildRequest(db, { requesterId: ada.id })
  await stream.until(() => expect(stream.seen.events.map((one) => one.requestId)).toContain(mark.request_id))
  expect(names(stream)).toEqual([])
  await del(app, cleo, '/api/see-as')
  stream.close()
})

test('a page says it with a session, about a request that exists, in the given words', async () => {
  const { id } = await buildRequest(db, { requesterId: ada.id })
  expect((await say(null, id, 'looking')).statusCode).toBe(401)
  expect((await say(ada, 'nothing', 'looking')).statusCode).toBe(404)
  for (const [name, body] of [
    ['activity', { page: newPage(), activity: 'sleeping' }],
    ['page', { page: 'x'.repeat(10_000), activity: 'looking' }],
    ['page', { activity: 'looking' }],
  ] as const) {
    const refused = await put(app, ada, `/api/requests/${id}/presence`, body)
    expect([refused.statusCode, refused.body.details?.map(({ path }: { path: string }) => path)]).toEqual([400, [name]])
  }
})

test('one account is at twenty pages at most, whatever it calls', async () => {
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const all = await Promise.all(Array.from({ length: 40 }, () => say(dan, id, 'gone')))
  const refused = all.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThanOrEqual(20)
  expect(refused[0]).toMatchObject({ headers: { 'retry-after': '20' }, body: { code: 'too-many-calls' } })
})

test('another process learns who is where, by the same notifications as of changes', async () => {
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const other = new EventHub({ ...services, db, clock, log: { error: () => {} } })
  services.events.connectTo({
    changed: () => {},
    announce: (hint) => other.hearNews(payloadsOf([hint]).flatMap(hintsIn)),
  })
  await say(ada, id, 'editing')
  expect(Object.fromEntries(other.presence.at(id))).toEqual({ [ada.id]: 'editing' })
  await other.close()
})

import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { recordComment } from '../../requests/history/service.ts'
import { del, get, patch, post, put } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Person } from '../../testing/cast.ts'
import { followEvents } from '../../testing/events.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { Tail } from './tail.ts'

const office = await officeOfFile()
const { app, db, services, clock, ada, ben, cleo, dan } = office

type Followed = Awaited<ReturnType<typeof followEvents>>

async function follow(person: Person, lastEventId?: string): Promise<Followed> {
  const followed = await followEvents(app, person, lastEventId)
  await followed.until(() => expect(followed.seen.lastId + followed.seen.isOver).not.toBe('false'))
  return followed
}
const ofRequest = ({ seen }: Followed, requestId: string) =>
  seen.events.filter((event) => event.requestId === requestId)
/** Makes a change that its reader sees, and waits until each stream has brought it: what came before has come, too. */
async function catchUp(...all: Followed[]) {
  for (const one of all) {
    const mark = await buildRequest(db, { requesterId: one.personId })
    await one.until(() => expect(ofRequest(one, mark.request_id)).toHaveLength(1))
  }
}

test('an event says which request changed, how and to which version, and nothing else', async () => {
  const stream = await follow(dan)
  expect(stream.statusCode).toBe(200)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'cache-control': 'no-store',
  })
  const { id, request_id } = await buildRequest(db, { requesterId: ada.id, title: 'A secret of customs' })
  await patch(app, ben, `/api/requests/${id}`, { status: 'in_progress', priority: 'critical' })
  await post(app, ben, `/api/requests/${id}/comments`, { comment: 'Which ships?' })
  await stream.until(() => expect(stream.seen.events).toHaveLength(3))
  expect(stream.seen.events).toEqual([
    { kind: 'created', id, requestId: request_id, version: 1 },
    { kind: 'updated', id, requestId: request_id, version: 2 },
    { kind: 'commented', id, requestId: request_id, version: expect.any(Number) },
  ])
  expect(stream.seen.text).not.toMatch(/secret|ships/)
  stream.close()
})

test('without a session there is no stream', async () => {
  expect((await get(app, null, '/api/events')).statusCode).toBe(401)
})

test('a stream resumes after the last event, without a gap and without a repetition', async () => {
  const first = await follow(dan)
  await catchUp(first)
  first.close()
  const { id, request_id } = await buildRequest(db, { requesterId: ada.id })
  await put(app, ada, `/api/requests/${id}/cancel`, {})
  const second = await follow(dan, first.seen.lastId)
  await catchUp(second)
  expect(ofRequest(second, request_id).map(({ kind }) => kind)).toEqual(['created', 'cancelled'])
  expect(second.seen.events).toHaveLength(3)
  expect(second.seen.resets).toBe(0)
  second.close()
})

test('an id that cannot be resumed from gets a reset', async () => {
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const stream = await follow(dan)
  const { lastId } = stream.seen
  stream.close()
  const newest = Number.parseInt(lastId, 10)
  const ofAnotherOffice = `${newest}.${(Date.parse('2025-01-01') / 1).toString(36)}`
  const wrong = ['0', '-1', 'x', '', ' ', '1.5.', `${newest + 1}`, '9'.repeat(15), '9'.repeat(500), ofAnotherOffice, id]
  for (const lastEventId of wrong) {
    const resumed = await follow(dan, lastEventId)
    expect([lastEventId, resumed.statusCode, resumed.seen.resets]).toEqual([lastEventId, 200, 1])
    resumed.close()
  }
  const resumed = await follow(dan, `${newest}`)
  expect(resumed.seen.resets).toBe(0)
  resumed.close()
  clock.forward(3_600_001)
  const late = await follow(cleo, lastId)
  expect([late.seen.resets, late.seen.events]).toEqual([1, []])
  late.close()
})

test('a session has twenty streams, and room again when one is closed', async () => {
  const open = []
  for (let i = 0; i < 20; i++) open.push(await follow(ada))
  const refused = await get(app, ada, '/api/events')
  expect(refused).toMatchObject({ statusCode: 429, body: { code: 'too-many-calls' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const other = await follow(dan)
  open[0]!.close()
  await other.until(() => expect(services.events.size).toBe(20))
  const again = await follow(ada)
  expect(again.statusCode).toBe(200)
  for (const one of [...open, other, again]) one.close()
})

test('rights are checked, too, after the last stream has left while another one opened', async () => {
  const first = await follow(dan)
  const since = Tail.prototype.since
  vi.spyOn(Tail.prototype, 'since').mockImplementationOnce(async function (this: Tail, after) {
    first.close()
    await vi.waitFor(() => expect(services.events.size).toBe(0), { timeout: 300_000, interval: 5 })
    return since.call(this, after)
  })
  const second = await follow(ada, first.seen.lastId)
  await post(app, ada, '/api/auth/logout')
  await second.until(() => expect(second.seen.isOver).toBe(true))
})

test('a session that has ended ends its stream, and no other', async () => {
  const stream = await follow(ada)
  const other = await follow(dan)
  await post(app, ada, '/api/auth/logout')
  await stream.until(() => expect(stream.seen.isOver).toBe(true))
  expect(other.seen.isOver).toBe(false)
  other.close()
})

test('people who see only their own requests get no event of others, and a reset when they lose one', async () => {
  await services.settings.change({ visibility: 'own' })
  const [own, worker, manager] = [await follow(ada), await follow(dan), await follow(ben)]
  const { id, request_id } = await buildRequest(db, { requesterId: ada.id })
  await patch(app, ben, `/api/requests/${id}`, { assignedToId: dan.id })
  await patch(app, ben, `/api/requests/${id}`, { priority: 'low' })
  await worker.until(() => expect(ofRequest(worker, request_id).length).toBeGreaterThan(1))
  expect(worker.seen.resets).toBe(0)
  await patch(app, ben, `/api/requests/${id}`, { assignedToId: null })
  await patch(app, ben, `/api/requests/${id}`, { priority: 'high' })
  await worker.until(() => expect(worker.seen.resets).toBe(1))
  await catchUp(own, manager)
  expect(ofRequest(own, request_id)).toHaveLength(5)
  expect(ofRequest(worker, request_id).every(({ version }) => version! < 4)).toBe(true)
  for (const one of [own, worker, manager]) one.close()
})

test('a policy that narrows what people see applies to open streams', async () => {
  const stream = await follow(dan)
  await services.settings.change({ visibility: 'own' })
  await stream.until(() => expect(stream.seen.resets).toBe(1))
  const { request_id } = await buildRequest(db, { requesterId: ada.id })
  const other = await follow(ben)
  await catchUp(other)
  expect(ofRequest(stream, request_id)).toEqual([])
  stream.close()
  other.close()
})

test('an internal comment is an event only for people who may read it', async () => {
  const { number, request_id } = await buildRequest(db, { requesterId: ada.id })
  const [asker, manager] = [await follow(ada), await follow(ben)]
  await db.write(async (tx) => {
    const at = clock().toISOString()
    const comment = {
      id: randomUUID(),
      request_number: number,
      author_id: ben.id,
      comment: 'Between us.',
      created_at: at,
    }
    await tx
      .insertInto('comments')
      .values({ ...comment, is_internal: 1 })
      .execute()
    await recordComment(tx, { request_number: number, at, actor_id: ben.id, version: 1 }, 'commented', comment.id)
  })
  await catchUp(asker, manager)
  expect(ofRequest(manager, request_id)).toMatchObject([{ kind: 'commented' }])
  expect(ofRequest(asker, request_id)).toEqual([])
  for (const one of [asker, manager]) one.close()
})

test('an administrator who sees the page as another person gets that person’s events', async () => {
  await services.settings.change({ visibility: 'own' })
  const stream = await follow(cleo)
  await post(app, cleo, '/api/see-as', { personId: dan.id })
  await stream.until(() => expect(stream.seen.resets).toBe(1))
  const { request_id } = await buildRequest(db, { requesterId: ada.id })
  const other = await follow(ben)
  await catchUp(other, Object.assign(stream, { personId: dan.id }))
  expect(ofRequest(stream, request_id)).toEqual([])
  await del(app, cleo, '/api/see-as')
  await stream.until(() => expect(stream.seen.resets).toBe(2))
  stream.close()
  other.close()
})

test('a hint reaches only those whom it concerns', async () => {
  const [asker, admin] = [await follow(ada), await follow(cleo)]
  services.events.announce({ kind: 'notices', personId: ada.id })
  services.events.announce({ kind: 'audit', permission: 'audit.read' })
  services.events.announce({ kind: 'exports', id: 'x', personId: cleo.id })
  await catchUp(asker, admin)
  const hints = ({ seen }: Followed) => seen.events.filter(({ requestId }) => requestId === undefined)
  expect(hints(asker)).toEqual([{ kind: 'notices' }])
  expect(hints(admin)).toEqual([{ kind: 'audit' }, { kind: 'exports', id: 'x' }])
  for (const one of [asker, admin]) one.close()
})

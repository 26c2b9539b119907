import { expect, test } from 'vitest'
import { get, post, testApp } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRequest } from '../../testing/build.ts'

const office = await officeOfFile()

const DRAFT = { title: 'Twice', description: 'Sent twice.', department: 'it', priority: 'low', dueDate: '2026-05-01' }
const key = (value: string) => ({ 'idempotency-key': value })
const total = async () => (await get(office.app, office.ben, '/api/requests')).body.total

test('the same key returns the first answer again, whatever happened since', async () => {
  const { app, ada } = office
  const before = await total()
  const first = await post(app, ada, '/api/requests', DRAFT, key('a'))
  const spelledDifferently = Object.fromEntries(Object.entries({ ...DRAFT, title: ' Twice ' }).reverse())
  const second = await post(app, ada, '/api/requests', spelledDifferently, key('a'))
  expect(second).toMatchObject({ statusCode: 201, body: first.body })
  expect(await total()).toBe(before + 1)
})

test('each key of a person has its own stored answer', async () => {
  const { app, db, ada } = office
  const send = async (name: string) =>
    (await post(app, ada, '/api/requests', { ...DRAFT, title: name }, key(name))).body
  const names = ['one', 'two', 'three']
  const first = []
  for (const name of names) first.push(await send(name))
  const again = []
  for (const name of names) again.push(await send(name))
  expect(again).toEqual(first)
  expect(first.map(({ title }) => title)).toEqual(names)

  const url = `/api/requests/${first[0].id}/comments`
  const comment = await post(app, ada, url, { comment: 'x' }, key('one'))
  expect(await post(app, ada, url, { comment: 'x' }, key('one'))).toMatchObject({ body: comment.body })
  expect(await send('one')).toEqual(first[0])
  expect(await db.read.selectFrom('idempotency_keys').select('key').execute()).toHaveLength(4)
})

test('a key applies to one person and one route', async () => {
  const { app, db, ada, dan } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const before = await total()
  await post(app, ada, '/api/requests', DRAFT, key('b'))
  await post(app, dan, '/api/requests', DRAFT, key('b'))
  expect(await total()).toBe(before + 2)
  const comment = { comment: 'Once' }
  const first = await post(app, ada, `/api/requests/${id}/comments`, comment, key('b'))
  const second = await post(app, ada, `/api/requests/${id}/comments`, comment, key('b'))
  expect(second).toMatchObject({ statusCode: 201, body: first.body })
  expect((await get(app, ada, `/api/requests/${id}/comments`)).body).toHaveLength(1)
})

test('a key counts for the request, however its address is spelled', async () => {
  const { app, db, ada } = office
  const { id, request_id } = await buildRequest(db, { requesterId: ada.id })
  const spellings = [id, request_id, request_id.toLowerCase(), request_id.replace('-', '%2D')]
  const sent = []
  for (const one of spellings)
    sent.push(await post(app, ada, `/api/requests/${one}/comments`, { comment: 'Once' }, key('spelled')))
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
  expect((await get(app, ada, `/api/requests/${id}/comments`)).body).toHaveLength(1)
})

test('the same key with another body is refused and stores nothing', async () => {
  const { app, ada } = office
  await post(app, ada, '/api/requests', DRAFT, key('c'))
  const before = await total()
  const res = await post(app, ada, '/api/requests', { ...DRAFT, title: 'Another' }, key('c'))
  expect(res).toMatchObject({ statusCode: 409, body: { code: 'key-reused' } })
  expect(await total()).toBe(before)
})

test('of ten concurrent calls with one key, one is stored', async () => {
  const { app, ada } = office
  const before = await total()
  const all = await Promise.all(Array.from({ length: 10 }, () => post(app, ada, '/api/requests', DRAFT, key('d'))))
  expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(all.map(({ body }) => body.id)).size).toBe(1)
  expect(await total()).toBe(before + 1)
})

test('a refusal does not use the key up', async () => {
  const { app, ada } = office
  expect((await post(app, ada, '/api/requests/RFD-2026-9999/comments', { comment: 'x' }, key('e'))).statusCode).toBe(
    404,
  )
  expect((await post(app, ada, '/api/requests', { ...DRAFT, title: '' }, key('f'))).statusCode).toBe(400)
  expect((await post(app, ada, '/api/requests', DRAFT, key('f'))).statusCode).toBe(201)
})

test('a key is forgotten after a day', async () => {
  const own = await testApp({ policy: { idleMinutes: 1440 } })
  const { app, db, ada, clock } = own
  const first = await post(app, ada, '/api/requests', DRAFT, key('g'))
  clock.forward(23.9 * 3_600_000)
  expect((await post(app, ada, '/api/requests', DRAFT, key('g'))).body.id).toBe(first.body.id)
  await db.write((tx) => tx.updateTable('idempotency_keys').set({ created_at: '2026-03-09T00:00:00.000Z' }).execute())
  const second = await post(app, ada, '/api/requests', DRAFT, key('g'))
  expect(second.body.id).not.toBe(first.body.id)
  expect((await post(app, ada, '/api/requests', DRAFT, key('g'))).body.id).toBe(second.body.id)
  expect(await db.read.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'g' }])
  await own.close()
})

test.each(['', 'with space', 'ümlaut', 'x'.repeat(201)])('a key like %j is refused by its name', async (value) => {
  const before = await total()
  const res = await post(office.app, office.ada, '/api/requests', DRAFT, key(value))
  expect(res).toMatchObject({ statusCode: 400, body: { details: [{ path: 'Idempotency-Key' }] } })
  expect(await total()).toBe(before)
})

import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { UPLOAD_PIECE } from '../../../shared/documents.ts'
import { del, get, post, testApp } from '../../testing/app.ts'
import { pdfOf } from '../../testing/sample-files.ts'
import { sendPiece, upload, uploaded } from '../../testing/uploads.ts'
import { removePieces } from './pieces.ts'
import { getUpload } from './service.ts'

const MEGABYTE = 1024 * 1024

const office = await testApp()
const { app, db, services, ada, dan } = office
beforeEach(async () => {
  await office.reset()
  for (const key of await keys()) await services.files.remove(key)
})
afterAll(() => office.close())

const announce = (body: object, person = ada) => post(app, person, '/api/uploads', body)
const state = async (id: string, person = ada) => get(app, person, `/api/uploads/${id}`)
const files = () => db.read.selectFrom('files').selectAll().execute()
const uploads = () => db.read.selectFrom('uploads').selectAll().execute()
async function keys(prefix?: string) {
  const files: string[] = []
  for await (const { key } of services.files.list(prefix)) files.push(key)
  return files.toSorted()
}
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

test('a file of several pieces arrives whole, under a generated name', async () => {
  const content = pdfOf('three pieces', 2.5 * MEGABYTE)
  const { statusCode, body } = await upload(app, ada, content, 'Licence balances.pdf')
  expect(statusCode).toBe(200)
  expect(body).toMatchObject({
    name: 'Licence balances.pdf',
    size: content.length,
    received: content.length,
    type: 'pdf',
  })
  const [file] = await files()
  expect(file).toMatchObject({ checksum: sha256(content), size: content.length, type: 'pdf', text_state: 'waiting' })
  expect(file!.store_key).toMatch(/^content\/[0-9a-f]{2}\/[0-9a-f-]{36}$/)
  expect(await keys()).toEqual([file!.store_key])
})

test('an upload resumes after the bytes received', async () => {
  const content = pdfOf('resumed', 2 * UPLOAD_PIECE + 10)
  const { id } = (await announce({ name: 'a.pdf', size: content.length })).body
  expect((await sendPiece(app, ada, id, 0, content.subarray(0, UPLOAD_PIECE))).body.received).toBe(UPLOAD_PIECE)
  expect((await state(id)).body).toMatchObject({ received: UPLOAD_PIECE, type: null })
  const wrong = await sendPiece(app, ada, id, 0, content.subarray(0, UPLOAD_PIECE))
  expect(wrong).toMatchObject({ statusCode: 409, body: { code: 'wrong-offset', received: UPLOAD_PIECE } })
  await sendPiece(app, ada, id, UPLOAD_PIECE, content.subarray(UPLOAD_PIECE, 2 * UPLOAD_PIECE))
  const last = await sendPiece(app, ada, id, 2 * UPLOAD_PIECE, content.subarray(2 * UPLOAD_PIECE))
  expect(last).toMatchObject({ statusCode: 200, body: { received: content.length, type: 'pdf' } })
  expect((await files())[0]?.checksum).toBe(sha256(content))
  expect((await sendPiece(app, ada, id, content.length, Buffer.from('x'))).statusCode).toBe(409)
})

test('the same file fifty times at once is kept once', async () => {
  const content = pdfOf('fifty', 1000)
  const all = await Promise.all(Array.from({ length: 50 }, (_, i) => upload(app, i % 2 ? ada : dan, content)))
  expect(all.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(await files()).toHaveLength(1)
  expect(await keys()).toEqual([(await files())[0]!.store_key])
})

test('a file that is announced twice under one key is one upload', async () => {
  const key = { 'idempotency-key': 'lost-answer' }
  const send = () => post(app, ada, '/api/uploads', { name: 'a.pdf', size: 10 }, key)
  const [first, again] = [await send(), await send()]
  expect(again).toMatchObject({ statusCode: 201, body: first.body })
  expect(await uploads()).toHaveLength(1)
})

test('one byte beyond the limit is refused before its first byte', async () => {
  const within = await announce({ name: 'a.pdf', size: 10 * MEGABYTE })
  expect(within.statusCode).toBe(201)
  const beyond = await announce({ name: 'a.pdf', size: 10 * MEGABYTE + 1 })
  expect(beyond).toMatchObject({
    statusCode: 413,
    body: { code: 'file-too-large', error: 'This file is larger than 10 MB.', details: [{ path: 'size' }] },
  })
})

test('more bytes than were announced are refused, fewer wait for the rest', async () => {
  const content = pdfOf('declared', 1000)
  const { id } = (await announce({ name: 'a.pdf', size: 900 })).body
  expect(await sendPiece(app, ada, id, 0, content)).toMatchObject({ statusCode: 400, body: { code: 'bad-input' } })
  expect((await sendPiece(app, ada, id, 0, content.subarray(0, 500))).body).toMatchObject({ received: 500, type: null })
  expect(await files()).toEqual([])
})

test('a piece has any length but none', async () => {
  const content = pdfOf('one piece', 5 * MEGABYTE)
  const { id } = (await announce({ name: 'a.pdf', size: content.length })).body
  expect((await sendPiece(app, ada, id, 0, Buffer.alloc(0))).statusCode).toBe(400)
  expect((await sendPiece(app, ada, id, 0, content)).body).toMatchObject({ received: content.length, type: 'pdf' })
  expect((await files()).map(({ checksum }) => checksum)).toEqual([sha256(content)])
  expect(await keys()).toEqual([(await files())[0]!.store_key])
})

test('a piece comes as bytes and nothing else', async () => {
  const { id } = (await announce({ name: 'a.pdf', size: 10 })).body
  const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
  const res = await app.inject({ method: 'PATCH', url: `/api/uploads/${id}?offset=0`, headers, payload: '{"a":1}' })
  expect(res.statusCode).toBe(415)
  expect(res.json()).toMatchObject({ error: 'A piece must be sent as application/octet-stream.' })
})

test('of two last pieces at once one makes the file', async () => {
  const content = pdfOf('twice', 2000)
  const { id } = (await announce({ name: 'a.pdf', size: content.length })).body
  const answers = await Promise.all([sendPiece(app, ada, id, 0, content), sendPiece(app, ada, id, 0, content)])
  expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await state(id)).body).toMatchObject({ received: content.length, type: 'pdf' })
  expect(await keys()).toEqual([(await files())[0]!.store_key])
})

test('pieces of different lengths at the same offset never produce a file that was not sent', async () => {
  const content = pdfOf('mixed', 3000)
  const { id } = (await announce({ name: 'a.pdf', size: content.length })).body
  await sendPiece(app, ada, id, 0, content.subarray(0, 2000))
  // As if another process had stored a piece for a call that lost the race.
  const { Readable } = await import('node:stream')
  await services.files.put(`incoming/${id}/0`, Readable.from([content.subarray(0, 1500)]), 1500)
  const last = await sendPiece(app, ada, id, 2000, content.subarray(2000))
  expect(last).toMatchObject({ statusCode: 409, body: { code: 'wrong-offset', received: 1500 } })
  await sendPiece(app, ada, id, 1500, content.subarray(1500))
  expect((await files()).map(({ checksum }) => checksum)).toEqual([sha256(content)])
})

test('nobody else sees, continues or removes an upload', async () => {
  const { id } = (await announce({ name: 'a.pdf', size: 10 })).body
  expect((await state(id, dan)).statusCode).toBe(404)
  expect((await sendPiece(app, dan, id, 0, Buffer.from('0123456789'))).statusCode).toBe(404)
  expect((await del(app, dan, `/api/uploads/${id}`)).statusCode).toBe(404)
  expect((await state(id)).statusCode).toBe(200)
})

test('who may not upload is refused, and so is who is not signed in', async () => {
  await db.write((tx) => tx.updateTable('roles').set({ permissions: '[]' }).where('id', '=', 'user').execute())
  services.sessions.forgetAll()
  expect(await announce({ name: 'a.pdf', size: 10 })).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
  expect((await post(app, null, '/api/uploads', { name: 'a.pdf', size: 10 })).statusCode).toBe(401)
  expect(await uploads()).toEqual([])
})

test('an upload that is thrown away leaves nothing behind', async () => {
  const content = pdfOf('gone', 3000)
  const { id } = (await announce({ name: 'a.pdf', size: content.length })).body
  await sendPiece(app, ada, id, 0, content.subarray(0, 1000))
  expect((await del(app, ada, `/api/uploads/${id}`)).statusCode).toBe(204)
  expect(await keys()).toEqual([])
  expect(await sendPiece(app, ada, id, 1000, content.subarray(1000))).toMatchObject({ statusCode: 404 })
  expect((await del(app, ada, `/api/uploads/${id}`)).statusCode).toBe(404)
})

test('many pieces are removed a few at a time', async () => {
  let [running, most, removed] = [0, 0, 0]
  const store = {
    async *list() {
      for (let i = 0; i < 100; i++) yield { key: `incoming/a/${i}`, size: 1, storedAt: new Date() }
    },
    async remove() {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      removed++
    },
  }
  await removePieces(Object.assign(Object.create(services.files) as typeof services.files, store), 'a')
  expect(removed).toBe(100)
  expect(most).toBe(20)
})

test('a store that cannot delete fails neither the call nor the process', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  let tried = 0
  const store = {
    async *list() {
      for (let i = 0; i < 3; i++) {
        await new Promise((resolve) => setImmediate(resolve))
        yield { key: `incoming/a/${i}`, size: 1, storedAt: new Date() }
      }
    },
    async remove() {
      tried++
      throw new Error('read-only')
    },
  }
  await removePieces(Object.assign(Object.create(services.files) as typeof services.files, store), 'a')
  process.off('unhandledRejection', note)
  expect(tried).toBe(3)
  expect(unhandled).toEqual([])
})

test('an upload expires after seven days', async () => {
  const id = await uploaded(app, ada, pdfOf('old'))
  // Found before the clock moves, because the session expires earlier.
  const actor = await services.sessions.find(ada.token)
  office.clock.forward(7 * 86_400_000 - 1)
  expect((await getUpload(services, actor!, id)).type).toBe('pdf')
  office.clock.forward(1)
  await expect(getUpload(services, actor!, id)).rejects.toMatchObject({ code: 'not-found' })
})

test('a person’s quota and number of uploads include those not attached yet', async () => {
  const documents = { types: ['pdf' as const], largestMegabytes: 10, perRequestMegabytes: 10, perPersonMegabytes: 11 }
  await services.settings.change({ documents: { ...documents, readScans: false } })
  expect((await announce({ name: 'a.pdf', size: 10 * MEGABYTE })).statusCode).toBe(201)
  expect(await announce({ name: 'b.pdf', size: 2 * MEGABYTE })).toMatchObject({
    statusCode: 409,
    body: { code: 'quota-reached', error: 'Your files would take more than the 11 MB that one person may store.' },
  })
  expect((await announce({ name: 'b.pdf', size: 2 * MEGABYTE }, dan)).statusCode).toBe(201)
  await Promise.all(Array.from({ length: 110 }, () => announce({ name: 'c.pdf', size: 1 }, dan)))
  expect((await uploads()).filter(({ user_id }) => user_id === dan.id)).toHaveLength(100)
  expect((await announce({ name: 'c.pdf', size: 1 }, dan)).body.code).toBe('quota-reached')
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\Letter.pdf', 'Letter.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['<script>alert(1)</script>.pdf', 'script>.pdf'],
  ['..', 'Unnamed file'],
  ['كتاب الوزارة.pdf', 'كتاب الوزارة.pdf'],
  ['\u200b', 'Unnamed file'],
  ['\u3164\u2800', 'Unnamed file'],
])('the name %j becomes the label %j', async (name, label) => {
  expect((await announce({ name, size: 10 })).body.name).toBe(label)
})

test.each([['n'.repeat(300)], ['a\u0000.pdf'], [''], ['\ud800.pdf']])('the name %j is refused', async (name) => {
  expect(await announce({ name, size: 10 })).toMatchObject({ statusCode: 400, body: { details: [{ path: 'name' }] } })
})

test.each([0, -1, 1.5, '10', null, 1e300])('the size %j is refused', async (size) => {
  expect(await announce({ name: 'a.pdf', size })).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'size' }] },
  })
})

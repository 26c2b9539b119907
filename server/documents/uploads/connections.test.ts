import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { AppError } from '../../platform/errors.ts'
import { Bucket } from '../../platform/files/bucket.ts'
import { storeFailure } from '../../platform/files/failures.ts'
import type { ByteRange, FileStore } from '../../platform/files/file-store.ts'
import { get, post, testApp } from '../../testing/app.ts'
import { startBucketServer } from '../../testing/bucket.ts'
import { buildRequest } from '../../testing/build.ts'
import { temporaryFiles } from '../../testing/files.ts'
import { docxOf, pdfOf } from '../../testing/sample-files.ts'
import { sendPiece, upload, uploaded } from '../../testing/uploads.ts'

/** A store that can fail. */
class Unreliable implements FileStore {
  readonly #inner = temporaryFiles()
  state: 'up' | 'down' | 'full' | 'breaking' = 'up'
  #underWay = 0
  /** the most concurrent writes so far */
  most = 0

  async put(key: string, content: Readable, size: number, isPassing?: boolean) {
    this.#check()
    this.most = Math.max(this.most, ++this.#underWay)
    return this.#inner.files.put(key, content, size, isPassing).finally(() => this.#underWay--)
  }
  async read(key: string, range?: ByteRange) {
    this.#check()
    const stream = await this.#inner.files.read(key, range)
    if (this.state !== 'breaking') return stream
    const broken = new PassThrough()
    stream.once('data', (chunk: Buffer) => {
      broken.write(chunk.subarray(0, 1000))
      setTimeout(() => broken.destroy(new Error('The store broke off')), 20)
      stream.destroy()
    })
    return broken
  }
  async remove(key: string) {
    this.#check()
    return this.#inner.files.remove(key)
  }
  async *list(prefix?: string) {
    this.#check()
    yield* this.#inner.files.list(prefix)
  }
  #check() {
    if (this.state === 'down') throw storeFailure(new Error('ECONNREFUSED'))
    if (this.state === 'full') throw storeFailure(Object.assign(new Error('No space'), { code: 'ENOSPC' }))
  }
  discard() {
    this.#inner.remove()
  }
}

const files = new Unreliable()
const office = await testApp({ files })
const { app, db, services, ada } = office
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
beforeEach(async () => {
  files.state = 'up'
  await office.reset()
  for await (const { key } of files.list()) await files.remove(key)
})
afterAll(async () => {
  await office.close()
  files.discard()
})

const PIECE = 1024 * 1024
const announce = async (size: number) =>
  (await post(app, ada, '/api/uploads', { name: 'a.pdf', size })).body.id as string
const received = async (id: string) => (await get(app, ada, `/api/uploads/${id}`)).body.received as number
const rowsOf = (table: 'files' | 'documents') => db.read.selectFrom(table).selectAll().execute()
async function keys(prefix?: string) {
  const pieces: string[] = []
  for await (const { key } of files.list(prefix)) pieces.push(key)
  return pieces
}

/** A piece over a real connection, whose body the test writes. */
function open(id: string, offset: number, length: number, agent?: http.Agent) {
  const headers = {
    authorization: `Bearer ${ada.token}`,
    'content-type': 'application/octet-stream',
    'content-length': length,
  }
  const path = `/api/uploads/${id}?offset=${offset}`
  const req = http.request({ host: '127.0.0.1', port, method: 'PATCH', path, headers, ...(agent && { agent }) })
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    req.on('error', reject)
    req.on('response', (res) => {
      let body = ''
      res.on('data', (chunk: Buffer) => (body += chunk.toString()))
      res.on('end', () => resolve({ status: res.statusCode ?? 0, body }))
    })
  })
  // A test that aborts the call does not await the answer.
  answer.catch(() => undefined)
  return { req, answer }
}

test('an aborted piece leaves nothing behind, and the upload continues', async () => {
  const content = pdfOf('cut', 2 * PIECE)
  const id = await announce(content.length)
  await sendPiece(app, ada, id, 0, content.subarray(0, PIECE))
  const { req } = open(id, PIECE, PIECE)
  req.write(content.subarray(PIECE, PIECE + 300_000))
  await expect.poll(async () => (await keys('partial/')).length).toBe(1)
  req.destroy()
  await expect.poll(async () => (await keys('partial/')).length).toBe(0)
  expect(await received(id)).toBe(PIECE)
  const last = await sendPiece(app, ada, id, PIECE, content.subarray(PIECE))
  expect(last.body).toMatchObject({ received: content.length, type: 'pdf' })
  expect((await rowsOf('files'))[0]).toMatchObject({ checksum: createHash('sha256').update(content).digest('hex') })
})

test('a refusal reaches a client that is still sending, and the connection stays usable', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const content = pdfOf('refused', 2 * PIECE)
  const id = await announce(content.length)
  const wrong = open(id, 5, PIECE, agent)
  wrong.req.end(content.subarray(0, PIECE))
  const { status, body } = await wrong.answer
  expect([status, JSON.parse(body)]).toMatchObject([409, { code: 'wrong-offset', received: 0 }])
  const right = open(id, 0, PIECE, agent)
  right.req.end(content.subarray(0, PIECE))
  expect((await right.answer).status).toBe(200)
  expect(right.req.reusedSocket).toBe(true)
  agent.destroy()
})

test('of two pieces at the same offset the newer counts, so that a dead connection does not block the retry', async () => {
  const content = pdfOf('newer', 2 * PIECE)
  const id = await announce(content.length)
  const stalled = open(id, 0, PIECE)
  stalled.req.write(content.subarray(0, 300_000))
  await expect.poll(async () => (await keys('partial/')).length).toBe(1)
  expect((await sendPiece(app, ada, id, 0, content.subarray(0, PIECE))).body.received).toBe(PIECE)
  expect((await stalled.answer).status).toBe(400)
  stalled.req.destroy()
})

test.each([
  ['down', /cannot be stored or read at the moment/],
  ['full', /no room left/],
] as const)('while the store is %s nothing is lost and nothing half is listed', async (state, sentence) => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const whole = await uploaded(app, ada, pdfOf('whole'))
  const content = pdfOf('waiting', 2 * PIECE)
  const id = await announce(content.length)
  await sendPiece(app, ada, id, 0, content.subarray(0, PIECE))
  files.state = state
  const refused = await sendPiece(app, ada, id, PIECE, content.subarray(PIECE))
  expect(refused).toMatchObject({
    statusCode: 503,
    body: { code: 'unavailable', error: expect.stringMatching(sentence) },
  })
  expect(await received(id)).toBe(PIECE)
  expect((await upload(app, ada, pdfOf('another'))).statusCode).toBe(503)
  // Complete uploads can be attached, listed and deleted without the store.
  const attached = await post(app, ada, `/api/requests/${request.id}/documents`, { uploadIds: [whole] })
  expect(attached.statusCode).toBe(201)
  const [document] = attached.body.documents as { id: string }[]
  const content503 = await get(app, ada, `/api/documents/${document!.id}/content`)
  expect(content503).toMatchObject({ statusCode: 503, body: { error: expect.stringMatching(sentence) } })
  files.state = 'up'
  expect((await get(app, ada, `/api/documents/${document!.id}/content`)).statusCode).toBe(200)
  expect((await sendPiece(app, ada, id, PIECE, content.subarray(PIECE))).body.type).toBe('pdf')
})

test('a download that the store breaks off is broken off, too, never complete', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const uploadIds = [await uploaded(app, ada, pdfOf('long', PIECE))]
  const { body } = await post(app, ada, `/api/requests/${request.id}/documents`, { uploadIds })
  files.state = 'breaking'
  const url = `http://127.0.0.1:${port}/api/documents/${body.documents[0].id}/content`
  const res = await fetch(url, { headers: { authorization: `Bearer ${ada.token}` } })
  await expect(res.arrayBuffer()).rejects.toThrow()
})

test('with a bucket one process continues the upload of another', async () => {
  const server = await startBucketServer()
  const inBucket = { ...services, files: new Bucket(server.settings) }
  const apps = [await buildApp(inBucket), await buildApp(inBucket)] as const
  try {
    const content = docxOf('x', { 'word/media/image1.png': Buffer.alloc(2.5 * PIECE, 7) })
    const announced = await post(apps[0], ada, '/api/uploads', { name: 'a.docx', size: content.length })
    const { id } = announced.body as { id: string }
    for (let i = 0, turn = 0; i < content.length; i += PIECE, turn++) {
      const { body } = await sendPiece(apps[turn % 2 ? 1 : 0], ada, id, i, content.subarray(i, i + PIECE))
      expect(body).toMatchObject({ received: Math.min(i + PIECE, content.length) })
    }
    const request = await buildRequest(db, { requesterId: ada.id })
    const { body } = await post(apps[1], ada, `/api/requests/${request.id}/documents`, { uploadIds: [id] })
    expect(body.documents).toMatchObject([{ type: 'docx', size: content.length }])
    const headers = { authorization: `Bearer ${ada.token}`, range: 'bytes=100-199' }
    const res = await apps[0].inject({ url: `/api/documents/${body.documents[0].id}/content`, headers })
    expect(res.statusCode).toBe(206)
    expect(res.rawPayload.equals(content.subarray(100, 200))).toBe(true)
    const left: string[] = []
    for await (const { key } of inBucket.files.list()) left.push(key)
    expect(left).toEqual([(await rowsOf('files'))[0]!.store_key])
    await server.stop()
    const down = await get(apps[0], ada, `/api/documents/${body.documents[0].id}/content`)
    expect(down).toMatchObject({ statusCode: 503, body: { code: 'unavailable' } })
  } finally {
    for (const one of apps) await one.close()
  }
})

test('four hundred concurrent uploads of one person are limited, and others are answered meanwhile', async () => {
  const { dan } = office
  const agent = new http.Agent({ keepAlive: true, maxSockets: 400 })
  const ids = await Promise.all(Array.from({ length: 100 }, () => announce(PIECE)))
  const calls = Array.from({ length: 400 }, (_, i) => open(ids[i % 100]!, 0, PIECE, agent))
  files.most = 0
  for (const { req } of calls) req.write(Buffer.alloc(1000, 'x'))
  await expect.poll(() => files.most).toBeGreaterThan(1)
  await pause(50)
  const answered = await fetch(`http://127.0.0.1:${port}/api/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dan.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'b.pdf', size: 10 }),
  })
  expect(answered.status).toBe(201)
  // The limit of one person's concurrent changes.
  expect(files.most).toBeLessThanOrEqual(32)
  for (const { req } of calls) req.destroy()
  agent.destroy()
  await expect.poll(async () => (await keys()).length).toBe(0)
})

test('the sentence about a full disk is one for people', () => {
  const failure = storeFailure(Object.assign(new Error('write'), { code: 'ENOSPC' }))
  expect(failure).toBeInstanceOf(AppError)
  expect(failure).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
})

import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileStore } from '../files/file-store.ts'
import { del, get, post, put, testApp } from '../../testing/app.ts'
import { recordAny } from '../../testing/audit.ts'
import { buildRequest } from '../../testing/build.ts'
import { TEST_SEALER } from '../../testing/database.ts'
import { buildDocument } from '../../testing/documents.ts'
import { temporaryFiles } from '../../testing/files.ts'
import { pdfOf } from '../../testing/sample-files.ts'
import { sendPiece } from '../../testing/uploads.ts'

const folder = temporaryFiles()
/** A stream that returns what the test writes into it. */
let slow: PassThrough | undefined
/** Delays storing a body until it resolves, before any of it is read. */
let beforePut: () => Promise<void>
const files: FileStore = {
  put: (...args) => beforePut().then(() => folder.files.put(...args)),
  read: (...args) => (slow ? Promise.resolve(slow) : folder.files.read(...args)),
  remove: (...args) => folder.files.remove(...args),
  list: (...args) => folder.files.list(...args),
}
const office = await testApp({ files })
const { app, db, services, ada, ben, cleo } = office
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
beforeEach(async () => {
  slow = undefined
  beforePut = () => Promise.resolve()
  await office.reset()
})
afterAll(async () => {
  await office.close()
  folder.remove()
})

const deactivate = (id: string) => put(app, cleo, `/api/people/${id}/deactivation`, {})
const endSessions = async () => {
  await db.write((tx) => tx.deleteFrom('sessions').execute())
  services.sessions.forgetAll()
}
const takeFromManagers = async (...taken: string[]) => {
  const { body } = await get(app, cleo, '/api/roles')
  const { permissions, version } = body.roles.find(({ id }: { id: string }) => id === 'manager')
  const left = permissions.filter((one: string) => !taken.includes(one))
  expect((await put(app, cleo, '/api/roles/manager', { permissions: left, version })).statusCode).toBe(200)
}

/** A call over a real connection: the test writes its body, and its response is read as far as it gets. */
function open(method: string, path: string, { token }: { token: string }, headers: http.OutgoingHttpHeaders = {}) {
  const req = http.request({
    host: '127.0.0.1',
    port,
    method,
    path: `/api${path}`,
    agent: false,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  let text = ''
  const answer = new Promise<{ status: number; text: string; isWhole: boolean }>((resolve, reject) => {
    req.on('error', reject)
    req.on('response', (res) => {
      const end = () => resolve({ status: res.statusCode ?? 0, text, isWhole: res.complete })
      res.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
      res.on('error', () => undefined).on('close', end)
    })
  })
  answer.catch(() => undefined)
  return { req, answer, received: () => text }
}

test('a call is refused when its sender is deactivated while it is still arriving', async () => {
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const body = JSON.stringify({ comment: 'Sent before, ended after.' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const { req, answer } = open('POST', `/requests/${id}/comments`, ada, headers)
  const began = new Promise((resolve) => app.server.once('request', resolve))
  req.write(body.slice(0, 10))
  await began
  expect((await deactivate(ada.id)).statusCode).toBe(200)
  req.end(body.slice(10))
  expect(await answer).toMatchObject({ status: 401 })
  expect(await db.read.selectFrom('comments').select('id').execute()).toEqual([])
})

test('a call is refused when its sender’s role loses the permission while it is still arriving', async () => {
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const body = JSON.stringify({ title: 'Changed after all' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const { req, answer } = open('PATCH', `/requests/${id}`, ben, headers)
  const began = new Promise((resolve) => app.server.once('request', resolve))
  req.write(body.slice(0, 10))
  await began
  await takeFromManagers('requests.edit')
  req.end(body.slice(10))
  expect(await answer).toMatchObject({ status: 403 })
})

test('a piece of a file does not count when its sender is deactivated before it has arrived', async () => {
  const content = pdfOf('held back', 600_000)
  const announced = await app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { authorization: `Bearer ${ada.token}` },
    payload: { name: 'Letter.pdf', size: content.length },
  })
  const { id } = announced.json<{ id: string }>()
  const headers = { 'content-type': 'application/octet-stream', 'content-length': content.length }
  const { req, answer } = open('PATCH', `/uploads/${id}?offset=0`, ada, headers)
  req.write(content.subarray(0, 300_000))
  const stored = async (prefix?: string) => {
    const keys: string[] = []
    for await (const { key } of folder.files.list(prefix)) keys.push(key)
    return keys.length
  }
  await expect.poll(() => stored('partial/')).toBe(1)
  await deactivate(ada.id)
  req.end(content.subarray(300_000))
  expect(await answer).toMatchObject({ status: 401 })
  await expect.poll(() => stored()).toBe(0)
  expect(await db.read.selectFrom('uploads').select('received').execute()).toEqual([{ received: 0 }])
})

const CHANGES: [string, () => Promise<unknown>][] = [
  ['is deactivated', () => deactivate(ben.id)],
  ['is signed out', () => del(app, cleo, `/api/people/${ben.id}/sessions`)],
  ['has a permission less', () => takeFromManagers('documents.upload')],
]
test.each(CHANGES)('a download is aborted when its reader %s', async (_, change) => {
  const { number } = await buildRequest(db, { requesterId: ada.id })
  const content = Buffer.alloc(3000, 'x')
  const id = await buildDocument(services, { requestNumber: number, uploadedById: ada.id, content })
  slow = new PassThrough()
  const { req, answer, received } = open('GET', `/documents/${id}/content`, ben)
  req.end()
  slow.write(content.subarray(0, 1000))
  await expect.poll(received).toHaveLength(1000)
  slow.write(content.subarray(1000, 2000))
  await expect.poll(received).toHaveLength(2000)
  await change()
  slow.write(content.subarray(2000, 2500))
  expect(await answer).toEqual({ status: 200, text: 'x'.repeat(2000), isWhole: false })
  expect(slow.destroyed).toBe(true)
})

test('an export of the audit log ends with the right to read it', async () => {
  await db.write(async (tx) => {
    for (let i = 0; i < 1200; i++) await recordAny(tx, office.clock, { actorId: ada.id, action: `step ${i}` })
  })
  await TEST_SEALER.sealAll(db)
  const { readInWorker } = db
  let pages = 0
  db.readInWorker = async (...args) => {
    // The first page has been sent when the second one is read.
    if (++pages === 2) await endSessions()
    return readInWorker(...args)
  }
  try {
    const { req, answer } = open('GET', '/audit/export.csv', cleo)
    req.end()
    const { text, isWhole } = await answer
    const has = (step: number) => text.includes(`step ${step},`)
    expect({ first: has(1199), later: has(600), isWhole }).toEqual({ first: true, later: false, isWhole: false })
  } finally {
    db.readInWorker = readInWorker
  }
})

test('a call with a known tag is refused instead of answered 304 once the permission is gone', async () => {
  await TEST_SEALER.sealAll(db)
  const paths = ['/api/audit/news?after=0', '/api/requests']
  for (const path of paths) await get(app, cleo, path)
  const tags = await Promise.all(paths.map(async (path) => String((await get(app, cleo, path)).headers.etag)))
  const again = (at: number) => get(app, cleo, paths[at]!, { 'if-none-match': tags[at]! })
  expect([(await again(1)).statusCode, (await again(0)).statusCode]).toEqual([304, 304])
  await endSessions()
  expect([(await again(1)).statusCode, (await again(0)).statusCode]).toEqual([401, 401])
})

test('a chunk that is sent again replaces the first one while that has not been read', async () => {
  const content = pdfOf('twice', 2000)
  const { id } = (await post(app, ada, '/api/uploads', { name: 'a.pdf', size: content.length })).body
  const go = Promise.withResolvers<void>()
  let waiting = 0
  beforePut = () => {
    waiting++
    return go.promise
  }
  const first = sendPiece(app, ada, id, 0, content)
  await expect.poll(() => waiting).toBe(1)
  const second = sendPiece(app, ada, id, 0, content)
  await expect.poll(() => waiting).toBe(2)
  go.resolve()
  expect([(await first).statusCode, (await second).statusCode]).toEqual([400, 200])
})

import { afterAll, beforeEach, expect, test } from 'vitest'
import { get, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { buildDocument } from '../testing/documents.ts'
import { pdfOf } from '../testing/sample-files.ts'
import { attachmentHeader } from './disposition.ts'
import { rangeOf } from './ranges.ts'

const office = await testApp()
const { app, db, services, ada } = office
beforeEach(() => office.reset())
afterAll(() => office.close())

const CONTENT = pdfOf('content', 300_000)

async function build(name = 'Letter.pdf') {
  const { number } = await buildRequest(db, { requesterId: ada.id })
  const id = await buildDocument(services, { requestNumber: number, uploadedById: ada.id, content: CONTENT, name })
  return `/api/documents/${id}/content`
}
const fetchBytes = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { authorization: `Bearer ${ada.token}`, ...headers } })

test('a download gives back the bytes as an attachment that nothing runs in', async () => {
  const res = await fetchBytes(await build(), { 'accept-encoding': 'br, gzip' })
  expect(res.statusCode).toBe(200)
  expect(res.rawPayload.equals(CONTENT)).toBe(true)
  expect(res.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(CONTENT.length),
    'content-disposition': `attachment; filename="Letter.pdf"; filename*=UTF-8''Letter.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
  })
  expect(res.headers['content-encoding']).toBeUndefined()
})

test('a document stored under another extension is downloaded with that of its type', async () => {
  const { headers } = await fetchBytes(await build('Invoice.hta'), {}, 'HEAD')
  expect(headers['content-disposition']).toBe(
    `attachment; filename="Invoice.hta.pdf"; filename*=UTF-8''Invoice.hta.pdf`,
  )
})

test('what the caller has already is not sent again', async () => {
  const url = await build()
  const { headers } = await fetchBytes(url)
  const etag = String(headers.etag)
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
  const again = await fetchBytes(url, { 'if-none-match': `"other", ${etag}` })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect((await fetchBytes(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('a stretch is answered with 206, one behind the end with 416', async () => {
  const url = await build()
  const part = await fetchBytes(url, { range: 'bytes=100-199' })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload.equals(CONTENT.subarray(100, 200))).toBe(true)
  expect(part.headers).toMatchObject({ 'content-range': `bytes 100-199/${CONTENT.length}`, 'content-length': '100' })
  const tail = await fetchBytes(url, { range: 'bytes=-10' })
  expect(tail.rawPayload.equals(CONTENT.subarray(-10))).toBe(true)
  const outside = await fetchBytes(url, { range: `bytes=${CONTENT.length}-` })
  expect(outside.statusCode).toBe(416)
  expect(outside.headers['content-range']).toBe(`bytes */${CONTENT.length}`)
  expect(outside.json()).toMatchObject({ code: 'range-not-satisfiable' })
  const other = await fetchBytes(url, { range: 'bytes=0-1', 'if-range': '"other"' })
  expect([other.statusCode, other.rawPayload.length]).toEqual([200, CONTENT.length])
})

test('the head alone carries the same headers', async () => {
  const url = await build()
  const head = await fetchBytes(url, {}, 'HEAD')
  const whole = await fetchBytes(url)
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
  for (const name of ['content-length', 'etag', 'content-type', 'content-disposition']) {
    expect(head.headers[name]).toBe(whole.headers[name])
  }
})

test('a file missing in the store is reported in a sentence', async () => {
  const url = await build()
  const file = await db.read.selectFrom('files').select('store_key').executeTakeFirstOrThrow()
  await services.files.remove(file.store_key)
  const res = await get(app, ada, url)
  expect(res).toMatchObject({ statusCode: 503, body: { code: 'unavailable', error: /missing on the server/ } })
  expect(res.headers['content-type']).toMatch('application/json')
})

test.each<[string, string]>([
  ['Letter.pdf', `attachment; filename="Letter.pdf"; filename*=UTF-8''Letter.pdf`],
  ['a "quoted" 100%.pdf', `attachment; filename="a _quoted_ 100_.pdf"; filename*=UTF-8''a%20%22quoted%22%20100%25.pdf`],
  ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  ['كتاب.pdf', `attachment; filename="____.pdf"; filename*=UTF-8''%D9%83%D8%AA%D8%A7%D8%A8.pdf`],
  ['../a\r\nx: y\u202e.pdf', `attachment; filename="ax: y.pdf"; filename*=UTF-8''ax%3A%20y.pdf`],
])('the name %j is sent as %j', (name, header) => {
  expect(attachmentHeader(name)).toBe(header)
})

test.each<[string | undefined, ReturnType<typeof rangeOf>]>([
  [undefined, undefined],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=50-1000', { from: 50, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-', undefined],
  ['bytes=5-2', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  ['bytes=0x1-2', undefined],
])('of 100 bytes the range %j is %j', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range)
})

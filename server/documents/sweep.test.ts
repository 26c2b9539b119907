import { Readable } from 'node:stream'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { del, get, post, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { buildDocument, buildFile } from '../testing/documents.ts'
import { pdfOf } from '../testing/sample-files.ts'
import { sendPiece, uploaded } from '../testing/uploads.ts'
import { sweepStore } from './uploads/sweep.ts'
import { sweepJobs } from './sweep.ts'

// Stored files carry the machine's time, not the test clock's.
const office = await testApp({ now: new Date().toISOString() })
const { app, db, services, ada, ben } = office
beforeEach(async () => {
  await office.reset()
  for (const key of await keys()) await services.files.remove(key)
})
afterAll(() => office.close())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

async function keys() {
  const files: string[] = []
  for await (const { key } of services.files.list()) files.push(key)
  return files.toSorted()
}
async function sweep() {
  const job = { id: 1, payload: null, attempt: 1, signal: AbortSignal.timeout(60_000) }
  await sweepJobs(services)['sweep-files']!({ ...job, finishIn: async () => {} })
}
const put = (key: string) => services.files.put(key, Readable.from([Buffer.from('x')]), 1)
const files = () => db.read.selectFrom('files').selectAll().execute()
const uploads = () => db.read.selectFrom('uploads').selectAll().execute()
/** The clock is set back afterwards, because the cast's sessions expire by it. */
const asOf = async <T>(ms: number, work: () => Promise<T>) => {
  office.clock.forward(ms)
  try {
    return await work()
  } finally {
    office.clock.forward(-ms)
  }
}

test('an expired upload goes, with its pieces or its file', async () => {
  await uploaded(app, ada, pdfOf('whole'))
  const { id } = (await post(app, ada, '/api/uploads', { name: 'half.pdf', size: 100 })).body
  await sendPiece(app, ada, id, 0, Buffer.from('%PDF-'))
  await asOf(7 * DAY_MS - HOUR_MS, sweep)
  expect([await uploads(), await files(), await keys()].map(({ length }) => length)).toEqual([2, 1, 2])
  await asOf(7 * DAY_MS, sweep)
  expect([await uploads(), await files(), await keys()]).toEqual([[], [], []])
})

test('what lies in the store without a row goes after an hour, and nothing else', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  await buildDocument(services, { requestNumber: request.number, uploadedById: ada.id })
  const { id } = (await post(app, ada, '/api/uploads', { name: 'half.pdf', size: 100 })).body
  await sendPiece(app, ada, id, 0, Buffer.from('%PDF-'))
  const remaining = await keys()
  await put('content/ab/lost')
  await put('incoming/dead/0')
  await put('partial/dead')
  await asOf(HOUR_MS / 2, sweep)
  expect(await keys()).toHaveLength(remaining.length + 3)
  await asOf(HOUR_MS * 2, sweep)
  expect(await keys()).toEqual(remaining)
})

test('a document that was deleted a week ago is gone, and its content with the last that has it', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const one = await buildDocument(services, { requestNumber: request.number, uploadedById: ada.id })
  const other = await buildDocument(services, { requestNumber: request.number, uploadedById: ada.id })
  await del(app, ada, `/api/documents/${one}`)
  await asOf(7 * DAY_MS, sweep)
  expect((await get(app, ada, `/api/documents/${one}`)).statusCode).toBe(404)
  expect(await db.read.selectFrom('documents').select('id').execute()).toEqual([{ id: other }])
  expect((await get(app, ada, `/api/documents/${other}/content`)).statusCode).toBe(200)
  await del(app, ben, `/api/documents/${other}`)
  await asOf(7 * DAY_MS - 1, sweep)
  expect(await files()).toHaveLength(1)
  await asOf(7 * DAY_MS + 2 * HOUR_MS, sweep)
  expect(await files()).toEqual([])
  expect(await keys()).toEqual([])
})

test('a content that comes again while its orphan is swept is kept', async () => {
  const content = pdfOf('again')
  for (let round = 0; round < 10; round++) {
    await buildFile(services, content)
    const [id] = await Promise.all([uploaded(app, ada, content), sweepStore(services, AbortSignal.timeout(60_000))])
    const { number, id: requestId } = await buildRequest(db, { requesterId: ada.id })
    const attached = await post(app, ada, `/api/requests/${requestId}/documents`, { uploadIds: [id] })
    expect(attached.statusCode, `round ${round}`).toBe(201)
    const [document] = attached.body.documents as { id: string }[]
    const res = await get(app, ada, `/api/documents/${document!.id}/content`)
    expect(res.statusCode, `round ${round}`).toBe(200)
    await db.write((tx) => tx.deleteFrom('documents').where('request_number', '=', number).execute())
    await sweep()
    expect(await files()).toEqual([])
  }
})

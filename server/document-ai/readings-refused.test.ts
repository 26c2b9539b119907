import { expect, test } from 'vitest'
import { del, get, post } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { PAGES, readingOffice } from '../testing/document-ai.ts'
import { buildDocument, buildUpload } from '../testing/read-documents.ts'
import { buildRole } from '../testing/roles.ts'

const { office, work, details, untilState, readByBen } = await readingOffice()
const { app, db, ada, ben, dan } = office
const ADDRESS = '/api/document-readings'

test('one person has at most forty documents waiting', async () => {
  for (let round = 0; round < 3; round++) {
    const uploadIds = await Promise.all(Array.from({ length: 14 }, () => buildUpload(db, { userId: ben.id })))
    const { statusCode } = await post(app, ben, ADDRESS, { uploadIds })
    expect(statusCode).toBe(round < 2 ? 201 : 429)
  }
  expect((await get(app, ben, ADDRESS)).body.total).toBe(28)
  expect(await db.read.selectFrom('uploads').select('id').execute()).toHaveLength(14)
})

test('two calls under one key read a file once', async () => {
  const uploadIds = [await buildUpload(db, { userId: ben.id })]
  const headers = { 'idempotency-key': 'once' }
  const first = await post(app, ben, ADDRESS, { uploadIds }, headers)
  const second = await post(app, ben, ADDRESS, { uploadIds }, headers)
  expect(second.body).toEqual(first.body)
  expect((await get(app, ben, ADDRESS)).body.total).toBe(1)
})

test.each([
  {},
  { uploadIds: [] },
  { uploadIds: ['a'], documentId: 'b' },
  { uploadIds: Array.from({ length: 21 }, () => 'a') },
])('%o is refused', async (body) => {
  expect((await post(app, ben, ADDRESS, body)).statusCode).toBe(400)
})

test('files of other people, and files that were not uploaded, do not exist', async () => {
  const uploadId = await buildUpload(db, { userId: ada.id })
  expect((await post(app, ben, ADDRESS, { uploadIds: [uploadId] })).statusCode).toBe(400)
  expect((await post(app, ben, ADDRESS, { uploadIds: ['nothing'] })).statusCode).toBe(400)
})

test('a document of a request that is not visible does not exist, nor does its reading', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const documentId = await buildDocument(db, { uploadedById: ada.id, requestNumber: request.number, pages: PAGES })
  const { body } = await post(app, ben, ADDRESS, { documentId })
  expect(body).toMatchObject([{ document: { request: { id: request.id, requestId: request.request_id } } }])
  work()
  await untilState(body[0].id, 'ready')
  const [proposal] = (await details(body[0].id)).proposals
  await office.services.settings.change({ visibility: 'own' })
  await buildRole(db, { id: 'reader', permissions: ['ai.documents', 'requests.create'], people: [dan.id] })
  office.services.sessions.forgetAll()
  expect((await post(app, dan, ADDRESS, { documentId })).statusCode).toBe(404)
  expect((await get(app, dan, `${ADDRESS}/${body[0].id}`)).statusCode).toBe(404)
  expect((await get(app, dan, ADDRESS)).body).toEqual({ readings: [], total: 0 })
  const decided = await post(app, dan, `/api/document-proposals/${proposal.id}/decisions`, { decision: 'refuse' })
  expect(decided.statusCode).toBe(404)
  const several = { items: [{ proposalId: proposal.id, decision: 'refuse' }] }
  expect((await post(app, dan, `${ADDRESS}/${body[0].id}/decisions`, several)).statusCode).toBe(404)
  expect((await get(app, ben, `${ADDRESS}/${body[0].id}`)).body.counts).toEqual({ open: 2, accepted: 0, refused: 0 })
})

test('deleting a document deletes its reading', async () => {
  const { id, document } = await readByBen()
  const deleted_at = '2026-03-10T09:00:00.000Z'
  await db.write((tx) => tx.updateTable('documents').set({ deleted_at }).where('id', '=', document.id).execute())
  expect((await get(app, ben, `${ADDRESS}/${id}`)).statusCode).toBe(404)
  expect((await get(app, ben, ADDRESS)).body.total).toBe(0)
  expect((await post(app, ben, ADDRESS, { documentId: document.id })).statusCode).toBe(404)
})

test('the list is paginated', async () => {
  await post(app, ben, ADDRESS, {
    uploadIds: await Promise.all([1, 2, 3].map(() => buildUpload(db, { userId: ben.id }))),
  })
  const page = await get(app, ben, `${ADDRESS}?page=2&limit=2`)
  expect(page.body).toMatchObject({ total: 3, readings: [{}] })
  expect(page.body.readings).toHaveLength(1)
  expect((await get(app, ben, `${ADDRESS}?limit=101`)).statusCode).toBe(400)
})

test.each([
  ['GET', ADDRESS, undefined],
  ['GET', `${ADDRESS}/x`, undefined],
  ['POST', ADDRESS, { documentId: 'x' }],
  ['POST', `${ADDRESS}/x/decisions`, { items: [{ proposalId: 'x', decision: 'refuse' }] }],
  ['POST', '/api/document-proposals/x/decisions', { decision: 'refuse' }],
] as const)('a user may not %s %s', async (method, url, body) => {
  const res = method === 'GET' ? await get(app, ada, url) : await post(app, ada, url, body)
  expect(res).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
})

test('a reading is deleted with its proposals and an unattached document, and the audit log records it', async () => {
  const reading = await readByBen()
  const address = `${ADDRESS}/${reading.id}`
  expect((await del(app, ada, address)).statusCode).toBe(403)
  expect((await get(app, ben, address)).statusCode).toBe(200)
  expect((await del(app, ben, address)).statusCode).toBe(204)
  expect((await get(app, ben, address)).statusCode).toBe(404)
  expect((await del(app, ben, address)).statusCode).toBe(404)
  expect(await db.read.selectFrom('document_proposals').select('id').execute()).toEqual([])
  const documents = await db.read.selectFrom('documents').select(['deleted_by_id']).execute()
  expect(documents).toEqual([{ deleted_by_id: ben.id }])
  const audit = await db.read.selectFrom('audit_log').select('action').where('actor_id', '=', ben.id).execute()
  expect(audit.map(({ action }) => action)).toContain('ai.document-reading-deleted')
})

test('the reading of an attached document is deleted alone, and only by people who see its request', async () => {
  const { number } = await buildRequest(db, { requesterId: ada.id })
  const documentId = await buildDocument(db, { uploadedById: ada.id, requestNumber: number, pages: PAGES })
  const { body } = await post(app, ben, ADDRESS, { documentId })
  await office.services.settings.change({ visibility: 'own' })
  await buildRole(db, { id: 'reader', permissions: ['ai.documents'], people: [dan.id] })
  office.services.sessions.forgetAll()
  expect((await del(app, dan, `${ADDRESS}/${body[0].id}`)).statusCode).toBe(404)
  expect((await del(app, ben, `${ADDRESS}/${body[0].id}`)).statusCode).toBe(204)
  const [left] = await db.read.selectFrom('documents').select('deleted_at').where('id', '=', documentId).execute()
  expect(left).toEqual({ deleted_at: null })
})

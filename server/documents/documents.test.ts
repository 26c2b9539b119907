import { afterAll, beforeEach, expect, test } from 'vitest'
import { del, get, post, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { buildDocument } from '../testing/documents.ts'
import { docxOf, pdfOf, PNG } from '../testing/sample-files.ts'
import { uploaded } from '../testing/uploads.ts'

const office = await testApp()
const { app, db, services, ada, ben, dan } = office
beforeEach(() => office.reset())
afterAll(() => office.close())

const attach = (id: string, uploadIds: string[], person = ada, key?: string) =>
  post(app, person, `/api/requests/${id}/documents`, { uploadIds }, key ? { 'idempotency-key': key } : undefined)
const list = async (id: string, person = ada) =>
  (await get(app, person, `/api/requests/${id}/documents`)).body.documents as { id: string; name: string }[]
const historyOf = async (id: string) => {
  const { body } = await get(app, ben, `/api/requests/${id}/history`)
  return (body as { action: string; old: string | null; new: string | null }[]).map(
    ({ action, old, new: after }) => `${action} ${old ?? ''}>${after ?? ''}`,
  )
}
const auditOf = async (action: string) => {
  const rows = await db.read
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action as never)
    .execute()
  return rows.map(({ actor_id, target_id, details }) => ({ actor_id, target_id, ...JSON.parse(details) }) as object)
}
const rowsOf = (table: 'documents' | 'uploads' | 'requests') => db.read.selectFrom(table).selectAll().execute()
const NEW = { title: 'Weigh empty trucks', description: 'x', department: 'it', priority: 'low', dueDate: '2026-05-01' }

test('attached files are listed, oldest first, with their details', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const letter = await uploaded(app, ada, pdfOf('letter'), 'Letter.pdf')
  const annex = await uploaded(app, ada, docxOf('annex'), 'Annex.docx')
  const answer = await attach(request.id, [letter, annex])
  expect(answer.statusCode).toBe(201)
  expect(answer.body.documents).toMatchObject([
    { name: 'Letter.pdf', type: 'pdf', requestId: request.id, canDelete: true, deletedAt: null },
    { name: 'Annex.docx', type: 'docx', text: { state: 'waiting', pages: null, note: null } },
  ])
  expect(answer.body.documents[0].uploadedBy).toEqual({ firstName: 'Ada', lastName: 'Quint' })
  expect(await list(request.request_id.toLowerCase())).toEqual(answer.body.documents)
  expect((await get(app, ada, `/api/documents/${answer.body.documents[0].id}`)).body).toEqual(answer.body.documents[0])
  expect(await rowsOf('uploads')).toEqual([])
  expect(await historyOf(request.id)).toEqual(['created >', 'document-added >Letter.pdf', 'document-added >Annex.docx'])
  expect(await auditOf('document.added')).toMatchObject([
    { actor_id: ada.id, target_id: request.id, name: 'Letter.pdf', requestId: request.request_id },
    { name: 'Annex.docx' },
  ])
})

test('a name gets an extension of the detected type, unless it has one', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const pdfs = ['Invoice.hta', 'Letter.PDF', 'Minutes', 'n'.repeat(255)]
  const ids: string[] = []
  for (const name of pdfs) ids.push(await uploaded(app, ada, pdfOf('x'), name))
  ids.push(await uploaded(app, ada, docxOf('x'), 'Report.docm'))
  await attach(request.id, ids)
  expect((await list(request.id)).map(({ name }) => name)).toEqual([
    'Invoice.hta.pdf',
    'Letter.PDF',
    'Minutes.pdf',
    `${'n'.repeat(251)}.pdf`,
    'Report.docm.docx',
  ])
})

test('an attached file is read and indexed by a job, once, and an image for its name', async () => {
  await services.settings.change({
    documents: {
      types: ['pdf', 'png'],
      largestMegabytes: 10,
      perRequestMegabytes: 10,
      perPersonMegabytes: 10,
      readScans: false,
    },
  })
  const request = await buildRequest(db, { requesterId: ada.id })
  const ids = [
    await uploaded(app, ada, pdfOf('x')),
    await uploaded(app, ada, pdfOf('x')),
    await uploaded(app, ada, PNG),
  ]
  const { body } = await attach(request.id, ids)
  const jobs = await db.read.selectFrom('jobs').selectAll().where('kind', '=', 'extract-text').execute()
  const [letter, , image] = body.documents.map(({ checksum }: { checksum: string }) => checksum)
  expect(jobs.map(({ payload, unique_key }) => [payload, unique_key])).toEqual([
    [JSON.stringify({ checksum: letter, personId: ada.id }), letter],
    [JSON.stringify({ checksum: image, personId: ada.id }), image],
  ])
  expect(body.documents[2].text.state).toBe('none')
})

test('a document stored under another extension is listed with that of its type', async () => {
  const { id, number } = await buildRequest(db, { requesterId: ada.id })
  const input = { requestNumber: number, uploadedById: ada.id, name: 'Invoice.hta' }
  const document = await buildDocument(services, input)
  expect(await list(id)).toMatchObject([{ name: 'Invoice.hta.pdf' }])
  expect((await get(app, ada, `/api/documents/${document}`)).body.name).toBe('Invoice.hta.pdf')
})

test('an upload is attached once, also by two calls at once', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const id = await uploaded(app, ada, pdfOf('x'))
  const answers = await Promise.all([attach(request.id, [id]), attach(request.id, [id])])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400])
  expect(await list(request.id)).toHaveLength(1)
  expect((await attach(request.id, [id])).body.details).toMatchObject([{ path: 'uploadIds.0' }])
})

test('of several files all are attached or none', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const mine = await uploaded(app, ada, pdfOf('mine'))
  const { body: half } = await post(app, ada, '/api/uploads', { name: 'half.pdf', size: 10 })
  const others = await uploaded(app, dan, pdfOf('others'))
  for (const missing of [half.id, others, 'nothing']) {
    expect(await attach(request.id, [mine, missing])).toMatchObject({
      statusCode: 400,
      body: { code: 'bad-input', details: [{ path: 'uploadIds.1' }] },
    })
  }
  expect(await rowsOf('documents')).toEqual([])
  expect((await attach(request.id, [mine])).statusCode).toBe(201)
})

test('the same call again under one key attaches once', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const id = await uploaded(app, ada, pdfOf('x'))
  const first = await attach(request.id, [id], ada, 'k1')
  const again = await attach(request.request_id, [id], ada, 'k1')
  expect(again).toMatchObject({ statusCode: 201, body: first.body })
  expect(await list(request.id)).toHaveLength(1)
})

test('a new request arrives with its files, or neither is stored', async () => {
  const id = await uploaded(app, ada, pdfOf('x'), 'Letter.pdf')
  const refused = await post(app, ada, '/api/requests', { ...NEW, uploadIds: [id, 'nothing'] })
  expect(refused).toMatchObject({ statusCode: 400, body: { details: [{ path: 'uploadIds.1' }] } })
  expect([await rowsOf('requests'), await rowsOf('documents')]).toEqual([[], []])
  const call = () => post(app, ada, '/api/requests', { ...NEW, uploadIds: [id] }, { 'idempotency-key': 'k2' })
  const created = await call()
  expect(created.statusCode).toBe(201)
  expect(await list(created.body.id)).toMatchObject([{ name: 'Letter.pdf' }])
  expect(await historyOf(created.body.id)).toEqual(['created >', 'document-added >Letter.pdf'])
  expect((await call()).body).toEqual(created.body)
  expect(await rowsOf('requests')).toHaveLength(1)
})

test('who may not upload attaches nothing, and the request is not stored either', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const id = await uploaded(app, ada, pdfOf('x'))
  const permissions = JSON.stringify(['requests.create'])
  await db.write((tx) => tx.updateTable('roles').set({ permissions }).where('id', '=', 'user').execute())
  services.sessions.forgetAll()
  expect((await attach(request.id, [id])).statusCode).toBe(403)
  expect((await post(app, ada, '/api/requests', { ...NEW, uploadIds: [id] })).statusCode).toBe(403)
  expect(await rowsOf('requests')).toHaveLength(1)
  expect((await post(app, ada, '/api/requests', { ...NEW, uploadIds: [] })).statusCode).toBe(201)
})

test('a closed request takes documents, a cancelled one does not', async () => {
  const completed = await buildRequest(db, { requesterId: ada.id, status: 'completed' })
  const cancelled = await buildRequest(db, { requesterId: ada.id, status: 'cancelled' })
  const id = await uploaded(app, ada, pdfOf('acceptance record'))
  expect(await attach(cancelled.id, [id])).toMatchObject({ statusCode: 409, body: { code: 'wrong-status' } })
  expect((await attach(completed.id, [id])).statusCode).toBe(201)
})

test('a document is deleted by its uploader or a manager, and restored within a week', async () => {
  const request = await buildRequest(db, { requesterId: dan.id })
  const id = await buildDocument(services, { requestNumber: request.number, uploadedById: ada.id })
  const address = `/api/documents/${id}`
  expect(await del(app, dan, address)).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
  const deleted = await del(app, ada, address)
  expect(deleted).toMatchObject({ statusCode: 200, body: { deletedAt: office.clock().toISOString(), canDelete: true } })
  expect(await list(request.id)).toEqual([])
  expect((await get(app, dan, address)).statusCode).toBe(404)
  expect((await get(app, ada, `${address}/content`)).statusCode).toBe(404)
  expect((await del(app, ada, address)).statusCode).toBe(200)
  expect((await put(app, dan, `${address}/restore`)).statusCode).toBe(404)
  expect(await put(app, ben, `${address}/restore`)).toMatchObject({ statusCode: 200, body: { deletedAt: null } })
  expect((await put(app, ben, `${address}/restore`)).statusCode).toBe(200)
  expect(await list(request.id)).toHaveLength(1)
  expect(await historyOf(request.id)).toEqual([
    'created >',
    'document-removed Letter.pdf>',
    'document-restored >Letter.pdf',
  ])
  expect(await auditOf('document.removed')).toMatchObject([{ actor_id: ada.id, documentId: id, name: 'Letter.pdf' }])
  expect(await auditOf('document.restored')).toMatchObject([{ actor_id: ben.id }])
})

test('after a week a deleted document is gone', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const id = await buildDocument(services, { requestNumber: request.number, uploadedById: ada.id })
  await del(app, ben, `/api/documents/${id}`)
  const deleted_at = new Date(office.clock().getTime() - 7 * 86_400_000).toISOString()
  await db.write((tx) => tx.updateTable('documents').set({ deleted_at }).execute())
  expect((await put(app, ben, `/api/documents/${id}/restore`)).statusCode).toBe(404)
})

test('where people see only their own requests, documents of other requests are not found', async () => {
  const request = await buildRequest(db, { requesterId: ada.id })
  const id = await buildDocument(services, { requestNumber: request.number, uploadedById: dan.id })
  const upload = await uploaded(app, dan, pdfOf('x'))
  await services.settings.change({ visibility: 'own' })
  const answers = [
    await get(app, dan, `/api/requests/${request.id}/documents`),
    await attach(request.id, [upload], dan),
    await get(app, dan, `/api/documents/${id}`),
    await get(app, dan, `/api/documents/${id}/content`),
    await get(app, dan, `/api/documents/${id}/content`, { range: 'bytes=0-1' }),
    await get(app, dan, `/api/documents/${id}/content`, { range: 'bytes=99999-' }),
    await del(app, dan, `/api/documents/${id}`),
    await put(app, dan, `/api/documents/${id}/restore`),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404))
  const nothing = await get(app, dan, '/api/documents/00000000-0000-4000-8000-000000000000')
  expect(answers[2]!.body).toEqual(nothing.body)
  expect((await get(app, ada, `/api/documents/${id}`)).statusCode).toBe(200)
})

test('a document without a request is seen by its uploader and by who works with Document AI', async () => {
  const id = await buildDocument(services, { requestNumber: null, uploadedById: ada.id })
  const statuses = await Promise.all([ada, ben, dan].map((who) => get(app, who, `/api/documents/${id}`)))
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404])
})

test('a request’s quota is held when files are attached and restored, and by its number of documents', async () => {
  await services.settings.change({
    documents: {
      types: ['pdf'],
      largestMegabytes: 10,
      perRequestMegabytes: 1,
      perPersonMegabytes: 100,
      readScans: false,
    },
  })
  const request = await buildRequest(db, { requesterId: ada.id })
  const first = await uploaded(app, ada, pdfOf('a', 600_000))
  const second = await uploaded(app, ada, pdfOf('b', 600_000))
  const { body } = await attach(request.id, [first])
  expect(await attach(request.id, [second])).toMatchObject({
    statusCode: 409,
    body: { code: 'quota-reached', error: 'The documents of one request may have 1 MB at most.' },
  })
  const { id } = body.documents[0]
  await del(app, ada, `/api/documents/${id}`)
  expect((await attach(request.id, [second])).statusCode).toBe(201)
  expect((await put(app, ada, `/api/documents/${id}/restore`)).body.code).toBe('quota-reached')
})

test('the settings are seen by everybody and changed by administrators, with an entry', async () => {
  const { body } = await get(app, ada, '/api/settings/documents')
  expect(body).toEqual({
    types: ['pdf', 'doc', 'docx'],
    largestMegabytes: 10,
    perRequestMegabytes: 200,
    perPersonMegabytes: 2000,
    readScans: false,
    version: 1,
  })
  const change = { ...body, types: ['pdf', 'png', 'png'], largestMegabytes: 1 }
  expect((await put(app, ben, '/api/settings/documents', change)).statusCode).toBe(403)
  const changed = await put(app, office.cleo, '/api/settings/documents', change)
  expect(changed).toMatchObject({ statusCode: 200, body: { types: ['pdf', 'png'], largestMegabytes: 1 } })
  expect(await auditOf('settings.documents-changed')).toMatchObject([
    { before: { largestMegabytes: 10 }, after: { largestMegabytes: 1 } },
  ])
  expect((await post(app, ada, '/api/uploads', { name: 'a.pdf', size: 2_000_000 })).body.error).toBe(
    'This file is larger than 1 MB.',
  )
  for (const wrong of [{ types: [] }, { types: ['exe'] }, { largestMegabytes: 0 }, { largestMegabytes: 101 }]) {
    expect((await put(app, office.cleo, '/api/settings/documents', { ...body, ...wrong })).statusCode).toBe(400)
  }
  const late = await put(app, office.cleo, '/api/settings/documents', { ...body, perRequestMegabytes: 300 })
  expect(late).toMatchObject({ statusCode: 409, body: { code: 'stale-version', current: changed.body } })
  expect((await get(app, ada, '/api/settings/documents')).body).toEqual(changed.body)
})

import { afterAll, beforeEach, expect, test } from 'vitest'
import { get, post, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { buildDocument } from '../testing/documents.ts'
import { buildRole } from '../testing/roles.ts'
import { pdfOf } from '../testing/sample-files.ts'
import { uploaded } from '../testing/uploads.ts'

const office = await testApp()
const { app, db, services, ada, dan } = office
afterAll(() => office.close())
beforeEach(() => office.reset())

/** A call of every route that returns, changes or removes a file, its text, or its reading. */
const CALLS: { call: string; headers?: Record<string, string>; body?: object | Buffer }[] = [
  { call: 'GET /requests/{id}/documents' },
  { call: 'POST /requests/{id}/documents', body: { uploadIds: ['{upload}'] } },
  { call: 'GET /requests/{id}/sources' },
  { call: 'GET /requests/{id}/pdf' },
  { call: 'GET /documents/{id}' },
  { call: 'DELETE /documents/{id}' },
  { call: 'PUT /documents/{id}/restore' },
  { call: 'GET /documents/{id}/content' },
  { call: 'HEAD /documents/{id}/content' },
  { call: 'GET /documents/{id}/content', headers: { range: 'bytes=0-1' } },
  { call: 'GET /documents/{id}/content', headers: { range: 'bytes=99999999-' } },
  { call: 'GET /documents/{id}/content', headers: { 'if-none-match': '"{checksum}"' } },
  { call: 'GET /documents/{id}/content', headers: { 'if-range': '"{checksum}"', range: 'bytes=0-1' } },
  { call: 'GET /documents/{id}/text' },
  { call: 'GET /uploads/{id}' },
  { call: 'PATCH /uploads/{id}', body: Buffer.from('x') },
  { call: 'DELETE /uploads/{id}' },
  { call: 'GET /document-readings/{id}' },
  { call: 'DELETE /document-readings/{id}' },
  { call: 'POST /document-readings', body: { documentId: '{id}' } },
  { call: 'POST /document-readings/{id}/decisions', body: { items: [{ proposalId: '{id}', decision: 'refuse' }] } },
  { call: 'PATCH /document-proposals/{id}', body: { version: 1, title: 'Mine' } },
  { call: 'POST /document-proposals/{id}/decisions', body: { decision: 'accept' } },
]

interface Theirs {
  /** everything that an outsider could guess or have seen elsewhere: ids, number, checksum, storage key */
  guesses: string[]
  checksum: string
}

/** Ada's request with a document that Document AI has read, and an upload of hers that is not attached. */
async function buildTheirs(): Promise<Theirs> {
  const request = await buildRequest(db, { requesterId: ada.id })
  const document = await buildDocument(services, { requestNumber: request.number, uploadedById: ada.id })
  const upload = await uploaded(app, ada, pdfOf('on its way'))
  const { body } = await post(app, office.ben, '/api/document-readings', { documentId: document })
  const reading: string = body[0].id
  const proposal = { id: 'p1', reading_id: reading, position: 1, title: 'x', description: 'x', department: 'it' }
  const place = { page: 1, start_offset: 0, end_offset: 1, passage: 'x', section: null, confidence: 0.9 }
  const suggested = JSON.stringify({ title: 'x', description: 'x', department: 'it', priority: 'low', dueDate: null })
  const decided = { state: 'open', decided_by_id: null, decided_at: null, request_number: null } as const
  await db.write((tx) =>
    tx
      .insertInto('document_proposals')
      .values({
        ...proposal,
        ...place,
        ...decided,
        priority: 'low',
        development_type: null,
        due_date: '2027-01-01',
        suggested,
        duplicates: '[]',
        suggestion_id: null,
        version: 1,
      })
      .execute(),
  )
  const { checksum, store_key } = await db.read
    .selectFrom('files as f')
    .innerJoin('documents as d', 'd.checksum', 'f.checksum')
    .select(['f.checksum', 'f.store_key'])
    .where('d.id', '=', document)
    .executeTakeFirstOrThrow()
  const guesses = [document, request.id, request.request_id, upload, reading, 'p1', checksum, store_key]
  return { guesses, checksum }
}

/** Dan has every permission for documents, but sees only his own requests. */
async function lockOut(): Promise<void> {
  await services.settings.change({ visibility: 'own' })
  const permissions = ['requests.create', 'documents.upload', 'documents.delete', 'ai.documents'] as const
  await buildRole(db, { id: 'reader', permissions: [...permissions], people: [dan.id] })
  services.sessions.forgetAll()
}

async function statusOf(
  { call, headers = {}, body }: (typeof CALLS)[number],
  guess: string,
  known: Record<string, string>,
) {
  const [method, path] = call.split(' ') as ['GET', string]
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? guess : known[name]!))
  const isPiece = Buffer.isBuffer(body)
  const payload = isPiece ? body : body && fill(JSON.stringify(body))
  const res = await app.inject({
    method,
    url: `/api${path.replace('{id}', encodeURIComponent(guess))}${isPiece ? '?offset=0' : ''}`,
    headers: {
      authorization: `Bearer ${dan.token}`,
      ...(payload && { 'content-type': isPiece ? 'application/octet-stream' : 'application/json' }),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
    },
    ...(payload && { payload }),
  })
  return res.statusCode
}

test('by no id, number, checksum or key anything of another person’s file is there, whatever the call', async () => {
  const { guesses, checksum } = await buildTheirs()
  await lockOut()
  const known = { checksum, upload: await uploaded(app, dan, pdfOf('his own')) }
  const answered: string[] = []
  for (const one of CALLS)
    for (const guess of guesses) {
      const status = await statusOf(one, guess, known)
      if (status !== 404) answered.push(`${one.call} ${JSON.stringify(one.headers ?? {})} ${guess}: ${status}`)
    }
  expect(answered).toEqual([])
  expect(await db.read.selectFrom('documents').select('deleted_at').execute()).toEqual([{ deleted_at: null }])
  expect((await get(app, ada, `/api/documents/${guesses[0]}`)).statusCode).toBe(200)
})

test('every route about files has been tried, and each is one', async () => {
  const { paths } = (await get(app, null, '/api/openapi.json')).body as { paths: Record<string, object> }
  const about = Object.entries(paths)
    .filter(([path]) => /\/(documents|uploads|document-\w+|sources)(\/|$)/.test(path) && path.includes('{id}'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  const tried = new Set(CALLS.map(({ call }) => call.replace(' ', ' /api')))
  expect(about.length).toBeGreaterThan(12)
  expect(about.filter((call) => !tried.has(call))).toEqual([])
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const unknown = [...tried].filter((call) => !all.includes(call) && !call.startsWith('HEAD '))
  expect(unknown).toEqual([])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../testing/cast.ts'
import { LEARNING_MS, localAi } from '../../testing/ai.ts'
import { get, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp({ ai: localAi() })
}, LEARNING_MS)
beforeEach(() => office.reset())
afterAll(() => office.close())

const MANIFESTS = { title: 'Send the manifest to the port operator', description: 'Over SFTP, every night.' }
const PLANTED = { title: 'Security breach', description: 'Passwords were stolen, everything is down, critical.' }
const accepted = [{ field: 'priority', outcome: 'accepted' }]

const classify = async (person: Person, body: object) =>
  (await post(office.app, person, '/api/ai/classify-request', body)).body
const judge = (person: Person, suggestionId: string, body: object = {}) =>
  post(office.app, person, '/api/ai/feedback', { suggestionId, decisions: accepted, ...body })
const labels = () => office.db.read.selectFrom('suggestion_decisions').select('decided_by_id').execute()
const classifications = () => office.db.read.selectFrom('classifications').selectAll().execute()
const history = async (id: string) => (await get(office.app, office.ada, `/api/requests/${id}/history`)).body

async function auditOf(action: string) {
  const rows = office.db.read.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id')
  return (await rows.execute()).map((row) => ({ who: row.actor_id, what: row.target_id, ...JSON.parse(row.details) }))
}

test('with a request’s id its stored text is classified, whatever text is sent', async () => {
  const { ada, ben } = office
  const own = await buildRequest(office.db, { requesterId: ada.id, ...MANIFESTS })
  const honest = await classify(ada, { ...MANIFESTS, requestId: own.id })
  for (const person of [ada, ben]) {
    const planted = await classify(person, { ...PLANTED, requestId: own.id })
    expect(planted.fields).toEqual(honest.fields)
  }
})

test('a person who may not decide gets an answer about a request, and nothing of it is stored', async () => {
  const { ada, dan, db } = office
  const own = await buildRequest(db, { requesterId: ada.id, ...MANIFESTS })
  const before = await classify(ada, { ...MANIFESTS, requestId: own.id })
  const classification = await classify(dan, { ...PLANTED, requestId: own.id })
  expect(classification).toMatchObject({ suggestionId: null, priority: before.priority, decided: [] })
  expect(await classifications()).toMatchObject([{ suggestion_id: before.suggestionId }])
  expect(await db.read.selectFrom('suggestions').select('asked_by_id').execute()).toEqual([{ asked_by_id: ada.id }])
  expect(await auditOf('ai.request-classified')).toMatchObject([{ who: ada.id, what: own.id }])
})

test('people who are neither requester nor editor cannot decide about a request’s suggestion', async () => {
  const { ada, ben, dan, db } = office
  const own = await buildRequest(db, { requesterId: ada.id, ...MANIFESTS })
  const { suggestionId } = await classify(ben, { ...MANIFESTS, requestId: own.id })
  // As stored by an earlier version, in which everybody could have a suggestion stored.
  await db.write((tx) => tx.updateTable('suggestions').set({ asked_by_id: dan.id }).execute())
  expect(await judge(dan, suggestionId)).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
  expect(await labels()).toEqual([])
  expect((await judge(ada, suggestionId)).statusCode).toBe(204)
  expect((await judge(ben, suggestionId)).statusCode).toBe(204)
  expect(await labels()).toEqual([{ decided_by_id: ben.id }])
})

test('the requester cannot override an editor’s decision, not even by a new suggestion', async () => {
  const { ada, ben, db } = office
  const own = await buildRequest(db, { requesterId: ada.id, ...MANIFESTS })
  const { suggestionId } = await classify(ben, { ...MANIFESTS, requestId: own.id })
  const decisions = [{ field: 'developmentType', outcome: 'changed', value: 'Integration' }]
  await judge(ben, suggestionId, { decisions })
  const again = await classify(ada, { ...MANIFESTS, requestId: own.id })
  const other = [{ field: 'developmentType', outcome: 'changed', value: 'Security' }]
  expect((await judge(ada, suggestionId, { decisions: other })).statusCode).toBe(403)
  expect((await judge(ada, again.suggestionId, { decisions: other })).statusCode).toBe(403)
  expect(await classifications()).toMatchObject([{ development_type: 'Integration', is_decided: 1 }])
  expect((await judge(ada, again.suggestionId)).statusCode).toBe(204)
})

test('a draft with another text does not belong to the request, even one’s own', async () => {
  const { ada, db } = office
  const { suggestionId } = await classify(ada, PLANTED)
  const own = await buildRequest(db, { requesterId: ada.id, ...MANIFESTS })
  expect(await judge(ada, suggestionId, { requestId: own.id })).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'requestId', message: 'That request was not created from this draft.' }] },
  })
  expect([await classifications(), await labels()]).toEqual([[], []])
})

test('an analysis uses the stored text, and history and audit log name the person who asked', async () => {
  const { app, ada, dan, db } = office
  const own = await buildRequest(db, { requesterId: ada.id, ...MANIFESTS })
  const predict = async (text: object) =>
    (await post(app, dan, '/api/ai/predict-time', { ...text, priority: 'low', department: 'it', requestId: own.id }))
      .body
  expect(await predict(PLANTED)).toEqual(await predict(MANIFESTS))
  expect(await history(own.id)).toMatchObject([
    { action: 'created' },
    { action: 'analyzed', actor: { firstName: 'Dan' }, field: null, version: 1 },
  ])
  const entry = { who: dan.id, what: own.id, requestId: own.request_id }
  expect(await auditOf('ai.request-analyzed')).toMatchObject([entry, entry])
})

test('storing and deciding are in history and audit log, and deciding the same again is not', async () => {
  const { ada, ben, db } = office
  const own = await buildRequest(db, { requesterId: ada.id, ...MANIFESTS })
  const { suggestionId, fields } = await classify(ben, { ...MANIFESTS, requestId: own.id })
  await classify(ben, { ...MANIFESTS, requestId: own.id })
  const value = fields.responsibleDepartment.value === 'it' ? 'data' : 'it'
  const decisions = [...accepted, { field: 'responsibleDepartment', outcome: 'changed', value }]
  for (let i = 0; i < 2; i++) await judge(ben, suggestionId, { decisions })
  const suggested = fields.priority.value
  expect(await history(own.id)).toMatchObject([
    { action: 'created' },
    { action: 'classified', actor: { firstName: 'Ben' }, field: null },
    { action: 'decided', field: 'priority', old: suggested, new: suggested },
    { action: 'decided', field: 'responsibleDepartment', old: fields.responsibleDepartment.value, new: value },
  ])
  expect(await auditOf('ai.request-classified')).toHaveLength(2)
  expect(await auditOf('ai.suggestion-decided')).toEqual([
    { who: ben.id, what: own.id, requestId: own.request_id, suggestionId, decided: decisions },
  ])
})

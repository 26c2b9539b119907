import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { documentAiJobs } from '../../document-ai/jobs.ts'
import { LEARNING_MS } from '../../testing/ai.ts'
import { get, post } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { faults } from '../../testing/language-model-answers.ts'
import { openModelOffice } from '../../testing/model-office.ts'
import { buildUpload } from '../../testing/read-documents.ts'

let model: Awaited<ReturnType<typeof openModelOffice>>
let office: (typeof model)['office']
const run = jobRunners()

beforeAll(async () => {
  model = await openModelOffice('2026-03-18T09:00:00.000Z')
  office = model.office
}, LEARNING_MS)
beforeEach(async () => {
  await model.begin()
  model.ai.index([])
  model.fake.behave(faults.refusal)
})
afterAll(() => model.close())

const STORED = JSON.stringify([{ code: 'declined' }])
const SHOWN = 'The language model declined to answer; this is the local engine’s answer.'

test('the code of a suggestion’s note is stored, and its sentence shown', async () => {
  const { app, db, ben } = office
  const { id } = await buildRequest(db, { requesterId: ben.id })
  const draft = { title: 'x', description: 'x', requestId: id }
  const { body } = await post(app, ben, '/api/ai/classify-request', draft)
  const { result } = await db.read.selectFrom('suggestions').select('result').executeTakeFirstOrThrow()
  expect(JSON.parse(result).engine.note).toBe(STORED)
  const again = await get(app, ben, `/api/ai/classification/${id}`)
  expect([body.engine.note, again.body.engine.note]).toEqual([SHOWN, SHOWN])
})

test('the code of an analysis’ note is stored, and its sentence shown; an older one keeps its sentence', async () => {
  const { app, db, ben } = office
  const { id } = await buildRequest(db, { requesterId: ben.id })
  const draft = { title: 'x', description: 'x', priority: 'low', department: 'it', requestId: id }
  const { body } = await post(app, ben, '/api/ai/predict-time', draft)
  const { result } = await db.read.selectFrom('analyses').select('result').executeTakeFirstOrThrow()
  expect(JSON.parse(result).engine.note).toBe(STORED)
  const noteOf = async () => (await get(app, ben, `/api/ai/analyze-request/${id}`)).body.engine.note
  expect([body.engine.note, await noteOf()]).toEqual([SHOWN, SHOWN])
  const older = { ...JSON.parse(result), engine: { ...body.engine, note: 'It [refused].' } }
  await db.write((tx) =>
    tx
      .updateTable('analyses')
      .set({ result: JSON.stringify(older) })
      .execute(),
  )
  expect(await noteOf()).toBe('It [refused].')
})

test('the code of an answer’s note is stored, and its sentence shown, also when the call is repeated', async () => {
  const { app, db, ben } = office
  const ask = () =>
    post(
      app,
      ben,
      '/api/ai/user-assistant',
      { message: 'Any stragglers at Compliance?' },
      { 'idempotency-key': 'asked' },
    )
  const answers = [await ask(), await ask()]
  const row = await db.read.selectFrom('idempotency_keys').select('body').executeTakeFirstOrThrow()
  const stored = await db.read
    .selectFrom('conversation_messages')
    .select('engine')
    .where('role', '=', 'assistant')
    .execute()
  expect(stored.map(({ engine }) => JSON.parse(engine!).note)).toEqual([STORED])
  expect(row.body).not.toContain('declined to answer')
  const { body } = await get(app, ben, '/api/ai/conversations/current')
  const notes = answers.flatMap((one) => [one.body.engine.note, one.body.message.engine.note])
  expect([...notes, body.messages.at(-1).engine.note]).toEqual([SHOWN, SHOWN, SHOWN, SHOWN, SHOWN])
})

test('the code of a reading’s note is stored, and its sentence shown', async () => {
  const { app, db, ben } = office
  const uploadId = await buildUpload(db, { userId: ben.id, pages: ['The portal should show the remaining quantity.'] })
  const { body } = await post(app, ben, '/api/document-readings', { uploadIds: [uploadId] })
  run(office, documentAiJobs(office.services))
  const reading = async () => (await get(app, ben, `/api/document-readings/${body[0].id}`)).body
  await vi.waitFor(async () => expect((await reading()).state).toBe('ready'), { timeout: LEARNING_MS, interval: 10 })
  const { engine } = await db.read.selectFrom('document_readings').select('engine').executeTakeFirstOrThrow()
  expect(JSON.parse(engine!).note).toBe(STORED)
  expect((await reading()).engine.note).toBe(SHOWN)
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { get, testApp } from '../../testing/app.ts'
import { buildRequest, emptyRequests } from '../../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  office = await testApp({ now: '2026-03-20T09:00:00.000Z' })
})
beforeEach(async () => {
  await emptyRequests(office.db)
  await office.db.write((tx) => tx.deleteFrom('models').execute())
})
afterAll(() => office.close())

const STAMP = { engine: 'local', engine_version: '1.0', result: '{}' }

async function decide(
  id: string,
  outcome: 'accepted' | 'changed' | 'rejected',
  probability: number,
  at: string,
  request_number: number | null = null,
) {
  const { db, ada, ben } = office
  await db.write(async (tx) => {
    const values = { priority: 'high', development_type: 'UI', department: 'it', confidence: probability } as const
    await tx
      .insertInto('suggestions')
      .values({ id, ...values, ...STAMP, request_number, asked_by_id: ada.id, created_at: at })
      .execute()
    const value = { accepted: 'high', changed: 'low', rejected: null }[outcome]
    await tx
      .insertInto('suggestion_decisions')
      .values({
        suggestion_id: id,
        request_number,
        field: 'priority',
        outcome,
        suggested: 'high',
        probability,
        value,
        decided_by_id: ben.id,
        decided_at: at,
      })
      .execute()
  })
}

test('users may not see how well the engine does', async () => {
  expect((await get(office.app, office.ada, '/api/ai/quality')).statusCode).toBe(403)
  expect((await get(office.app, null, '/api/ai/quality')).statusCode).toBe(401)
})

test('decisions are counted by field, value, stated probability and month', async () => {
  await decide('a', 'accepted', 0.91, '2026-02-10T09:00:00.000Z')
  await decide('b', 'accepted', 1, '2026-03-10T09:00:00.000Z')
  await decide('c', 'changed', 0.42, '2026-03-11T09:00:00.000Z')
  await decide('d', 'rejected', 0.47, '2026-03-12T09:00:00.000Z')
  await decide('old', 'accepted', 0.5, '2024-03-12T09:00:00.000Z')
  const { body } = await get(office.app, office.ben, '/api/ai/quality')
  const [priority, type] = body.fields
  expect(priority).toMatchObject({ field: 'priority', decided: 4, accepted: 2, changed: 1, rejected: 1 })
  expect(priority.confusion[0]).toEqual({ suggested: 'high', decided: 'high', count: 2 })
  expect(priority.calibration[9]).toEqual({ from: 0.9, to: 1, decided: 2, accepted: 2 })
  expect(priority.calibration[4]).toMatchObject({ decided: 2, accepted: 0 })
  expect(priority.byMonth).toEqual([
    { month: '2026-02', decided: 1, accepted: 1 },
    { month: '2026-03', decided: 3, accepted: 1 },
  ])
  expect(type).toMatchObject({ field: 'developmentType', decided: 0, confusion: [] })
})

test('months are those of the office', async () => {
  const { services, app, ben } = office
  const { timeZone } = await services.settings.policy()
  await services.settings.change({ timeZone: 'Europe/Berlin' })
  await decide('late', 'accepted', 0.9, '2026-02-28T23:30:00.000Z')
  const { body } = await get(app, ben, '/api/ai/quality')
  expect(body.fields[0].byMonth).toEqual([{ month: '2026-03', decided: 1, accepted: 1 }])
  await services.settings.change({ timeZone })
})

test('decisions that the model had learned from are left out, where agreement is memory', async () => {
  const { db, app, ada, ben } = office
  const on = (day: string) => `2026-03-${day}T09:00:00.000Z`
  const [learnt, later] = [
    await buildRequest(db, { requesterId: ada.id, createdAt: on('02') }),
    await buildRequest(db, { requesterId: ada.id, createdAt: on('06') }),
  ]
  const model = {
    engine: 'local',
    engine_version: '1.0',
    learned_from: 1,
    decisions: 0,
    taken_into_use: 1,
    content: null,
  }
  const range = { data_from: on('01'), data_to: on('03'), created_at: on('05') }
  const score = { asked: 0, accuracy: 0, before: 0 }
  const scores = JSON.stringify({ priority: score, developmentType: score, responsibleDepartment: score })
  await db.write((tx) =>
    tx
      .insertInto('models')
      .values({ ...model, ...range, scores })
      .execute(),
  )
  await decide('before-training', 'changed', 0.6, on('04'), learnt.number)
  await decide('by-heart', 'accepted', 0.9, on('07'), learnt.number)
  await decide('unknown-to-it', 'changed', 0.7, on('08'), later.number)
  await decide('draft', 'accepted', 0.8, on('09'))
  const [priority] = (await get(app, ben, '/api/ai/quality')).body.fields
  expect(priority).toMatchObject({ decided: 3, accepted: 1, changed: 2, leftOut: 1 })
})

test('the first estimate of each finished request is compared with its duration', async () => {
  const { db, app, ada, ben } = office
  const createdAt = '2026-03-01T09:00:00.000Z'
  const estimate = (number: number, low: number, high: number) => ({
    request_number: number,
    asked_by_id: null,
    estimated_days: low,
    low_days: low,
    high_days: high,
    ...STAMP,
    created_at: '2026-03-02T09:00:00.000Z',
  })
  const [held, missed, open, late, withdrawn] = [
    await buildRequest(db, { requesterId: ada.id, createdAt }),
    await buildRequest(db, { requesterId: ada.id, createdAt, department: 'compliance' }),
    await buildRequest(db, { requesterId: ada.id, createdAt }),
    await buildRequest(db, { requesterId: ada.id, createdAt }),
    await buildRequest(db, { requesterId: ada.id, createdAt, status: 'cancelled' }),
  ]
  for (const [{ number }, low, high] of [
    [held, 5, 12],
    [held, 1, 2],
    [missed, 1, 9],
    [open, 1, 19.5],
    [late, 1, 18.5],
    [late, 1, 99],
    [withdrawn, 1, 2],
  ] as const) {
    await db.write((tx) =>
      tx
        .insertInto('analyses')
        .values(estimate(number, low, high))
        .execute(),
    )
  }
  const completed_at = '2026-03-11T09:00:00.000Z'
  await db.write((tx) =>
    tx
      .updateTable('requests')
      .set({ status: 'completed', completed_at })
      .where('number', 'in', [held.number, missed.number])
      .execute(),
  )
  const { intervals } = (await get(app, ben, '/api/ai/quality')).body
  // On the twentieth the open ones are 19 days old.
  expect(intervals).toMatchObject({
    finished: 2,
    held: 1,
    openPast: 1,
    byMonth: [{ month: '2026-03', finished: 2, held: 1 }],
  })
  expect(intervals.byDepartment).toContainEqual({ department: 'compliance', finished: 1, held: 0 })
})

test('models are listed with their data and scores', async () => {
  const score = { asked: 40, accuracy: 0.7, before: 0.6 }
  await office.db.write((tx) =>
    tx
      .insertInto('models')
      .values({
        engine: 'local',
        engine_version: '1.0',
        created_at: '2026-03-01T09:00:00.000Z',
        data_from: null,
        data_to: '2026-03-01T09:00:00.000Z',
        learned_from: 200,
        decisions: 30,
        taken_into_use: 1,
        scores: JSON.stringify({ priority: score, developmentType: score, responsibleDepartment: score }),
        content: null,
      })
      .execute(),
  )
  const { models } = (await get(office.app, office.cleo, '/api/ai/quality')).body
  expect(models).toMatchObject([{ takenIntoUse: true, requests: 200, decisions: 30, scores: { priority: score } }])
})

test('an estimate in working days is compared with working days', async () => {
  const { db, app, ada, ben } = office
  // Friday noon to Tuesday noon: four days, two of them working days.
  const { number } = await buildRequest(db, { requesterId: ada.id, createdAt: '2026-03-06T12:00:00.000Z' })
  const result = JSON.stringify({ timeEstimate: { unit: 'working' } })
  const days = { estimated_days: 2, low_days: 1, high_days: 3 }
  const stamp = { engine: 'local', engine_version: '1.1', created_at: '2026-03-06T13:00:00.000Z' }
  await db.write((tx) =>
    tx
      .insertInto('analyses')
      .values({ request_number: number, asked_by_id: null, ...days, ...stamp, result })
      .execute(),
  )
  const completed_at = '2026-03-10T12:00:00.000Z'
  await db.write((tx) =>
    tx.updateTable('requests').set({ status: 'completed', completed_at }).where('number', '=', number).execute(),
  )
  expect((await get(app, ben, '/api/ai/quality')).body.intervals).toMatchObject({ finished: 1, held: 1 })
})

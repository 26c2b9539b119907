import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LEARNING_MS, localAi } from '../../testing/ai.ts'
import { del, patch, post, put, testApp } from '../../testing/app.ts'
import { batchesOf } from '../../testing/batches.ts'
import { emptyRequests } from '../../testing/build.ts'
import { jobRunners } from '../../testing/jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let get1: ReturnType<typeof batchesOf>['get1']
let analysed: ReturnType<typeof batchesOf>['analysed']
const run = jobRunners()

beforeAll(async () => {
  const ai = localAi()
  office = await testApp({ ai })
  ;({ get1, analysed } = batchesOf(office, ai, run))
}, LEARNING_MS)
beforeEach(() => emptyRequests(office.db))
afterAll(() => office.close())

test('accepting, correcting and skipping edit the requests with their history, and undo puts them back', async () => {
  const { app, ben } = office
  const { items, address } = await analysed(3)
  const [one, two, three] = items
  const res = await post(app, ben, `${address}/decisions`, {
    items: [
      { itemId: one.itemId, decision: 'accept' },
      { itemId: two.itemId, decision: 'correct', priority: 'low', department: 'data' },
      { itemId: three.itemId, decision: 'skip' },
    ],
  })
  expect(res.body.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
  const { priority, department } = one.suggested
  expect(await get1(`/api/requests/${one.id}`)).toMatchObject({ priority, department })
  expect(await get1(`/api/requests/${two.id}`)).toMatchObject({ priority: 'low', department: 'data', version: 2 })
  expect(await get1(`/api/requests/${three.id}`)).toMatchObject({ version: 1 })
  const history = await get1(`/api/requests/${two.id}/history`)
  expect(history).toContainEqual(expect.objectContaining({ field: 'priority', old: 'medium', new: 'low' }))
  const decisions = await office.db.read.selectFrom('suggestion_decisions').select(['outcome']).execute()
  expect(decisions).toHaveLength(4)
  const again = await post(app, ben, `${address}/decisions`, { items: [{ itemId: one.itemId, decision: 'accept' }] })
  expect(again.body).toMatchObject([{ ok: false, error: expect.stringContaining('decided') }])

  const back = await post(app, ben, `${address}/undo`, { decisionIds: [two.itemId, three.itemId] })
  expect(back.body).toMatchObject([{ ok: true }, { ok: true }])
  expect(await get1(`/api/requests/${two.id}`)).toMatchObject({ priority: 'medium', department: 'it', version: 3 })
  expect(await get1(address)).toMatchObject({ undecided: 2 })
  expect((await get1(`${address}/items?decision=none`)).items).toHaveLength(2)
})

test('decisions and undoing sent twice under one key are applied once and get the same response', async () => {
  const { app, ben, cleo } = office
  const { items, address } = await analysed(2)
  const [one, two] = items
  await patch(app, cleo, `/api/requests/${two.id}`, { title: 'Changed by Cleo' })
  const send = (path: string, body: object, key: string) =>
    post(app, ben, `${address}${path}`, body, { 'idempotency-key': key })
  const lower = { items: [one, two].map(({ itemId }) => ({ itemId, decision: 'correct', priority: 'low' })) }
  const [first, meanwhile] = await Promise.all([send('/decisions', lower, 'a'), send('/decisions', lower, 'a')])
  expect(first.body).toMatchObject([{ ok: true }, { ok: false }])
  expect(meanwhile.body).toEqual(first.body)
  const undone = await send('/undo', { decisionIds: [one.itemId] }, 'b')
  expect(undone.body).toMatchObject([{ ok: true }])

  // A late retry has no effect.
  expect((await send('/decisions', lower, 'a')).body).toEqual(first.body)
  expect((await send('/undo', { decisionIds: [one.itemId] }, 'b')).body).toEqual(undone.body)
  expect(await get1(`/api/requests/${one.id}`)).toMatchObject({ priority: 'medium', department: 'it', version: 3 })
  expect(await get1(address)).toMatchObject({ undecided: 2 })
  const other = await send('/decisions', { items: [{ itemId: one.itemId, decision: 'skip' }] }, 'a')
  expect(other).toMatchObject({ statusCode: 409, body: { code: 'key-reused' } })
})

test('interrupted decisions resume under their key', async () => {
  const { app, ben, db } = office
  const { items, address } = await analysed(2)
  const decide = () =>
    post(
      app,
      ben,
      `${address}/decisions`,
      { items: items.map(({ itemId }: { itemId: number }) => ({ itemId, decision: 'correct', priority: 'low' })) },
      { 'idempotency-key': 'cut-off' },
    )
  await decide()
  // The state after a process was killed between the rows: the first is done, the second and the whole call are not.
  await db.write(async (tx) => {
    const keys = tx.deleteFrom('idempotency_keys').where('key', '=', 'cut-off')
    await keys.where('route', 'not like', '% 0').execute()
    const { itemId } = items[1]
    await tx
      .updateTable('batch_items')
      .set({ decision: null, applied: null, decided_at: null })
      .where('id', '=', itemId)
      .execute()
    await tx.updateTable('requests').set({ version: 1 }).where('id', '=', items[1].id).execute()
  })
  expect((await decide()).body).toMatchObject([{ ok: true }, { ok: true }])
  expect(await get1(address)).toMatchObject({ undecided: 0 })
})

test('a request that was changed meanwhile stays unchanged', async () => {
  const { app, ben, cleo } = office
  const { items, address } = await analysed(2)
  const [one, two] = items
  await patch(app, cleo, `/api/requests/${one.id}`, { priority: 'low' })
  const accept = { items: items.map(({ itemId }: { itemId: number }) => ({ itemId, decision: 'accept' })) }
  const res = await post(app, ben, `${address}/decisions`, accept)
  expect(res.body).toMatchObject([{ ok: false }, { ok: true }])
  expect(await get1(`/api/requests/${one.id}`)).toMatchObject({ priority: 'low', version: 2 })
  await patch(app, cleo, `/api/requests/${two.id}`, { title: 'Changed by Cleo' })
  const back = await post(app, ben, `${address}/undo`, { decisionIds: [two.itemId] })
  expect(back.body).toMatchObject([{ ok: false, error: expect.stringContaining('Somebody else') }])
})

test('a change that the suggestion does not depend on leaves it acceptable', async () => {
  const { app, ben, cleo } = office
  const { items, address } = await analysed(2)
  const [one, two] = items
  await patch(app, cleo, `/api/requests/${one.id}`, { status: 'in_progress' })
  await patch(app, cleo, `/api/requests/${two.id}`, { title: 'Changed by Cleo' })
  const accept = { items: items.map(({ itemId }: { itemId: number }) => ({ itemId, decision: 'accept' })) }
  const res = await post(app, ben, `${address}/decisions`, accept)
  expect(res.body).toMatchObject([{ ok: true }, { ok: false, error: expect.stringContaining('since it was analyzed') }])
  const { priority, department } = one.suggested
  expect(await get1(`/api/requests/${one.id}`)).toMatchObject({ priority, department, status: 'in_progress' })
  const back = await post(app, ben, `${address}/undo`, { decisionIds: [one.itemId] })
  expect(back.body).toMatchObject([{ ok: true }])
  const { current } = one
  expect(await get1(`/api/requests/${one.id}`)).toMatchObject({ ...current, status: 'in_progress' })
})

test('a request that was cancelled meanwhile stays unchanged', async () => {
  const { app, ben, cleo } = office
  const { items, address } = await analysed(2)
  for (const { id } of items) await put(app, cleo, `/api/requests/${id}/cancel`, { reason: 'No longer needed.' })
  const made = [{ decision: 'accept' }, { decision: 'correct', priority: 'low' }]
  const rows = made.map((one, place) => ({ itemId: items[place].itemId, ...one }))
  const res = await post(app, ben, `${address}/decisions`, { items: rows })
  const refused = { ok: false, error: 'This request has been cancelled since it was analyzed.' }
  expect(res.body).toMatchObject([refused, refused])
  expect(await get1(`/api/requests/${items[1].id}`)).toMatchObject({ priority: 'medium', status: 'cancelled' })
})

test('a suggestion is still acceptable after the request was moved out of a retired department', async () => {
  const { app, ben, cleo } = office
  const { items, address } = await analysed(1)
  const [{ id, itemId }] = items
  const retirement = '/api/settings/departments/it/retirement'
  await put(app, cleo, retirement, { successor: 'operations', openTo: 'operations' })
  try {
    await vi.waitFor(async () => expect(await get1(`/api/requests/${id}`)).toMatchObject({ version: 2 }), {
      timeout: 300_000,
      interval: 10,
    })
    const res = await post(app, ben, `${address}/decisions`, { items: [{ itemId, decision: 'accept' }] })
    expect(res.body).toMatchObject([{ ok: true }])
  } finally {
    await del(app, cleo, retirement)
  }
})

test('a request that was changed after undoing stays unchanged, too', async () => {
  const { app, ben, cleo } = office
  const { items, address } = await analysed(2)
  const rows = items.map(({ itemId }: { itemId: number }) => ({ itemId, decision: 'correct', priority: 'low' }))
  const decide = async () => (await post(app, ben, `${address}/decisions`, { items: rows })).body
  await decide()
  await post(app, ben, `${address}/undo`, { decisionIds: rows.map(({ itemId }: { itemId: number }) => itemId) })
  await patch(app, cleo, `/api/requests/${items[0].id}`, { priority: 'critical' })
  expect(await decide()).toMatchObject([{ ok: false, error: expect.stringContaining('analyzed') }, { ok: true }])
  expect(await get1(`/api/requests/${items[0].id}`)).toMatchObject({ priority: 'critical' })
})

test('decisions enqueue a check whether training is due, skipping does not', async () => {
  const { app, db, ben } = office
  const { items, address } = await analysed(2)
  const looks = async () =>
    (await db.read.selectFrom('jobs').selectAll().where('unique_key', '=', 'now').execute()).length
  const before = await looks()
  const decide = (itemId: number, decision: string) =>
    post(app, ben, `${address}/decisions`, { items: [{ itemId, decision }] })
  await decide(items[0].itemId, 'skip')
  expect(await looks()).toBe(before)
  await decide(items[1].itemId, 'accept')
  expect(await looks()).toBe(before + 1)
})

test('undoing a decision of a batch keeps what somebody else decided about the development type', async () => {
  const { app, db, ben, cleo } = office
  const { items, address } = await analysed(1)
  const [{ itemId, suggested }] = items
  const { suggestionId } = suggested
  const decisions = [{ field: 'developmentType', outcome: 'accepted' }]
  expect((await post(app, cleo, '/api/ai/feedback', { suggestionId, decisions })).statusCode).toBe(204)
  const decided = await post(app, ben, `${address}/decisions`, { items: [{ itemId, decision: 'accept' }] })
  expect(decided.body).toMatchObject([{ ok: true }])
  expect((await post(app, ben, `${address}/undo`, { decisionIds: [itemId] })).body).toMatchObject([{ ok: true }])
  const stored = db.read.selectFrom('suggestion_decisions').select('field').where('suggestion_id', '=', suggestionId)
  expect(await stored.execute()).toEqual([{ field: 'developmentType' }])
})

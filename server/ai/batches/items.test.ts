import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LEARNING_MS, localAi } from '../../testing/ai.ts'
import { del, get, post, put, testApp } from '../../testing/app.ts'
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

test('analysing the backlog needs its permission, and other people’s batches are not visible', async () => {
  const { app, ada, cleo } = office
  const { address } = await analysed(1)
  expect((await post(app, ada, '/api/ai/batches', {})).statusCode).toBe(403)
  for (const path of ['', '/items']) {
    expect((await get(app, ada, `${address}${path}`)).statusCode).toBe(403)
    expect((await get(app, cleo, `${address}${path}`)).statusCode).toBe(404)
  }
  const body = { items: [{ itemId: 1, decision: 'skip' }] }
  expect((await post(app, cleo, `${address}/decisions`, body)).statusCode).toBe(404)
  expect((await post(app, cleo, `${address}/undo`, { decisionIds: [1] })).statusCode).toBe(404)
  expect((await post(app, cleo, `${address}/cancel`)).statusCode).toBe(404)
  expect((await get(app, null, '/api/ai/batches')).statusCode).toBe(401)
})

test('without the permission to edit requests no batch is started, decided or undone', async () => {
  const { app, db, ben, services } = office
  const { address, items } = await analysed(1)
  const { permissions } = await db.read
    .selectFrom('roles')
    .select('permissions')
    .where('id', '=', 'manager')
    .executeTakeFirstOrThrow()
  const allow = async (list: string[]) => {
    await db.write((tx) =>
      tx
        .updateTable('roles')
        .set({ permissions: JSON.stringify(list) })
        .where('id', '=', 'manager')
        .execute(),
    )
    services.sessions.forgetAll()
  }
  await allow(JSON.parse(permissions).filter((one: string) => one !== 'requests.edit'))
  try {
    expect((await post(app, ben, '/api/ai/batches', {})).statusCode).toBe(403)
    const body = { items: [{ itemId: items[0].itemId, decision: 'skip' }] }
    expect((await post(app, ben, `${address}/decisions`, body)).statusCode).toBe(403)
    expect((await post(app, ben, `${address}/undo`, { decisionIds: [items[0].itemId] })).statusCode).toBe(403)
  } finally {
    await allow(JSON.parse(permissions))
  }
})

test('each decision of a batch and its undoing is in the audit log', async () => {
  const { app, db, ben } = office
  const { items, address } = await analysed(2)
  const [one, two] = items
  await post(app, ben, `${address}/decisions`, {
    items: [
      { itemId: one.itemId, decision: 'accept' },
      { itemId: two.itemId, decision: 'skip' },
    ],
  })
  await post(app, ben, `${address}/undo`, { decisionIds: [one.itemId] })
  const rows = db.read
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'target_id'])
    .where('action', 'like', 'ai.%')
  const entries = await rows.where('target_id', 'in', [one.id, two.id]).orderBy('id').execute()
  expect(entries).toEqual([
    { action: 'ai.suggestion-decided', actor_id: ben.id, target_id: one.id },
    { action: 'ai.suggestion-skipped', actor_id: ben.id, target_id: two.id },
    { action: 'ai.decision-undone', actor_id: ben.id, target_id: one.id },
  ])
})

test('rows are filtered by differences from the present request, and sorted by difference and confidence', async () => {
  const { app, db, ada, ben } = office
  const { address, items } = await analysed(4)
  const [{ suggested }] = items
  const set = (item: { id: string }, current: object) =>
    db.write((tx) => tx.updateTable('requests').set(current).where('id', '=', item.id).execute())
  const other = { priority: suggested.priority === 'low' ? 'high' : 'low' } as const
  const elsewhere = { department: suggested.department === 'it' ? 'data' : 'it' } as const
  const agreed = { priority: suggested.priority, department: suggested.department }
  await set(items[0], { ...agreed, ...elsewhere })
  await set(items[1], { ...agreed, ...other })
  await set(items[2], { ...agreed, ...other, ...elsewhere })
  await set(items[3], agreed)
  const confidences = [0.9, 0.5, 0.85, 0.95]
  for (const [at, item] of items.entries()) {
    await db.write((tx) =>
      tx
        .updateTable('suggestions')
        .set({ confidence: confidences[at]! })
        .where('id', '=', item.suggested.suggestionId)
        .execute(),
    )
  }
  const listed = async (query: string) => {
    const { body } = await get(app, ben, `${address}/items?${query}`)
    return { ...body, items: body.items.map(({ itemId }: { itemId: number }) => itemId) }
  }
  const [department, priority, both, none] = items.map(({ itemId }: { itemId: number }) => itemId)
  const counts = { differ: 3, agree: 1, sure: 2 }
  expect(await listed('differs=true')).toEqual({ items: [department, priority, both], total: 3, counts })
  expect(await listed('differs=false')).toEqual({ items: [none], total: 1, counts })
  expect((await listed('sort=difference&differs=true')).items).toEqual([both, priority, department])
  expect((await listed('sort=surest')).items).toEqual([none, department, both, priority])
  expect((await listed('sort=least-sure&limit=2')).items).toEqual([priority, both])
  await post(app, ben, `${address}/decisions`, { items: [{ itemId: department, decision: 'skip' }] })
  expect(await listed('decision=none&differs=true')).toMatchObject({
    items: [priority, both],
    total: 2,
    counts: { differ: 2, agree: 1, sure: 1 },
  })
  expect(await listed('decision=skip')).toMatchObject({ items: [department], total: 1 })
  expect((await get(app, ben, `${address}/items?sort=age`)).statusCode).toBe(400)
  expect((await get(app, ada, `${address}/items?differs=true`)).statusCode).toBe(403)
})

test('a suggestion for a retired department becomes one for its successor, or for none, and says so', async () => {
  const { app, db, ben, cleo } = office
  const { address, items } = await analysed(2)
  const key: string = items[0].suggested.department
  const [now, successor] = ['compliance', 'operations'].filter((one) => one !== key)
  await db.write((tx) => tx.updateTable('requests').set({ department: now! }).execute())
  const nameOf: Record<string, string> = Object.fromEntries(
    (await get1('/api/departments')).departments.map((one: { key: string; name: string }) => [one.key, one.name]),
  )
  const retirement = `/api/settings/departments/${key}/retirement`
  const rows = async () => (await get1(`${address}/items`)).items
  const classified = () => get1(`/api/ai/classification/${items[0].id}`)
  const accept = (at: number) =>
    post(app, ben, `${address}/decisions`, { items: [{ itemId: items[at].itemId, decision: 'accept' }] })
  const departmentOf = async (at: number) => (await get1(`/api/requests/${items[at].id}`)).department
  try {
    await put(app, cleo, retirement, { successor })
    const gone = `${nameOf[key]}, which was suggested, has been retired since`
    const toSuccessor = `${gone}; ${nameOf[successor!]} does its work.`
    expect((await rows())[0].suggested).toMatchObject({ department: successor, departmentNote: toSuccessor })
    expect(await classified()).toMatchObject({
      responsibleDepartment: successor,
      departmentNote: toSuccessor,
      fields: { responsibleDepartment: { value: successor } },
    })
    expect(JSON.stringify((await classified()).fields.responsibleDepartment.alternatives)).not.toContain(`"${key}"`)
    expect((await accept(0)).body).toMatchObject([{ ok: true }])
    expect(await departmentOf(0)).toBe(successor)
    expect((await classified()).decided).toContainEqual({
      field: 'responsibleDepartment',
      outcome: 'accepted',
      value: successor,
    })

    await del(app, cleo, retirement)
    await put(app, cleo, retirement, { successor: null })
    const none = `${gone}, so no department is suggested now.`
    expect((await rows())[1].suggested).toMatchObject({ department: now, departmentNote: none })
    const { priority } = items[1].suggested
    await db.write((tx) => tx.updateTable('requests').set({ priority }).where('id', '=', items[1].id).execute())
    expect((await get1(`${address}/items?decision=none&differs=true`)).total).toBe(0)
    expect((await accept(1)).body).toMatchObject([{ ok: true }])
    expect(await departmentOf(1)).toBe(now)
  } finally {
    await del(app, cleo, retirement)
  }
  expect((await rows())[1].suggested).toMatchObject({ department: key, departmentNote: null })
})

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, get, post, put, testApp } from '../testing/app.ts'
import { batchesOf } from '../testing/batches.ts'
import { buildRequest, emptyRequests } from '../testing/build.ts'
import { jobRunners } from '../testing/jobs.ts'
import type { Ai } from '../engine/ai.ts'

let office: Awaited<ReturnType<typeof testApp>>
let ai: Ai
let work: ReturnType<typeof batchesOf>['work']
let get1: ReturnType<typeof batchesOf>['get1']
let untilState: ReturnType<typeof batchesOf>['untilState']
let analysed: ReturnType<typeof batchesOf>['analysed']
const run = jobRunners()

beforeAll(async () => {
  ai = localAi()
  office = await testApp({ ai })
  ;({ work, get1, untilState, analysed } = batchesOf(office, ai, run))
}, LEARNING_MS)
beforeEach(() => emptyRequests(office.db))
afterAll(() => office.close())

test('only those who may analyse the backlog can, and nobody sees the batch of somebody else', async () => {
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

test('who may no longer edit requests begins no run, decides no row and undoes nothing', async () => {
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
  const found = await rows.where('target_id', 'in', [one.id, two.id]).orderBy('id').execute()
  expect(found).toEqual([
    { action: 'ai.suggestion-decided', actor_id: ben.id, target_id: one.id },
    { action: 'ai.suggestion-skipped', actor_id: ben.id, target_id: two.id },
    { action: 'ai.decision-undone', actor_id: ben.id, target_id: one.id },
  ])
})

test('a run asked for twice under one key is one run', async () => {
  const { app, db, ada, ben } = office
  await buildRequest(db, { requesterId: ada.id })
  const ask = (key: string) => post(app, ben, '/api/ai/batches', { kinds: ['time'] }, { 'idempotency-key': key })
  const before = (await get1('/api/ai/batches')).length
  const first = await ask('run')
  expect(first).toMatchObject({ statusCode: 201, body: { state: 'running', total: 1, done: 0, undecided: 1 } })
  expect(await get1(`/api/ai/batches/${first.body.id}`)).toEqual(first.body)
  expect((await ask('run')).body).toEqual(first.body)
  expect((await get1('/api/ai/batches')).length).toBe(before + 1)
  expect((await ask('another')).body.id).not.toBe(first.body.id)
})

test('two runs of one person may be under way; the next waits for the end of one, and others begin theirs', async () => {
  const { app, db, ada, ben, cleo } = office
  await buildRequest(db, { requesterId: ada.id })
  const begin = (person = ben) => post(app, person, '/api/ai/batches', {})
  const { body: first } = await begin()
  expect((await begin()).statusCode).toBe(201)
  expect(await begin()).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '30' },
    body: {
      code: 'too-many-calls',
      error: '2 of your analyses are already running. Please wait for one to finish, or stop one.',
    },
  })
  expect((await begin(cleo)).statusCode).toBe(201)
  await post(app, ben, `/api/ai/batches/${first.id}/cancel`)
  expect((await begin()).statusCode).toBe(201)
})

test('a run suggests values and times and changes no request', async () => {
  const { items, address } = await analysed(3, { kinds: ['classification', 'time'] })
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({
    suggested: { suggestionId: expect.any(String) },
    time: { days: expect.any(Number), unit: 'calendar' },
    current: { priority: 'medium', department: 'it' },
    decision: null,
  })
  expect(await get1(address)).toMatchObject({ total: 3, done: 3, undecided: 3 })
  const rows = await office.db.read.selectFrom('requests').select('version').execute()
  expect(rows.map(({ version }) => version)).toEqual([1, 1, 1])
})

test('a run counts the days that the office has decided for, and an earlier one keeps its own', async () => {
  const { services } = office
  const before = await analysed(1, { kinds: ['time'] })
  await services.settings.change({ estimateDays: 'working' })
  const after = await analysed(1, { kinds: ['time'] })
  await services.settings.change({ estimateDays: 'calendar' })
  expect(after.items[0].time.unit).toBe('working')
  expect((await get1(`${before.address}/items`)).items[0].time.unit).toBe('calendar')
})

test('a run that was interrupted goes on where it stopped and looks at nothing twice', async () => {
  const { app, db, ada, ben } = office
  for (let i = 0; i < 4; i++) await buildRequest(db, { requesterId: ada.id })
  const { body: batch } = await post(app, ben, '/api/ai/batches', {})
  let calls = 0
  const stuck: Ai = {
    ...ai,
    classify: (draft, departments) =>
      ++calls > 2
        ? new Promise((_, reject) => setTimeout(() => reject(new Error('killed')), 50))
        : ai.classify(draft, departments),
  }
  const first = work(stuck)
  await vi.waitFor(() => expect(calls).toBe(3), { timeout: 30_000 })
  await first.stop()
  expect(await get1(`/api/ai/batches/${batch.id}`)).toMatchObject({ state: 'running', done: 2 })
  work()
  await untilState(batch.id, 'finished')
  expect(await get1(`/api/ai/batches/${batch.id}`)).toMatchObject({ done: 4 })
  expect(await db.read.selectFrom('suggestions').select('id').execute()).toHaveLength(4)
})

test('a cancelled run stops and keeps what it found', async () => {
  const { app, db, ada, ben } = office
  await buildRequest(db, { requesterId: ada.id })
  const { body: batch } = await post(app, ben, '/api/ai/batches', {})
  expect((await post(app, ben, `/api/ai/batches/${batch.id}/cancel`)).body.state).toBe('cancelled')
  const { body: other } = await post(app, ben, '/api/ai/batches', {})
  work()
  await untilState(other.id, 'finished')
  expect(await get1(`/api/ai/batches/${batch.id}`)).toMatchObject({ state: 'cancelled', done: 0 })
  expect(await get1('/api/ai/batches')).toHaveLength(2)
})

test('a stopped run leaves to review what it had looked at, and nothing waits', async () => {
  const { app, db, ada, ben } = office
  for (let i = 0; i < 3; i++) await buildRequest(db, { requesterId: ada.id })
  const { body: batch } = await post(app, ben, '/api/ai/batches', {})
  const address = `/api/ai/batches/${batch.id}`
  let calls = 0
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  work({
    ...ai,
    classify: async (draft, departments) => {
      if (++calls === 2) await stopped
      return ai.classify(draft, departments)
    },
  })
  await vi.waitFor(() => expect(calls).toBe(2), { timeout: 30_000 })
  expect(await get1(address)).toMatchObject({ state: 'running', done: 1, undecided: 3 })
  await post(app, ben, `${address}/cancel`)
  expect(await get1(address)).toMatchObject({ state: 'cancelled', total: 3, done: 1, undecided: 1 })
  const { items, total } = await get1(`${address}/items?decision=none`)
  expect([items.length, total]).toEqual([1, 1])
  await post(app, ben, `${address}/decisions`, { items: [{ itemId: items[0].itemId, decision: 'accept' }] })
  expect(await get1(address)).toMatchObject({ undecided: 0 })
  await post(app, ben, `${address}/undo`, { decisionIds: [items[0].itemId] })
  expect(await get1(address)).toMatchObject({ undecided: 1 })
  stop()
})

test('rows are listed by whether they differ from the request as it is now, and sorted by what differs and how sure', async () => {
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

test('a suggestion for a department retired since is one for its successor, or for none, and says so', async () => {
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
    await put(app, cleo, retirement, { successor, moveOpen: false })
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
    await put(app, cleo, retirement, { successor: null, moveOpen: false })
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

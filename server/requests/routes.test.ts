import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get, patch, post, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())

const DRAFT = {
  title: 'Print the seal number on the transit document',
  description: 'The officer at the exit gate cannot compare it otherwise.',
  department: 'operations',
  priority: 'high',
  dueDate: '2026-05-01',
}
const build = (fields: Partial<Parameters<typeof buildRequest>[1]> = {}) =>
  buildRequest(office.db, { requesterId: office.ada.id, ...fields })
const historyOf = async (id: string) => (await get(office.app, office.ben, `/api/requests/${id}/history`)).body
const message = (res: { body: { details?: { path: string; message: string }[] } }) =>
  Object.fromEntries((res.body.details ?? []).map(({ path, message: text }) => [path, text]))

/** Removes a permission from a role while `work` runs. */
async function without(role: string, permission: string, work: () => Promise<void>) {
  const { db, services } = office
  const stored = await db.read
    .selectFrom('roles')
    .select('permissions')
    .where('id', '=', role)
    .executeTakeFirstOrThrow()
  const set = (permissions: string) =>
    db.write((tx) => tx.updateTable('roles').set({ permissions }).where('id', '=', role).execute())
  const left = (JSON.parse(stored.permissions) as string[]).filter((name) => name !== permission)
  await set(JSON.stringify(left))
  services.sessions.forgetAll()
  try {
    await work()
  } finally {
    await set(stored.permissions)
    services.sessions.forgetAll()
  }
}

describe('who may not', () => {
  test('nobody without a session reads or changes anything', async () => {
    const { id } = await build()
    const { app } = office
    for (const url of ['/api/requests', `/api/requests/${id}`, `/api/requests/${id}/history`]) {
      expect(await get(app, null, url)).toMatchObject({ statusCode: 401, body: { code: 'not-signed-in' } })
    }
    expect((await post(app, null, '/api/requests', DRAFT)).statusCode).toBe(401)
    expect((await patch(app, null, `/api/requests/${id}`, { title: 'x' })).statusCode).toBe(401)
    expect((await put(app, null, `/api/requests/${id}/cancel`)).statusCode).toBe(401)
  })

  test('a role without requests.create submits nothing', async () => {
    await without('user', 'requests.create', async () => {
      const before = (await get(office.app, office.ben, '/api/requests')).body.total
      const res = await post(office.app, office.ada, '/api/requests', DRAFT)
      expect(res).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
      expect((await get(office.app, office.ben, '/api/requests')).body.total).toBe(before)
    })
  })

  test('an ordinary user edits nothing, not even their own request', async () => {
    const { id } = await build()
    const res = await patch(office.app, office.ada, `/api/requests/${id}`, { title: 'Mine' })
    expect(res).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
    expect(await historyOf(id)).toHaveLength(1)
  })

  test('an editor without requests.assign assigns nobody, but may send the assignee back unchanged', async () => {
    const { id } = await build({ assignedToId: office.cleo.id })
    await without('manager', 'requests.assign', async () => {
      const { app, ben, cleo } = office
      const url = `/api/requests/${id}`
      expect((await patch(app, ben, url, { assignedToId: ben.id })).statusCode).toBe(403)
      expect((await patch(app, ben, url, { assignedToId: null })).statusCode).toBe(403)
      const res = await patch(app, ben, url, { assignedToId: cleo.id, title: 'Better' })
      expect(res).toMatchObject({ statusCode: 200, body: { title: 'Better', assignedToId: cleo.id } })
    })
  })

  test('a requester cannot cancel what somebody else asked for', async () => {
    const { id } = await build()
    const res = await put(office.app, office.dan, `/api/requests/${id}/cancel`)
    expect(res).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
    expect(await historyOf(id)).toHaveLength(1)
  })

  test('an editor who may not cancel does not get round it by editing the status', async () => {
    const { id } = await build()
    await without('manager', 'requests.cancelAny', async () => {
      const res = await patch(office.app, office.ben, `/api/requests/${id}`, { status: 'cancelled' })
      expect(res).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
    })
    expect((await patch(office.app, office.ben, `/api/requests/${id}`, { status: 'cancelled' })).statusCode).toBe(200)
  })
})

describe('submitting', () => {
  test('answers with the whole request, pending, under the next number of the year', async () => {
    const res = await post(office.app, office.ada, '/api/requests', { ...DRAFT, title: `  ${DRAFT.title}\n` })
    expect(res).toMatchObject({
      statusCode: 201,
      body: {
        ...DRAFT,
        requestId: expect.stringMatching(/^RFD-2026-\d{4}$/),
        status: 'pending',
        assignedToId: null,
        assignedTo: null,
        requesterId: office.ada.id,
        requester: { firstName: 'Ada', lastName: 'Quint' },
        createdAt: '2026-03-10T09:00:00.000Z',
        updatedAt: '2026-03-10T09:00:00.000Z',
        startedAt: null,
        completedAt: null,
        classifiedAt: null,
        version: 1,
      },
    })
    expect((await get(office.app, office.dan, `/api/requests/${res.body.id}`)).body).toEqual(res.body)
    for (const spelled of [res.body.requestId.toLowerCase(), res.body.requestId.replace(/-0+/, '-')]) {
      expect((await get(office.app, office.dan, `/api/requests/${spelled}`)).body).toEqual(res.body)
    }
    expect(await historyOf(res.body.id)).toMatchObject([
      { action: 'created', field: null, actor: { firstName: 'Ada' }, version: 1 },
    ])
    const job = await office.db.read
      .selectFrom('jobs')
      .select(['kind', 'unique_key'])
      .where('kind', '=', 'classify-missing')
      .executeTakeFirst()
    expect(job).toEqual({ kind: 'classify-missing', unique_key: 'all' })
  })

  test('the year of the number is the office’s', async () => {
    const auckland = await testApp({ policy: { timeZone: 'Pacific/Auckland' }, now: '2026-12-31T12:00:00.000Z' })
    const { body } = await post(auckland.app, auckland.ada, '/api/requests', DRAFT)
    expect(body).toMatchObject({ requestId: 'RFD-2027-0001', createdAt: '2026-12-31T12:00:00.000Z' })
    await auckland.close()
  })

  test('a due date may be a full instant, of which the date counts, and may lie in the past', async () => {
    const res = await post(office.app, office.ada, '/api/requests', { ...DRAFT, dueDate: '2026-01-02T22:00:00.000Z' })
    expect(res).toMatchObject({ statusCode: 201, body: { dueDate: '2026-01-02' } })
  })

  test.each([
    ['title', undefined, 'Title is required'],
    ['title', ' \n ', 'Title is required'],
    ['title', 'x'.repeat(201), 'At most 200 characters; this has 201'],
    ['title', 'a\u0000b', 'This text contains characters that cannot be stored'],
    ['title', 'a\ud800b', 'This text contains characters that cannot be stored'],
    ['title', 7, 'This must be text'],
    ['description', undefined, 'Description is required'],
    ['description', '', 'Description is required'],
    ['description', 'x'.repeat(20_001), 'At most 20,000 characters; this has 20,001'],
    ['department', undefined, 'Department is required'],
    ['department', 'sales', 'There is no such department.'],
    ['priority', undefined, 'Priority must be low, medium, high or critical'],
    ['priority', 'urgent', 'Priority must be low, medium, high or critical'],
    ['dueDate', undefined, 'Due date is required'],
    ['dueDate', '', 'Due date is required'],
    ['dueDate', 'soon', 'Please enter a valid date'],
    ['dueDate', '2026-02-31', 'Please enter a valid date'],
    ['dueDate', '2026-02-31T09:00:00Z', 'Please enter a valid date'],
    ['dueDate', '2026-01-02T25:00:00Z', 'Please enter a valid date'],
    ['dueDate', '2026-01-02T09:00:00+99:99', 'Please enter a valid date'],
    ['dueDate', '0000-01-01', 'Please enter a valid date'],
    ['dueDate', '9999-12-31', 'Please enter a valid date'],
    ['dueDate', '２０２６-01-02', 'Please enter a valid date'],
    ['requesterId', 'user-dan', 'requesterId is not known here'],
    ['status', 'completed', 'status is not known here'],
  ])('refuses %s %j: %s', async (field, value, text) => {
    const res = await post(office.app, office.ada, '/api/requests', { ...DRAFT, [field]: value })
    expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input', error: text } })
    expect(message(res)).toEqual({ [field]: text })
  })

  test('names every field that is wrong at once', async () => {
    const res = await post(office.app, office.ada, '/api/requests', {})
    expect(Object.keys(message(res)).sort()).toEqual(['department', 'description', 'dueDate', 'priority', 'title'])
  })
})

describe('when people see only their own', () => {
  test('other people’s requests look missing: list, search, totals, detail, history, comments, cancel', async () => {
    const own = await testApp({ policy: { visibility: 'own' } })
    const { app, db, ada, ben, dan } = own
    const mine = await buildRequest(db, { requesterId: ada.id, title: 'Warehouse of Ada' })
    const worked = await buildRequest(db, { requesterId: dan.id, assignedToId: ada.id, title: 'Warehouse for Ada' })
    const other = await buildRequest(db, { requesterId: dan.id, title: 'Warehouse of Dan' })

    for (const query of ['', '?search=warehouse', '?status=pending', '?sort=assignedTo', '?dueFrom=2026-01-01']) {
      const { body } = await get(app, ada, `/api/requests${query}`)
      expect(body.total, query).toBe(2)
      expect(new Set(body.requests.map((row: { id: string }) => row.id)), query).toEqual(new Set([mine.id, worked.id]))
      expect((await get(app, ben, `/api/requests${query}`)).body.total, query).toBe(3)
    }
    expect((await get(app, ada, `/api/requests?requester=${dan.id}`)).body.total).toBe(1)
    for (const url of ['', '/history', '/comments']) {
      expect((await get(app, ada, `/api/requests/${mine.id}${url}`)).statusCode).toBe(200)
      expect((await get(app, ada, `/api/requests/${worked.id}${url}`)).statusCode).toBe(200)
      expect((await get(app, ada, `/api/requests/${other.id}${url}`)).statusCode).toBe(404)
    }
    expect((await put(app, ada, `/api/requests/${other.id}/cancel`)).statusCode).toBe(404)
    expect((await post(app, ada, `/api/requests/${other.id}/comments`, { comment: 'x' })).statusCode).toBe(404)
    await own.close()
  })
})

test('changes are in the audit log, without the texts', async () => {
  const { app, db, ada, ben } = office
  const { body } = await post(app, ada, '/api/requests', { ...DRAFT, title: 'Secret of the vault' })
  await patch(app, ben, `/api/requests/${body.id}`, { title: 'Another secret' })
  await post(app, ben, `/api/requests/${body.id}/comments`, { comment: 'A third secret' })
  await put(app, ada, `/api/requests/${body.id}/cancel`)
  const entries = await db.read
    .selectFrom('audit_log')
    .selectAll()
    .where('target_id', '=', body.id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual([
    'request.created',
    'request.updated',
    'comment.added',
    'request.cancelled',
  ])
  expect(JSON.stringify(entries)).not.toMatch(/secret/i)
})

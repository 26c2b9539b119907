import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, patch, post, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())

const build = (fields: Partial<Parameters<typeof buildRequest>[1]> = {}) =>
  buildRequest(office.db, { requesterId: office.ada.id, ...fields })
const historyOf = async (id: string) => (await get(office.app, office.ben, `/api/requests/${id}/history`)).body
const message = (res: { body: { details?: { path: string; message: string }[] } }) =>
  Object.fromEntries((res.body.details ?? []).map(({ path, message: text }) => [path, text]))

test('writes an entry for every changed field and grows the version by one', async () => {
  const { id } = await build()
  office.clock.forward(60_000)
  const res = await patch(office.app, office.ben, `/api/requests/${id}`, {
    id,
    title: 'A better title',
    description: 'More about it.',
    priority: 'critical',
    department: 'security',
    status: 'in_progress',
    assignedToId: office.ben.id,
    dueDate: '2026-06-30',
    version: 1,
  })
  expect(res).toMatchObject({
    statusCode: 200,
    body: {
      title: 'A better title',
      priority: 'critical',
      status: 'in_progress',
      assignedTo: { firstName: 'Ben', lastName: 'Marlow' },
      startedAt: '2026-03-10T09:01:00.000Z',
      updatedAt: '2026-03-10T09:01:00.000Z',
      version: 2,
    },
  })
  const entries = (await historyOf(id)).slice(1)
  expect(entries.map((entry: Record<string, unknown>) => [entry.field, entry.old, entry.new, entry.version])).toEqual([
    ['title', 'Show the tariff line on the release note', 'A better title', 2],
    ['description', 'Officers look it up by hand today.', 'More about it.', 2],
    ['priority', 'medium', 'critical', 2],
    ['department', 'it', 'security', 2],
    ['status', 'pending', 'in_progress', 2],
    ['assignedTo', null, 'Ben Marlow', 2],
    ['dueDate', '2026-04-30', '2026-06-30', 2],
  ])
  expect(entries[0]).toMatchObject({ at: '2026-03-10T09:01:00.000Z', actor: { firstName: 'Ben' }, action: 'updated' })
  office.clock.set('2026-03-10T09:00:00.000Z')
})

test('may name the request by its number in the body, too', async () => {
  const { id, request_id } = await build()
  const res = await patch(office.app, office.ben, `/api/requests/${id}`, { id: request_id, title: 'Named' })
  expect(res).toMatchObject({ statusCode: 200, body: { id, title: 'Named' } })
})

test('only the status is cancelled, not what changed along with it', async () => {
  const { id } = await build()
  await patch(office.app, office.ben, `/api/requests/${id}`, { title: 'No longer', status: 'cancelled' })
  const entries = (await historyOf(id)).slice(1)
  expect(entries.map(({ field, action }: { field: string; action: string }) => [field, action])).toEqual([
    ['title', 'updated'],
    ['status', 'cancelled'],
  ])
})

test('an entry without an account is shown without a name', async () => {
  const { id, number } = await build()
  await office.db.write((tx) =>
    tx.updateTable('request_history').set({ actor_id: null }).where('request_number', '=', number).execute(),
  )
  expect(await historyOf(id)).toMatchObject([{ action: 'created', actor: null }])
})

test('the history shows people under their present names', async () => {
  const { app, ben, cleo } = office
  const { id } = await build()
  await patch(app, ben, `/api/requests/${id}`, { assignedToId: cleo.id })
  const profile = { firstName: 'Cleo', lastName: 'Varga', email: 'cleo@office.example', department: 'IT' }
  await put(app, cleo, '/api/profile', { ...profile, lastName: 'Varga-Holt' })
  expect((await historyOf(id)).at(-1)).toMatchObject({ field: 'assignedTo', new: 'Cleo Varga-Holt' })
  expect((await get(app, ben, `/api/requests/${id}`)).body.assignedTo.lastName).toBe('Varga-Holt')
  await put(app, cleo, '/api/profile', profile)
})

test('"unassigned" and null take the assignee away', async () => {
  for (const nobody of ['unassigned', null, '']) {
    const { id } = await build({ assignedToId: office.ben.id })
    const res = await patch(office.app, office.ben, `/api/requests/${id}`, { assignedToId: nobody })
    expect(res).toMatchObject({ statusCode: 200, body: { assignedToId: null, assignedTo: null } })
  }
})

test('changes nothing when nothing is different', async () => {
  const { id, title, status } = await build()
  office.clock.forward(1000)
  const res = await patch(office.app, office.ben, `/api/requests/${id}`, { title, status, version: 1 })
  expect(res).toMatchObject({ statusCode: 200, body: { version: 1, updatedAt: '2026-03-10T09:00:00.000Z' } })
  expect(await historyOf(id)).toHaveLength(1)
  office.clock.set('2026-03-10T09:00:00.000Z')
})

test('a stale version is refused with the request as it is now, who changed it and when', async () => {
  const { id } = await build()
  const { app, ben, cleo, dan } = office
  await patch(app, cleo, `/api/requests/${id}`, { title: 'Cleo was faster', version: 1 })
  // Neither a comment nor a change of another request counts as a change of this one.
  await post(app, dan, `/api/requests/${id}/comments`, { comment: 'Hurry' })
  await patch(app, ben, `/api/requests/${(await build()).id}`, { title: 'Another' })
  const res = await patch(app, ben, `/api/requests/${id}`, { title: 'Ben was slower', version: 1 })
  expect(res).toMatchObject({
    statusCode: 409,
    body: {
      code: 'stale-version',
      current: {
        id,
        title: 'Cleo was faster',
        version: 2,
        changedBy: { firstName: 'Cleo', lastName: 'Varga' },
        changedAt: '2026-03-10T09:00:00.000Z',
      },
    },
  })
  expect((await get(app, ben, `/api/requests/${id}`)).body.title).toBe('Cleo was faster')
})

test.each([
  ['assignedToId', 'user-nobody', 'The assignee must be somebody with an active account.'],
  ['id', 'another', 'The id in the body does not match the request in the address.'],
  ['title', '', 'Title is required'],
  ['description', ' ', 'Description is required'],
  ['department', null, 'Department is required'],
  ['priority', 'none', 'Priority must be low, medium, high or critical'],
  ['dueDate', '2026-02-31', 'Please enter a valid date'],
  ['requestId', 'RFD-2026-9999', 'requestId is not known here'],
  ['completedAt', '2026-01-01T00:00:00.000Z', 'completedAt is not known here'],
])('refuses %s %j: %s', async (field, value, text) => {
  const { id } = await build()
  const res = await patch(office.app, office.ben, `/api/requests/${id}`, { [field]: value })
  expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input' } })
  expect(message(res)).toEqual({ [field]: text })
  expect(await historyOf(id)).toHaveLength(1)
})

test('a deactivated account cannot be assigned', async () => {
  const { app, db, ben, dan } = office
  const { id } = await build()
  const set = (deactivated_at: string | null) =>
    db.write((tx) => tx.updateTable('users').set({ deactivated_at }).where('id', '=', dan.id).execute())
  await set('2026-03-01T00:00:00.000Z')
  const res = await patch(app, ben, `/api/requests/${id}`, { assignedToId: dan.id })
  await set(null)
  expect(res.statusCode).toBe(400)
  expect(message(res)).toHaveProperty('assignedToId')
})

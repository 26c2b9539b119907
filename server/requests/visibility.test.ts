import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMISSIONS } from '../../shared/permissions.ts'
import { get, patch, post, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import type { Person } from '../testing/cast.ts'

/** Dan is an ordinary user; Ben may do everything except see all requests, so that the rule applies to him too. */
let office: Awaited<ReturnType<typeof testApp>>
let hidden: { id: string; request_id: string; number: number }
beforeAll(async () => {
  office = await testApp({ policy: { visibility: 'own' } })
  const { app, db, ada, cleo, services } = office
  const permissions = JSON.stringify(PERMISSIONS.filter((one) => one !== 'requests.viewAll'))
  await db.write((tx) => tx.updateTable('roles').set({ permissions }).where('id', '=', 'manager').execute())
  services.sessions.forgetAll()
  hidden = await buildRequest(db, {
    requesterId: ada.id,
    assignedToId: cleo.id,
    title: 'Quarantined orchids',
    description: 'Greenhouse seven',
    priority: 'critical',
    dueDate: '2026-01-02',
  })
  await post(app, ada, `/api/requests/${hidden.id}/comments`, { comment: 'Fumigation is late' })
})
afterAll(() => office.close())

const text = { title: 'Quarantined orchids', description: 'Greenhouse seven' }
type Call = (person: Person, address: string) => ReturnType<typeof get>
const calls: Record<string, Call> = {
  'the request': (person, id) => get(office.app, person, `/api/requests/${id}`),
  'its history': (person, id) => get(office.app, person, `/api/requests/${id}/history`),
  'its comments': (person, id) => get(office.app, person, `/api/requests/${id}/comments`),
  'a comment': (person, id) => post(office.app, person, `/api/requests/${id}/comments`, { comment: 'x' }),
  'a comment under the key of the author': (person, id) =>
    post(office.app, person, `/api/requests/${id}/comments`, { comment: 'x' }, { 'idempotency-key': 'of-ada' }),
  'a cancellation': (person, id) => put(office.app, person, `/api/requests/${id}/cancel`),
  'its classification': (person, id) => get(office.app, person, `/api/ai/classification/${id}`),
  'its analysis': (person, id) => get(office.app, person, `/api/ai/analyze-request/${id}`),
  'classifying it': (person, id) => post(office.app, person, '/api/ai/classify-request', { ...text, requestId: id }),
  'estimating it': (person, id) =>
    post(office.app, person, '/api/ai/predict-time', { ...text, priority: 'low', department: 'it', requestId: id }),
  'what is like it': (person, id) => post(office.app, person, '/api/ai/similar', { ...text, requestId: id }),
}

test.each(Object.entries(calls))('%s: another person’s request looks like a missing one', async (_, call) => {
  await post(
    office.app,
    office.ada,
    `/api/requests/${hidden.id}/comments`,
    { comment: 'x' },
    { 'idempotency-key': 'of-ada' },
  )
  for (const person of [office.dan, office.ben]) {
    const absent = await call(person, '00000000-0000-4000-8000-000000000000')
    expect(absent.statusCode).toBe(404)
    for (const address of [hidden.id, hidden.request_id, hidden.request_id.toLowerCase()]) {
      const { statusCode, body } = await call(person, address)
      expect({ statusCode, body }).toEqual({ statusCode: absent.statusCode, body: absent.body })
    }
  }
})

test('an editor changes nothing that is not theirs, whether the version is right or stale', async () => {
  const { app, ben } = office
  const absent = await patch(app, ben, '/api/requests/RFD-2026-9999', { title: 'Mine' })
  expect(absent.statusCode).toBe(404)
  for (const change of [
    { title: 'Mine' },
    { version: 1 },
    { version: 9 },
    { status: 'pending' },
    { assignedToId: ben.id },
  ]) {
    const { statusCode, body } = await patch(app, ben, `/api/requests/${hidden.id}`, change)
    expect({ statusCode, body }).toEqual({ statusCode: 404, body: absent.body })
  }
})

test.each([
  '',
  '?search=orchids',
  '?search=greenhouse',
  '?search=fumigation',
  '?search=RFD-2026',
  '?status=pending',
  '?priority=critical',
  '?overdue=true',
  '?requester=user-ada',
  '?assignedTo=user-cleo',
  '?dueTo=2026-01-02',
  '?createdFrom=2026-01-01&sort=assignedTo',
  '?page=2&limit=1',
])('the list%s neither shows nor counts what is not theirs', async (query) => {
  const whole = await get(office.app, office.cleo, `/api/requests${query}`)
  expect(whole.body.total).toBe(1)
  for (const person of [office.dan, office.ben]) {
    // The tag of a person who sees more must not reveal whether their list is unchanged.
    const res = await get(office.app, person, `/api/requests${query}`, { 'if-none-match': String(whole.headers.etag) })
    expect(res).toMatchObject({ statusCode: 200, body: { requests: [], total: 0, exact: true } })
  }
})

test('a batch reads only visible requests, and a decision on any other is refused', async () => {
  const { app, db, ada, ben, dan } = office
  expect(await post(app, ben, '/api/ai/batches', {})).toMatchObject({ statusCode: 201, body: { total: 0 } })
  const suggestion = {
    id: 'of-ada',
    request_number: hidden.number,
    asked_by_id: ada.id,
    priority: 'low' as const,
    development_type: 'Backend' as const,
    department: 'it' as const,
    confidence: 0.5,
    result: '{}',
    engine: 'local',
    engine_version: '1',
    created_at: '2026-03-10T09:00:00.000Z',
  }
  await db.write((tx) => tx.insertInto('suggestions').values(suggestion).execute())
  const judged = { suggestionId: suggestion.id, decisions: [{ field: 'priority', outcome: 'rejected' }] }
  for (const person of [dan, ben]) {
    expect((await post(app, person, '/api/ai/feedback', judged)).statusCode).toBe(404)
    expect((await post(app, person, '/api/ai/feedback', { ...judged, requestId: hidden.id })).statusCode).toBe(404)
  }
})

test('seeing all requests does not require access to the dashboard', async () => {
  const { app, db, dan, services } = office
  const stored = await db.read.selectFrom('roles').select('permissions').where('id', '=', 'user').executeTakeFirst()
  const grant = (permissions: string) =>
    db.write((tx) => tx.updateTable('roles').set({ permissions }).where('id', '=', 'user').execute())
  await grant('["requests.viewAll"]')
  services.sessions.forgetAll()
  expect((await get(app, dan, `/api/requests/${hidden.id}`)).statusCode).toBe(200)
  expect((await get(app, dan, '/api/dashboard/stats')).statusCode).toBe(403)
  await grant(stored!.permissions)
  services.sessions.forgetAll()
  expect((await get(app, dan, `/api/requests/${hidden.id}`)).statusCode).toBe(404)
})

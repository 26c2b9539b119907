import { expect, test } from 'vitest'
import { dateIn } from '../../../shared/dates.ts'
import type { Outlook, Outlooks } from '../../../shared/outlook.ts'
import { PlainFlow } from '../../../engine/testing/plain-flow.ts'
import { busyOffice, CALENDAR, NOW, ZONE } from '../../testing/analytics.ts'
import { get, patch, post } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'

const { office, stored } = await busyOffice()
type Open = Extract<Outlook, { kind: 'open' }>

const outlookOf = async (id: string, person = office.ada) =>
  await get(office.app, person, `/api/requests/${id}/outlook`)

test('a pending request waits for a manager, with its place by priority, due date and number', async () => {
  const { app, db, ada, ben, dan } = office
  const values = { createdAt: NOW, dueDate: '2020-01-01', priority: 'critical' } as const
  const first = await buildRequest(db, { requesterId: dan.id, ...values })
  const second = await buildRequest(db, { requesterId: ada.id, ...values })
  const pending = (await stored()).requests.filter(({ status }) => status === 'pending').length
  const { body }: { body: Open } = await outlookOf(second.id)
  expect(body).toMatchObject({
    kind: 'open',
    waitsFor: 'review',
    assignee: null,
    since: dateIn(ZONE, new Date(NOW)),
    days: 0,
    place: { at: 2, of: pending },
    published: '1-3 business days',
    isOverdue: true,
    asOf: NOW,
  })
  await patch(app, ben, `/api/requests/${first.id}`, { status: 'in_progress', assignedToId: dan.id })
  expect((await outlookOf(second.id)).body).toMatchObject({ place: { at: 1, of: pending - 1 } })
  expect((await outlookOf(first.id)).body).toMatchObject({
    waitsFor: 'work',
    assignee: { firstName: 'Dan' },
    published: '2-8 weeks',
  })
  await patch(app, ben, `/api/requests/${first.id}`, { assignedToId: null })
  expect((await outlookOf(first.id)).body).toMatchObject({ waitsFor: 'assignee', assignee: null })
  await patch(app, ben, `/api/requests/${first.id}`, { status: 'rejected', reason: 'Not now' })
  expect((await outlookOf(first.id)).body).toEqual({ kind: 'closed', status: 'rejected', asOf: NOW })
})

test('what others took is live: the finished requests of the stored history', async () => {
  const rows = await stored()
  const plain = new PlainFlow(rows, CALENDAR, 'working')
  const finished = plain.finishedIn({ from: '2025-03-14', to: '2026-03-13' })
  const open = rows.requests.find(({ status }) => status === 'pending')!
  const { body }: { body: Open } = await outlookOf(open.requestId)
  const alike = finished.filter(
    ({ priority, department }) => priority === open.priority && department === open.department,
  ).length
  if (alike >= 30) expect(body.step).toMatchObject({ basis: 'department', count: alike })
  else expect(body.step?.count ?? finished.length).toBeLessThanOrEqual(finished.length)
  expect(body.step === null).toBe(finished.length < 30)
})

test('the own open requests come a page at a time, the newest at the top', async () => {
  const { app, ada } = office
  const own = (await stored()).requests.filter(
    ({ requesterId, status }) => requesterId === ada.id && ['pending', 'in_progress'].includes(status),
  )
  expect(own.length).toBeGreaterThan(6)
  const { body }: { body: Outlooks } = await get(app, ada, '/api/dashboard/outlooks')
  expect(body.total).toBe(own.length)
  expect(body.requests).toHaveLength(5)
  const newest = own
    .map(({ requestId }) => requestId)
    .toSorted()
    .toReversed()
  expect(body.requests.map(({ requestId }) => requestId)).toEqual(newest.slice(0, 5))
  for (const { id, outlook } of body.requests) expect((await outlookOf(id)).body).toMatchObject(outlook)
  const next: Outlooks = (await get(app, ada, '/api/dashboard/outlooks?limit=3&page=2')).body
  expect(next.requests[0]!.id).toBe(body.requests[3]!.id)

  // Due long after all others, and in nobody's history yet when it is asked about.
  const { body: created } = await post(app, ada, '/api/requests', {
    title: 'Weigh empty trucks on the way out',
    description: 'They are weighed only on the way in.',
    department: 'operations',
    priority: 'low',
    dueDate: '2099-12-31',
  })
  const after: Outlooks = (await get(app, ada, '/api/dashboard/outlooks')).body
  expect(after.requests[0]).toMatchObject({ requestId: created.requestId, outlook: { dueDate: '2099-12-31' } })
})

test('a mistake in a question is named', async () => {
  const { app, ada } = office
  for (const [query, path] of [
    ['limit=21', 'limit'],
    ['limit=0', 'limit'],
    ['page=first', 'page'],
  ])
    expect(await get(app, ada, `/api/dashboard/outlooks?${query}`)).toMatchObject({
      statusCode: 400,
      body: { details: [{ path }] },
    })
})

test('who may not: nobody without a session, and with "own" nobody gets requests that they may not see', async () => {
  const { app, db, services, ada, dan, ben } = office
  expect(await get(app, null, '/api/dashboard/outlooks')).toMatchObject({ statusCode: 401 })
  expect(await get(app, null, '/api/requests/RFD-2026-0001/outlook')).toMatchObject({ statusCode: 401 })
  expect(await outlookOf('RFD-2026-9999')).toMatchObject({ statusCode: 404 })
  const of = (requesterId: string) => buildRequest(db, { requesterId, createdAt: NOW, title: 'Weigh empty trucks' })
  const [foreign, mine] = [await of(dan.id), await of(ada.id)]
  expect(await outlookOf(foreign.id)).toMatchObject({ statusCode: 200, body: { basedOn: 'all' } })
  await services.settings.change({ visibility: 'own' })
  services.sessions.forgetAll()
  try {
    expect(await outlookOf(foreign.id)).toMatchObject({ statusCode: 404, body: { code: 'not-found' } })
    expect(await outlookOf(foreign.request_id)).toMatchObject({ statusCode: 404 })
    const hers = (await stored()).requests.filter(
      ({ requesterId, assignedToId }) => requesterId === ada.id || assignedToId === ada.id,
    )
    const numbers = new Set(hers.map(({ requestId }) => requestId))
    const list: Outlooks = (await get(app, ada, '/api/dashboard/outlooks?limit=20')).body
    const open = hers.filter(
      ({ requesterId, status }) => requesterId === ada.id && ['pending', 'in_progress'].includes(status),
    )
    expect(list.total).toBe(open.length)
    expect(list.requests.every(({ requestId }) => numbers.has(requestId))).toBe(true)
    const seen: Open = (await outlookOf(mine.id)).body
    expect(seen.basedOn).toBe('visible')
    expect(seen.place.of).toBe(hers.filter(({ status }) => status === 'pending').length)
    expect(seen.alike.every(({ requestId }) => numbers.has(requestId))).toBe(true)
    // Published time, waiting state and assignee are the same for everybody.
    const all: Open = (await outlookOf(mine.id, ben)).body
    const { waitsFor, assignee, since, published, dueDate } = all
    expect(seen).toMatchObject({ waitsFor, assignee, since, published, dueDate })
    expect(all.place.of).toBeGreaterThan(seen.place.of)
  } finally {
    await services.settings.change({ visibility: 'all' })
    services.sessions.forgetAll()
  }
})

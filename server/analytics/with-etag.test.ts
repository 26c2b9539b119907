import { expect, test, vi } from 'vitest'
import { Flow } from '../../shared/analytics/flow.ts'
import { busyOffice, CALENDAR, IN_PERIOD, keepSessions, NOW, PERIOD } from '../testing/analytics.ts'
import { get, put } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import type { Person } from '../testing/cast.ts'
import { TEST_ENGINE } from '../testing/database.ts'

const { office } = await busyOffice()
const CALLS = ['flow', 'forecast', 'what-if?people=120', 'promises', 'rows?mark=open']

function ask(person: Person, path: string, tag?: string) {
  const headers = { authorization: `Bearer ${person.token}`, ...(tag && { 'if-none-match': tag }) }
  return office.app.inject({ url: `/api/analytics/${path}`, headers })
}

// On other engines the version is unavailable, or also changes with other processes' writes.
test.runIf(TEST_ENGINE === 'sqlite').each(CALLS)(
  '%s asked again is known to be unchanged, until something is written or its time is over',
  async (path) => {
    const { app, db, ada, ben, cleo, clock } = office
    // The sign of life of the session is written too, after the answer.
    await ask(ben, path)
    await office.services.sessions.settled()
    const first = await ask(ben, path)
    const tag = first.headers.etag as string
    const asking = vi.spyOn(office.services.flow, 'ask')
    const again = await ask(ben, path, tag)
    expect({ status: again.statusCode, body: again.body, tag: again.headers.etag }).toEqual({
      status: 304,
      body: '',
      tag,
    })
    expect(asking).not.toHaveBeenCalled()
    asking.mockRestore()

    expect((await ask(ben, `${path}${path.includes('?') ? '&' : '?'}department=it`, tag)).statusCode).toBe(200)
    expect((await ask(cleo, path, tag)).statusCode).toBe(200)
    expect((await ask(ada, path, tag)).statusCode).toBe(403)

    clock.set(new Date(Date.parse(NOW) + 15 * 60_000).toISOString())
    const later = await ask(ben, path, tag)
    expect(later.statusCode).toBe(200)
    const { id } = await buildRequest(db, { requesterId: ada.id, createdAt: NOW })
    await put(app, ben, `/api/requests/${id}/cancel`, {})
    expect((await ask(ben, path, later.headers.etag as string)).statusCode).toBe(200)
    clock.set(NOW)
  },
)

test.runIf(TEST_ENGINE === 'sqlite')('at midnight of the office the same data give another answer', async () => {
  const { ben, clock } = office
  // Both in one hundredth of a day; midnight in Los Angeles is at 07:00 UTC.
  clock.set('2026-03-14T06:59:50.000Z')
  await keepSessions(office, '2026-03-14T06:59:50.000Z')
  await ask(ben, 'flow')
  await office.services.sessions.settled()
  const tag = (await ask(ben, 'flow')).headers.etag as string
  expect((await ask(ben, 'flow', tag)).statusCode).toBe(304)
  clock.set('2026-03-14T07:00:10.000Z')
  expect((await ask(ben, 'flow', tag)).statusCode).toBe(200)
  clock.set(NOW)
  await keepSessions(office, NOW)
})

test('what the thread has written is what the contract says, with the same figures as for other callers', async () => {
  const { body } = await get(office.app, office.ben, `/api/analytics/flow?${IN_PERIOD}`)
  expect(Flow.parse(body)).toEqual(body)
  // In the order of the call's own parameters, as in the addresses of `rows`.
  const filter = { department: undefined, priority: undefined, type: undefined, assignee: undefined }
  const params = { filter, ...PERIOD, unit: 'calendar' as const, now: Date.parse(NOW), calendar: CALENDAR }
  expect(body).toMatchObject(await office.services.flow.ask('flow', params))
})

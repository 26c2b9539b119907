import { expect, test } from 'vitest'
import type { Notice } from '../../shared/notices.ts'
import { del, get, patch, post, put } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import type { Person } from '../testing/cast.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'
import { tellDueDates } from './due.ts'

/** 10 March; in Dhaka the 11th begins at 18:00 UTC. */
const office = await officeOfFile({ policy: { timeZone: 'Asia/Dhaka', idleMinutes: 1440 } })

const noticesOf = async (person: Person) =>
  ((await get(office.app, person, '/api/notices')).body.notices as Notice[]).map(({ code, reasons, values }) => [
    code,
    values.dueDate,
    ...reasons.map((one) => one.code),
  ])
const build = (dueDate: string) =>
  buildRequest(office.db, {
    requesterId: office.ada.id,
    assignedToId: office.ben.id,
    department: 'operations',
    dueDate,
  })

test('an open request rings once when it is due within two days, and once on the day after, for those who watch it', async () => {
  const { app, clock, services, ada, ben, dan } = office
  const { id } = await build('2026-03-12')
  await build('2026-03-13')
  await put(app, dan, `/api/requests/${id}/watch`)
  for (let i = 0; i < 2; i++) await tellDueDates(services)
  expect(await noticesOf(ada)).toEqual([['due-soon', '2026-03-12', 'own']])
  expect(await noticesOf(ben)).toEqual([['due-soon', '2026-03-12', 'assigned']])
  expect(await noticesOf(dan)).toEqual([['due-soon', '2026-03-12', 'watching']])
  clock.set('2026-03-10T18:00:00.000Z')
  await tellDueDates(services)
  expect(await noticesOf(ada)).toHaveLength(2)
})

test('overdue begins with the office’s next day; finished, muted and long overdue requests stay silent', async () => {
  const { app, clock, services, ada, ben } = office
  const { id } = await build('2026-03-10')
  const done = await build('2026-03-10')
  await build('2026-03-01')
  await patch(app, ben, `/api/requests/${done.id}`, { status: 'completed' })
  await del(app, ben, `/api/requests/${id}/watch`)
  clock.set('2026-03-10T17:59:00.000Z')
  await tellDueDates(services)
  expect(await noticesOf(ada)).toEqual([['due-soon', '2026-03-10', 'own']])
  clock.set('2026-03-10T18:00:00.000Z')
  await tellDueDates(services)
  expect(await noticesOf(ada)).toEqual([
    ['overdue', '2026-03-10', 'own'],
    ['due-soon', '2026-03-10', 'own'],
  ])
  expect(await noticesOf(ben)).toEqual([])
})

test('many at once are one notice, and a new date rings again', async () => {
  const { app, clock, services, ada, ben } = office
  const requests = []
  for (let i = 0; i < 5; i++) requests.push(await build('2026-03-11'))
  await tellDueDates(services)
  const { notices } = (await get(app, ada, '/api/notices')).body
  expect(notices).toMatchObject([{ code: 'due-soon', requestId: null, values: { count: 5 } }])
  clock.forward(120_000)
  await patch(app, ben, `/api/requests/${requests[0]!.id}`, { dueDate: '2026-03-12' })
  await tellDueDates(services)
  expect((await noticesOf(ada))[0]).toEqual(['due-soon', '2026-03-12', 'own'])
})

test('those that nobody wants are kept outside the app, for the notice budget', async () => {
  const { app, services, ada } = office
  const events = { ...DEFAULT_PREFERENCES.events, 'due-soon': { app: false, mail: false } }
  await put(app, ada, '/api/profile/notices', { ...DEFAULT_PREFERENCES, events })
  await build('2026-03-11')
  await tellDueDates(services)
  expect((await get(app, ada, '/api/notices')).body).toMatchObject({ total: 0, unread: 0 })
  const budget = await post(app, ada, '/api/profile/notices/budget', DEFAULT_PREFERENCES)
  expect(Object.values(budget.body)).toEqual([0, 1])
})

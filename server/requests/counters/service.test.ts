import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../shared/dates.ts'
import { patch, post, put, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { flow, type FlowState } from './service.ts'
import { rebuildCounters, verifyCounters } from './rebuild.ts'
import { countOverdue } from './counts.ts'

const open = (due_date: string) => ({ status: 'pending' as const, due_date, completed_at: null })
const done = (due_date: string, on = '2026-03-01') => ({ status: 'completed' as const, due_date, completed_at: on })
const flowOn = (before: FlowState | null, after: FlowState, day: string) => flow(before, after, day, (at) => at)
const overdue = (changes: ReturnType<typeof flow>) =>
  changes.filter(({ kind }) => kind === 'overdue').map(({ day, by }) => [day, by])

test('a request becomes overdue the day after its due date, or at once when it is past already', () => {
  expect(overdue(flowOn(null, open('2026-03-12'), '2026-03-10'))).toEqual([['2026-03-13', 1]])
  expect(overdue(flowOn(null, open('2026-03-09'), '2026-03-10'))).toEqual([['2026-03-10', 1]])
  expect(overdue(flowOn(null, open('2026-01-01'), '2026-03-10'))).toEqual([['2026-03-10', 1]])
})

test('finishing in time removes the future overdue day, finishing late ends it on that day', () => {
  expect(overdue(flowOn(open('2026-03-12'), done('2026-03-12'), '2026-03-12'))).toEqual([['2026-03-13', -1]])
  expect(overdue(flowOn(open('2026-03-12'), done('2026-03-12'), '2026-03-13'))).toEqual([['2026-03-13', -1]])
  expect(overdue(flowOn(open('2026-03-12'), done('2026-03-12'), '2026-03-20'))).toEqual([['2026-03-20', -1]])
})

test('another due date moves it, reopening starts it again, and other changes leave it alone', () => {
  expect(overdue(flowOn(open('2026-03-01'), open('2026-04-01'), '2026-03-10'))).toEqual([
    ['2026-03-10', -1],
    ['2026-04-02', 1],
  ])
  expect(overdue(flowOn(done('2026-03-01'), open('2026-03-01'), '2026-03-10'))).toEqual([['2026-03-10', 1]])
  expect(flowOn(open('2026-03-01'), { ...open('2026-03-01'), status: 'in_progress' }, '2026-03-10')).toEqual([
    { kind: 'left:pending', day: '2026-03-10', by: 1 },
    { kind: 'entered:in_progress', day: '2026-03-10', by: 1 },
  ])
  expect(flowOn(done('2026-03-01'), done('2026-05-01'), '2026-03-10')).toEqual([])
})

test('a finished request counts on its day of completion until it is reopened', () => {
  const finished = (changes: ReturnType<typeof flow>) => changes.filter(({ kind }) => kind === 'finished')
  const due = '2026-04-01'
  expect(finished(flowOn(open(due), done(due, '2026-03-10'), '2026-03-10'))).toEqual([
    { kind: 'finished', day: '2026-03-10', by: 1 },
  ])
  expect(finished(flowOn(done(due, '2026-03-10'), open(due), '2026-03-25'))).toEqual([
    { kind: 'finished', day: '2026-03-10', by: -1 },
  ])
})

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp({ policy: { idleMinutes: 1440 } })
})
afterAll(() => office.close())

test('verifying names wrong counters and rebuilding corrects them, also for another time zone', async () => {
  const { app, db, services, ada, ben, clock } = office
  // In Auckland it is already the next day.
  clock.set('2026-03-10T15:00:00.000Z')
  const draft = { title: 'T', description: 'D', department: 'it', priority: 'low', dueDate: '2026-03-09' }
  const { body } = await post(app, ada, '/api/requests', draft)
  await patch(app, ben, `/api/requests/${body.id}`, { status: 'completed' })
  await patch(app, ben, `/api/requests/${body.id}`, { status: 'in_progress', dueDate: '2026-03-10' })
  const other = await buildRequest(db, { requesterId: ada.id, createdAt: '2026-03-10T15:00:00.000Z' })
  await put(app, ada, `/api/requests/${other.id}/cancel`)
  expect(await verifyCounters(db.read, 'UTC')).toEqual([])

  await db.write((tx) =>
    tx
      .updateTable('person_counts')
      .set({ count: 7 })
      .where('user_id', '=', ada.id)
      .where('status', '=', 'in_progress')
      .execute(),
  )
  expect(await verifyCounters(db.read, 'UTC')).toEqual([
    `person_counts kind=requester status=in_progress user_id=${ada.id}: 7 instead of 1`,
  ])
  expect((await verifyCounters(db.read, 'Pacific/Auckland')).length).toBeGreaterThan(1)
  expect([await countOverdue(db, '2026-03-10'), await countOverdue(db, '2026-03-11')]).toEqual([0, 1])

  await services.settings.change({ timeZone: 'Pacific/Auckland' })
  await db.write((tx) => rebuildCounters(tx, 'Pacific/Auckland'))
  expect(await verifyCounters(db.read, 'Pacific/Auckland')).toEqual([])
  const days = await db.read.selectFrom('day_counts').select('day').where('kind', '=', 'created').execute()
  expect(days).toEqual([{ day: '2026-03-11' }])
  expect(await countOverdue(db, addDays('2026-03-11', 1))).toBe(1)
})

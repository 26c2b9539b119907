import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import type { RequestListQuery } from '../../../shared/request-list.ts'
import { testApp } from '../../testing/app.ts'
import { criteriaOf } from './criteria.ts'
import { mostSelectiveRange } from './index-range.ts'

const OFFICE = { today: '2026-03-10', timeZone: 'UTC', departments: FIRST_DEPARTMENTS }
let office: Awaited<ReturnType<typeof testApp>>

/** Only the counters of a large office: `mostSelectiveRange` reads nothing else. */
beforeAll(async () => {
  office = await testApp()
  await office.db.write(async (tx) => {
    await tx
      .insertInto('request_counts')
      .values([
        { status: 'completed', department: 'it', priority: 'low', slot: 0, count: 900_000 },
        { status: 'completed', department: 'security', priority: 'critical', slot: 0, count: 20_000 },
        { status: 'pending', department: 'it', priority: 'low', slot: 0, count: 30_000 },
      ])
      .execute()
    await tx
      .insertInto('day_counts')
      .values([
        { kind: 'created', day: '2025-06-01', slot: 0, count: 600_000 },
        { kind: 'created', day: '2026-02-01', slot: 0, count: 346_000 },
        { kind: 'created', day: '2026-03-08', slot: 0, count: 4_000 },
        { kind: 'overdue', day: '2026-03-01', slot: 0, count: 7_000 },
      ])
      .execute()
    await tx
      .insertInto('person_counts')
      .values([
        { kind: 'assignee', user_id: '', status: 'pending', slot: 0, count: 150_000 },
        { kind: 'requester', user_id: 'user-ada', status: 'pending', slot: 0, count: 300 },
      ])
      .execute()
  })
})
afterAll(() => office.close())

const indexRange = (query: RequestListQuery) =>
  mostSelectiveRange(office.db, criteriaOf(query, 'user-ada', null, OFFICE))

test('without a filter by people or dates, the counters know the total', async () => {
  expect(await indexRange({ department: ['it'], sort: 'title' })).toBeNull()
  expect(
    await mostSelectiveRange(office.db, criteriaOf({ requester: 'me' }, 'user-ada', { ownOf: 'user-ada' }, OFFICE)),
  ).toBeNull()
})

test('of several filters the most selective one is scanned', async () => {
  const since = { createdFrom: '2026-01-01' }
  expect(await indexRange(since)).toEqual({ index: 'requests_by_status_created', rows: 350_000 })
  expect(await indexRange({ ...since, department: ['security'] })).toEqual({
    index: 'requests_by_status_department',
    rows: 20_000,
  })
  expect(await indexRange({ ...since, status: ['pending'], priority: ['low'] })).toMatchObject({ rows: 30_000 })
  expect(await indexRange({ createdFrom: '2026-03-05', department: ['security'] })).toEqual({
    index: 'requests_by_status_created',
    rows: 4000,
  })
  expect(await indexRange({ assignedTo: 'unassigned', sort: 'title' })).toMatchObject({ index: 'requests_by_assignee' })
  expect(await indexRange({ assignedTo: 'unassigned', overdue: 'true' })).toEqual({
    index: 'requests_by_status_due',
    rows: 7000,
  })
  expect(await indexRange({ requester: 'me', ...since })).toEqual({ index: 'requests_by_requester', rows: 300 })
})

test('only one index covers the completion date, and only one the requester', async () => {
  const completed = { completedFrom: '2026-01-01', department: ['security' as const] }
  expect(await indexRange(completed)).toMatchObject({ index: 'requests_by_completed' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { CompiledQuery } from 'kysely'
import { patch, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { findLastChange } from './queries.ts'
import { lastChange } from './service.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())

test('the last change ignores later comments, and falls back to the creation', async () => {
  const { app, db, clock, ada, ben, dan } = office
  const { id, number } = await buildRequest(db, { requesterId: ada.id })
  const remark = () => post(app, dan, `/api/requests/${id}/comments`, { comment: 'When will it be done?' })
  await remark()
  expect((await lastChange(db.read, number))?.changedBy?.firstName).toBe('Ada')
  expect(await lastChange(db.read, number, 'status')).toBeUndefined()

  await patch(app, ben, `/api/requests/${id}`, { status: 'in_progress' })
  const movedAt = clock().toISOString()
  clock.forward(1000)
  await patch(app, ben, `/api/requests/${id}`, { priority: 'critical' })
  await remark()
  const changedAt = clock().toISOString()
  expect(await lastChange(db.read, number)).toMatchObject({ changedBy: { firstName: 'Ben' }, changedAt })
  expect(await lastChange(db.read, number, 'status')).toMatchObject({ changedAt: movedAt })
})

test.runIf(TEST_ENGINE === 'sqlite')('it is found without reading what changed no field', async () => {
  const { db } = office
  for (const which of ['any', 'status'] as const) {
    const query = findLastChange.fill(db.read, { number: 1 }, which)
    const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
    const { rows } = await db.read.executeQuery<{ detail: string }>(explained)
    expect(rows[0]?.detail).toContain('INDEX history_changes')
    expect(rows.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE')
  }
})

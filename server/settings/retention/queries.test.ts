import { expect, test } from 'vitest'
import { post } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { buildNotice } from '../../testing/notices.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { deleteDueNotices, deleteIdempotencyKeys, deleteNotices, deleteOpenQuestions } from './queries.ts'

const office = await officeOfFile()

test('at most the limit of old keys is deleted at a time, and never another person’s younger key of the same name', async () => {
  const { db, ada, dan } = office
  const same = { route: 'POST /requests', fingerprint: 'f', body: '{}' }
  const [old, young] = ['2026-03-01T00:00:00.000Z', '2026-03-09T00:00:00.000Z']
  const keys = [
    ...['a', 'b', 'c'].map((key) => ({ ...same, key, user_id: ada.id, created_at: old })),
    { ...same, key: 'a', user_id: dan.id, created_at: young },
  ]
  await db.write((tx) => tx.insertInto('idempotency_keys').values(keys).execute())
  const deleteOld = () => db.write((tx) => deleteIdempotencyKeys(tx, '2026-03-08T00:00:00.000Z', 2))
  expect([await deleteOld(), await deleteOld(), await deleteOld()]).toEqual([2, 1, 0])
  const left = await db.read.selectFrom('idempotency_keys').select(['user_id', 'key']).execute()
  expect(left).toEqual([{ user_id: dan.id, key: 'a' }])
})

test('notices, told due dates and unanswered questions are deleted once they are old, a limited number at a time', async () => {
  const { app, db, ada, ben } = office
  const { id, number } = await buildRequest(db, { requesterId: ada.id })
  const comment = (await post(app, ben, `/api/requests/${id}/comments`, { comment: 'Which?' })).body.id as string
  const [old, young] = ['2026-01-01T00:00:00.000Z', '2026-03-09T00:00:00.000Z']
  for (const at of [old, old, young]) {
    await buildNotice(db, { personId: ada.id, code: 'comment', at, members: [number] })
  }
  const due = [old, young].map((at) => ({
    request_number: number,
    code: 'overdue' as const,
    due_date: at.slice(0, 10),
  }))
  const open = [ada, ben].map((person, i) => ({
    comment_id: comment,
    person_id: person.id,
    request_number: number,
    at: i === 0 ? old : young,
  }))
  await db.write(async (tx) => {
    await tx.insertInto('due_notices').values(due).execute()
    await tx.insertInto('open_questions').values(open).execute()
  })
  const before = '2026-02-01T00:00:00.000Z'
  expect(await db.write((tx) => deleteNotices(tx, before, 1))).toBe(1)
  expect(await db.write((tx) => deleteNotices(tx, before, 9))).toBe(1)
  expect(await db.write((tx) => deleteDueNotices(tx, before, 9))).toBe(1)
  expect(await db.write((tx) => deleteOpenQuestions(tx, before, 9))).toBe(1)
  expect(await db.read.selectFrom('notices').select('at').execute()).toEqual([{ at: young }])
  expect(await db.read.selectFrom('open_questions').select('person_id').execute()).toEqual([{ person_id: ben.id }])
})

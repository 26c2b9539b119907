import { expect, test } from 'vitest'
import { officeOfFile } from '../testing/office-of-file.ts'
import { deleteIdempotencyKeys } from './queries.ts'

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

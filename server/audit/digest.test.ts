import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../platform/database/db.ts'
import { runAsCaller } from '../platform/fairness/caller.ts'
import { recordAny } from '../testing/audit.ts'
import { openTestDatabase, TEST_SEALER } from '../testing/database.ts'
import { LogDigest } from './digest.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

test('a caller who disconnects does not fail the others that wait for the same digest', async () => {
  await db.write(async (tx) => {
    for (let i = 0; i < 501; i++) await recordAny(tx, () => new Date(0), { actorId: null, action: 'step' })
  })
  await TEST_SEALER.sealAll(db)
  const connection = Object.assign(new EventEmitter(), { destroyed: false })
  const readInWorker: Db['readInWorker'] = async (query, pace) => {
    const page = await db.readInWorker(query, pace)
    connection.destroyed = true
    return page
  }
  const digest = new LogDigest({ ...db, readInWorker })
  const first = runAsCaller({ key: 'ada', connection: connection as never }, () => digest.now())
  const second = runAsCaller({ key: 'ben' }, () => digest.now())
  expect(await second).toMatchObject({ entries: 501 })
  expect(await first).toEqual(await second)
})

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '../../platform/database/db.ts'
import { Settings } from '../../settings/service.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { LanguageModel } from './language-model.ts'

let db: Db
let languageModel: LanguageModel
beforeAll(async () => {
  db = await openTestDatabase()
  const clock = () => new Date('2026-03-10T09:00:00.000Z')
  const config = { secretKey: Buffer.alloc(32, 1), llm: { baseUrl: undefined, model: undefined, apiKey: undefined } }
  languageModel = new LanguageModel({ db, clock, config, settings: new Settings({ db, clock }) })
})
afterAll(() => db.close())

const useModel = (model: string) => {
  const value = JSON.stringify({ baseUrl: 'https://models.example/v1', model })
  const row = { value, updated_at: '2026-03-10T09:00:00.000Z' }
  return db.write((tx) =>
    tx
      .insertInto('settings')
      .values({ key: 'languageModel', ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute(),
  )
}

test('sixty concurrent calls for the model in use share at most two reads', async () => {
  await useModel('first')
  const reads = vi.spyOn(db.read, 'selectFrom')
  const states = await Promise.all(Array.from({ length: 60 }, () => languageModel.inUse()))
  const readCount = reads.mock.calls.length
  reads.mockRestore()
  expect(new Set(states)).toEqual(new Set(['first']))
  expect(readCount).toBeLessThanOrEqual(2)
})

test('a call after a change returns the changed setup', async () => {
  await useModel('before')
  expect(await languageModel.inUse()).toBe('before')
  await useModel('after')
  expect(await languageModel.inUse()).toBe('after')
})

import { expect } from 'vitest'
import { localAi } from './ai.ts'
import { post, put, testApp } from './app.ts'
import { fakeLanguageModel } from './language-model.ts'
import { good } from './language-model-answers.ts'

let setups = 0

/** An office with the fake endpoint as its language model, active after each `begin`. @param now initial time */
export async function openModelOffice(now?: string) {
  const fake = await fakeLanguageModel()
  const ai = localAi()
  const office = await testApp({ ai, ...(now !== undefined && { now }) })
  const { app, db, ada, cleo } = office
  const setUp = (change: object) => put(app, cleo, '/api/settings/ai', change)
  return {
    fake,
    ai,
    office,
    setUp,
    /** Resets the endpoint between tests: a new key for each test, and no recorded calls. */
    async begin() {
      fake.behave(good())
      await db.write(async (tx) => {
        await tx.deleteFrom('language_model_calls').execute()
        await tx.deleteFrom('language_model_days').execute()
      })
      await setUp({
        baseUrl: fake.url,
        model: 'office-7b',
        apiKey: `sk-test-of-the-office-${++setups}`,
        timeLimitSeconds: 12,
        keepLocal: false,
        callsPerDay: null,
        callsPerPersonPerDay: null,
      })
    },
    async classify(draft: object = DRAFT) {
      const res = await post(app, ada, '/api/ai/classify-request', draft)
      expect(res.statusCode).toBe(200)
      return res.body
    },
    calls: () => db.read.selectFrom('language_model_calls').selectAll().orderBy('id').execute(),
    async close() {
      await office.close()
      await fake.close()
    },
  }
}

export const DRAFT = {
  title: 'Send the manifest to the port operator automatically',
  description: 'Every night the file must go to their interface over SFTP, and their answer must come back.',
}

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runAsCaller } from '../../platform/fairness/caller.ts'
import { LEARNING_MS } from '../../testing/ai.ts'
import { emptyRequests } from '../../testing/build.ts'
import { faults, good, status } from '../../testing/language-model-answers.ts'
import { openModelOffice } from '../../testing/model-office.ts'

let model: Awaited<ReturnType<typeof openModelOffice>>
let office: (typeof model)['office']
let fake: (typeof model)['fake']

beforeAll(async () => {
  model = await openModelOffice()
  ;({ office, fake } = model)
}, LEARNING_MS)
beforeEach(() => model.begin())
afterEach(() => emptyRequests(model.office.db))
afterAll(() => model.close())

const classify = (draft?: object) => model.classify(draft)

test('callers who disconnect before the call do not open the circuit', async () => {
  const gone = { destroyed: true, once: vi.fn(), off: vi.fn() }
  const one = { task: 'test', instructions: '', data: {}, contract: z.object({}).loose() } as const
  const { languageModel } = office.services
  for (let i = 0; i < 5; i++) {
    await runAsCaller({ key: office.ada.id, connection: gone }, () => languageModel.ask(() => one))
  }
  expect((await classify()).engine.name).toBe('language-model')
})

test('after three failures the circuit is open for a minute, then one call probes the endpoint', async () => {
  fake.behave(status(500))
  for (let i = 0; i < 3; i++) await classify()
  expect(fake.asked).toHaveLength(6)
  const note = (await classify()).engine.note
  expect(note).toMatch(/paused for a moment; this is the local engine’s answer\.$/)
  expect(fake.asked).toHaveLength(6)

  office.clock.forward(61_000)
  await classify()
  expect(fake.asked).toHaveLength(8)
  await classify()
  expect(fake.asked).toHaveLength(8)

  office.clock.forward(61_000)
  fake.behave(good())
  expect((await classify()).engine.name).toBe('language-model')
  expect((await classify()).engine.name).toBe('language-model')
})

test('Retry-After opens the circuit, and declined texts do not count as failures', async () => {
  fake.behave(faults.refusal)
  for (let i = 0; i < 4; i++) await classify()
  expect(fake.asked).toHaveLength(4)
  fake.behave(status(429, {}, { 'retry-after': '300' }))
  await classify()
  office.clock.forward(200_000)
  expect((await classify()).engine.note).toContain('paused')
  expect(fake.asked).toHaveLength(1)
  office.clock.forward(101_000)
  fake.behave(good())
  expect((await classify()).engine.name).toBe('language-model')
})

test('during a probe other calls do not wait for the endpoint', async () => {
  fake.behave(status(500))
  for (let i = 0; i < 3; i++) await classify()
  office.clock.forward(61_000)
  let answer = () => {}
  const called = new Promise<void>((resolve) => {
    fake.behave((res, one) => {
      answer = () => good()(res, one)
      resolve()
    })
  })
  const first = classify()
  await called
  expect((await classify()).engine.note).toContain('paused')
  answer()
  expect((await first).engine.name).toBe('language-model')
})

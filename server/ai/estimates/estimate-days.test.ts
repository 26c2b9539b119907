import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEARNING_MS, localAi } from '../../testing/ai.ts'
import { post, put, testApp } from '../../testing/app.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp({ ai: localAi() })
}, LEARNING_MS)
afterAll(() => office.close())

const DRAFT = { title: 'A form for the gate', description: 'Drivers fill it in.', priority: 'medium', department: 'it' }

test('estimates count calendar days until an administrator decides for working days, and at once afterwards', async () => {
  const { app, ben, cleo } = office
  const time = async () => (await post(app, ben, '/api/ai/predict-time', DRAFT)).body.timeEstimate
  const calendar = await time()
  expect(calendar.unit).toBe('calendar')
  await put(app, cleo, '/api/settings/estimates', { estimateDays: 'working' })
  const working = await time()
  expect(working.unit).toBe('working')
  expect(working.high).toBeLessThan(calendar.high)
})

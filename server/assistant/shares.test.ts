import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { askAssistant } from '../testing/assistant.ts'
import { buildRequest } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  const { db, ada } = office
  const build = async (createdAt: string, status: 'pending' | 'completed' | 'rejected', completedAt?: string) => {
    const { number } = await buildRequest(db, { requesterId: ada.id, createdAt, status })
    if (completedAt)
      await db.write((tx) =>
        tx.updateTable('requests').set({ completed_at: completedAt }).where('number', '=', number).execute(),
      )
  }
  await build('2026-02-10T09:00:00.000Z', 'completed', '2026-03-05T09:00:00.000Z')
  await build('2026-02-11T09:00:00.000Z', 'completed', '2026-03-06T09:00:00.000Z')
  await build('2026-03-02T09:00:00.000Z', 'completed', '2026-03-09T09:00:00.000Z')
  for (let i = 0; i < 2; i++) await build('2026-03-03T09:00:00.000Z', 'pending')
  await build('2026-03-04T09:00:00.000Z', 'rejected')
}, LEARNING_MS)
afterAll(() => office.close())

const ask = (question: string) => askAssistant(office, office.ben, question)

test('a share of what was completed in a time is of what was created in it, beside all completed in it', async () => {
  const { response, message } = await ask('What percentage of requests were completed this month?')
  expect(response).toBe(
    '25% of the requests created in March 2026 were also completed in that time: 1 of 4. In all, 3 requests were completed in March 2026.',
  )
  expect((await ask('How many requests were completed this month?')).response).toMatch(/^3 requests/)
  expect(message.parts[0]).toMatchObject({
    links: [{ label: 'The 1 request', href: '/requests?status=completed&createdFrom=2026-03-01&createdTo=2026-03-31' }],
  })
  expect((await ask('What share of requests were rejected this year?')).response).toBe(
    '16.7% of the requests created in 2026 were also rejected in that time: 1 of 6. In all, 1 request was rejected in 2026.',
  )
})

test('the part is said by what it adds to the whole', async () => {
  expect((await ask('What percent of requests submitted in March are completed?')).response).toBe(
    '25% of the requests created in March 2026 are completed: 1 of 4.',
  )
  expect((await ask('What share of open requests is medium priority?')).response).toBe(
    '100% of the open requests are of medium priority: 2 of 2.',
  )
  expect((await ask('What percentage of requests were completed on time?')).response).toBe(
    '100% of the completed requests were completed on time: 3 of 3.',
  )
})

test.each([
  ['How many requests were closed this month?', '3 requests completed in March 2026.'],
  ['Who closed the most this month?', ''],
])('%s says that closed is completed', async (question, figure) => {
  const { response } = await ask(question)
  expect(response).toContain(`I took “closed” as completed. ${figure}`)
})

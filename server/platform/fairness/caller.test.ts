import { expect, test } from 'vitest'
import { brokenAi } from '../../testing/ai.ts'
import { post, testApp } from '../../testing/app.ts'
import { currentCaller } from './caller.ts'

test('queues know the caller of a call with a body, also when several arrive together', async () => {
  const seen: (string | undefined)[] = []
  const similar = async () => {
    seen.push(currentCaller()?.key)
    return { ready: true, hits: [] }
  }
  const { app, ada, dan, close } = await testApp({ ai: { ...brokenAi(), similar } })
  const draft = { title: 'Weigh empty trucks', description: 'x'.repeat(5000) }
  const calls = [ada, dan, ada, dan, ada].map((person) => post(app, person, '/api/ai/similar', draft))
  for (const { statusCode } of await Promise.all(calls)) expect(statusCode).toBe(200)
  expect(seen.toSorted()).toEqual([ada.id, ada.id, ada.id, dan.id, dan.id])
  expect(currentCaller()).toBeUndefined()
  await close()
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, get, post, testApp } from '../testing/app.ts'
import { emptyRequests } from '../testing/build.ts'
import type { Person } from '../testing/cast.ts'

let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
}, LEARNING_MS)
beforeEach(async () => {
  await emptyRequests(office.db)
  await office.services.settings.change({ visibility: 'all' })
  for (const person of [office.ada, office.ben, office.dan]) {
    await del(office.app, person, '/api/ai/conversations/current')
  }
})
afterAll(() => office.close())

const ask = async (person: Person | null, message: string) =>
  (await post(office.app, person, '/api/ai/user-assistant', { message, context: 'user_assistance' })).body

test('each person has a separate conversation', async () => {
  const { app, ada, dan } = office
  const current = async (person: Person) => (await get(app, person, '/api/ai/conversations/current')).body
  await ask(ada, 'Hello')
  expect((await current(dan)).messages).toEqual([])
  await ask(dan, 'Hello')
  const dans = await current(dan)
  expect(dans.messages).toHaveLength(2)
  expect((await del(app, ada, '/api/ai/conversations/current')).statusCode).toBe(204)
  expect(await current(ada)).toEqual({ conversationId: null, messages: [] })
  expect(await current(dan)).toEqual(dans)
})

test('messages of a long conversation beyond those shown are deleted', async () => {
  const { app, db, ada, dan } = office
  await ask(dan, 'Hello')
  const { conversationId: conversation_id } = await ask(ada, 'Hello')
  const at = '2026-03-10T09:00:00.000Z'
  const earlier = { conversation_id, role: 'user' as const, content: 'Earlier', parts: '[]', engine: null, at }
  await db.write((tx) =>
    tx
      .insertInto('conversation_messages')
      .values(Array.from({ length: 120 }, () => earlier))
      .execute(),
  )
  const { message } = await ask(ada, 'Thank you')
  const stored = db.read.selectFrom('conversation_messages').select('id').where('conversation_id', '=', conversation_id)
  expect(await stored.execute()).toHaveLength(100)
  const { messages } = (await get(app, ada, '/api/ai/conversations/current')).body
  expect(messages.at(-1)).toMatchObject({ id: message.id })
  expect((await get(app, dan, '/api/ai/conversations/current')).body.messages).toHaveLength(2)
})

test('conversations stored by an earlier version still open', async () => {
  const { ben, db, app } = office
  const at = '2026-03-10T09:00:00.000Z'
  const topic = JSON.stringify({ filter: { status: ['pending'] }, isMine: true, periods: [] })
  const parts = JSON.stringify([{ kind: 'links', links: [{ label: 'Show all 3', href: '/requests?status=pending' }] }])
  await db.write(async (tx) => {
    await tx
      .insertInto('conversations')
      .values({ id: 'old', user_id: ben.id, started_at: at, last_at: at, topic })
      .execute()
    await tx
      .insertInto('conversation_messages')
      .values({
        conversation_id: 'old',
        role: 'assistant',
        content: '3 pending requests.',
        parts,
        engine: null,
        at,
        scope: 'office',
        reading: null,
      })
      .execute()
  })
  const { body } = await get(app, ben, '/api/ai/conversations/current')
  expect(body.messages).toMatchObject([{ content: '3 pending requests.' }])
  expect((await ask(ben, 'and the critical ones?')).conversationId).toBe('old')
})

test('a stored answer whose reading is no longer valid still opens', async () => {
  const { ben, db, app } = office
  const { message } = await ask(ben, 'How many requests are open?')
  const reading = { ...message.reading, query: { ...message.reading.query, filter: { moreDaysTaken: 4015 } } }
  await db.write((tx) =>
    tx
      .updateTable('conversation_messages')
      .set({ reading: JSON.stringify(reading) })
      .where('id', '=', Number(message.id))
      .execute(),
  )
  const { statusCode, body } = await get(app, ben, '/api/ai/conversations/current')
  expect(statusCode).toBe(200)
  expect(body.messages.at(-1).content).toBe(message.content)
  expect(body.messages.at(-1).reading).toBeUndefined()
})

test.each(['Compare January, February, March, April, May and June', 'Which requests took more than 11 years?'])(
  'a question beyond what a query may hold leaves the conversation readable: %s',
  async (message) => {
    const { ben, app } = office
    expect((await post(app, ben, '/api/ai/user-assistant', { message })).statusCode).toBe(200)
    const { statusCode, body } = await get(app, ben, '/api/ai/conversations/current')
    expect([statusCode, body.messages.length]).toEqual([200, 2])
  },
)

test.each([
  ['forget it, show me everything pending', { status: ['pending'] }],
  ['sorry, I meant high', { status: ['pending', 'in_progress'], priority: ['high'] }],
  ['no, high', { status: ['pending', 'in_progress'], priority: ['high'] }],
])('what turns from the question before asks nothing itself: %s', async (message, filter) => {
  const { ben } = office
  await ask(ben, 'open critical requests')
  const answer = await ask(ben, message)
  expect(answer.message.reading?.query?.filter).toEqual(filter)
})

test('a question that continues without a word of it says so', async () => {
  const { ben } = office
  await ask(ben, 'open critical requests')
  expect((await ask(ben, 'who has the most?')).response).toMatch(/^I stayed with the open critical requests\. /)
  expect((await ask(ben, 'Which department is the slowest?')).response).not.toContain('critical')
})

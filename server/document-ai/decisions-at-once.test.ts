import { expect, test } from 'vitest'
import { decidingOffice } from '../testing/document-ai.ts'

const { office, readMinutes, decide, requestsStored } = await decidingOffice()
const { db, ben, cleo } = office

test('of ten people who decide at the same moment one does', async () => {
  const { proposals } = await readMinutes()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      decide(proposals[0]!, { decision: i % 3 === 2 ? 'refuse' : 'accept' }, i % 2 ? ben : cleo),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
  const won = answers.find(({ statusCode }) => statusCode === 200)!
  expect(await requestsStored()).toHaveLength(won.body.state === 'accepted' ? 1 : 0)
})

test('of ten people who undo at the same moment one does', async () => {
  const { proposals } = await readMinutes()
  await decide(proposals[0]!, { decision: 'accept' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => decide(proposals[0]!, { decision: 'undo' }, i % 2 ? ben : cleo)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await requestsStored()).toMatchObject([{ status: 'cancelled', version: 2 }])
})

test('under one key a proposal is accepted once', async () => {
  const { proposals } = await readMinutes()
  const body = { decision: 'accept' }
  const answers = await Promise.all([1, 2, 3].map(() => decide(proposals[0]!, body, ben, 'key')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await requestsStored()).toHaveLength(1)
})

test('three hundred decisions leave as many requests as there are acceptances', async () => {
  const { proposals } = await readMinutes()
  for (let round = 0; round < 6; round++) {
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const decision = (['accept', 'undo', 'refuse'] as const)[(i + round) % 3]!
        return decide(
          proposals[i % 3]!,
          { decision, ...(decision === 'accept' && { dueDate: '2026-05-01' }) },
          i % 2 ? ben : cleo,
        )
      }),
    )
  }
  const open = (await requestsStored()).filter(({ status }) => status === 'pending')
  const accepted = await db.read
    .selectFrom('document_proposals')
    .select('request_number')
    .where('state', '=', 'accepted')
    .execute()
  expect(open.map(({ number }) => number).toSorted()).toEqual(accepted.map((one) => one.request_number).toSorted())
  const sources = await db.read.selectFrom('request_sources').select('request_number').execute()
  expect(sources).toHaveLength((await requestsStored()).length)
})

import { expect, test } from 'vitest'
import { decidingOffice } from '../testing/document-ai.ts'

const { office, readMinutes, readAgain, decide, decideAll, requestsStored } = await decidingOffice()
const { db, ben, cleo } = office

test('of ten concurrent decisions one succeeds', async () => {
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

test('of two concurrent acceptances of the same from two documents one is refused with the other as duplicate', async () => {
  const readings = [await readMinutes(), await readMinutes()]
  const [one, other] = readings.map(({ proposals }) => proposals[0]!)
  const seenBy = ({ duplicates }: { duplicates: { id: string }[] }) => duplicates.map(({ id }) => id)
  const answers = await Promise.all([
    decide(one!, { decision: 'accept', seenDuplicates: seenBy(one!) }, ben),
    decide(other!, { decision: 'accept', seenDuplicates: seenBy(other!) }, cleo),
  ])
  const won = answers.find(({ statusCode }) => statusCode === 200)!
  const refused = answers.find(({ statusCode }) => statusCode === 409)!
  const twin = { kind: 'request', id: won.body.request.id }
  expect(refused.body).toMatchObject({ code: 'possible-duplicates', current: { state: 'open', duplicates: [twin] } })
  expect(await requestsStored()).toHaveLength(1)
  const stored = (await readAgain(refused.body.current.id === one!.id ? readings[0]!.id : readings[1]!.id))
    .proposals[0]!
  expect(stored).toMatchObject({ state: 'open', duplicates: [twin] })
  // A person who has seen the duplicates may accept all the same.
  expect((await decide(stored, { decision: 'accept' })).statusCode).toBe(200)
})

test('of several accepted together, those like a concurrently accepted one stay open', async () => {
  const readings = [await readMinutes(), await readMinutes()]
  const itemsOf = ({ proposals }: (typeof readings)[number]) =>
    proposals.map(({ id }) => ({ proposalId: id, decision: 'accept', dueDate: '2026-05-01', seenDuplicates: [] }))
  const outcomes = await Promise.all(
    readings.map((reading, i) => decideAll(reading, itemsOf(reading), i === 0 ? ben : cleo)),
  )
  expect(await requestsStored()).toHaveLength(3)
  const refused = outcomes.flatMap(({ body }) => body).filter(({ error }: { error: string | null }) => error !== null)
  expect(refused).toHaveLength(3)
  for (const one of refused) expect(one).toMatchObject({ proposal: { duplicates: [{ kind: 'request' }] } })
})

test('of ten concurrent undos one succeeds', async () => {
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

test('three hundred decisions create exactly one request for each acceptance', async () => {
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

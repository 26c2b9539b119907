import { expect, test, vi } from 'vitest'
import type { DocumentProposal } from '../../shared/document-proposals.ts'
import { buildRequest } from '../testing/build.ts'
import { decidingOffice } from '../testing/document-ai.ts'
import { buildRole } from '../testing/roles.ts'

const { ai, office, readMinutes, readAgain, decide, decideAll, edit, requestsStored } = await decidingOffice()
const { db, ada, ben, cleo, dan } = office

const unlike = Array.from({ length: 30 }, (_, i) => ({
  id: `other-${i}`,
  title: `Tariff table ${i}`,
  description: `Load quota ${i} at night.`,
}))

/** Ada creates a request for the same after the document was read. */
async function buildTwin({ title, description }: Pick<DocumentProposal, 'title' | 'description'>, more: object = {}) {
  const twin = await buildRequest(db, { requesterId: ada.id, title, description, ...more })
  const rows = await db.read.selectFrom('requests').select(['id', 'title', 'description']).execute()
  ai.index([...rows, ...unlike])
  return twin
}

test('a request created since is shown before a proposal like it is accepted', async () => {
  const { id: readingId, proposals } = await readMinutes()
  const [first] = proposals
  const twin = await buildTwin(first!)
  const refused = await decide(first!, { decision: 'accept', dueDate: '2026-06-01', seenDuplicates: [] })
  expect(refused).toMatchObject({
    statusCode: 409,
    body: {
      code: 'possible-duplicates',
      error: `${twin.request_id} may ask for the same. Nothing was created.`,
      current: { id: first!.id, state: 'open', version: 1, duplicates: [{ kind: 'request', id: twin.id }] },
    },
  })
  expect(await requestsStored()).toHaveLength(1)
  expect((await readAgain(readingId)).proposals[0]).toMatchObject({ state: 'open', duplicates: [{ id: twin.id }] })
  // The retry after a lost response creates nothing either.
  expect((await decide(first!, { decision: 'accept', seenDuplicates: [] })).statusCode).toBe(409)
  const seen = { decision: 'accept', dueDate: '2026-06-01', seenDuplicates: [twin.id] }
  expect((await decide(first!, seen)).body).toMatchObject({ state: 'accepted', dueDate: '2026-06-01' })
  expect(await requestsStored()).toHaveLength(2)
})

test('without naming duplicates a retry counts as having seen those of the last answer', async () => {
  const { proposals } = await readMinutes()
  await buildTwin(proposals[0]!)
  expect((await decide(proposals[0]!, { decision: 'accept' })).statusCode).toBe(409)
  expect((await decide(proposals[0]!, { decision: 'accept' })).statusCode).toBe(200)
})

test('the edited text is compared', async () => {
  const { proposals } = await readMinutes()
  const text = {
    title: 'Count the pallets at the gate',
    description: 'Each pallet is counted when it leaves the gate.',
  }
  const { body: edited } = await edit(proposals[0]!, text)
  const twin = await buildTwin(text)
  const { body } = await decide(edited, { decision: 'accept', seenDuplicates: [] })
  expect(body.current.duplicates).toMatchObject([{ id: twin.id }])
})

test('of several, those like a request created since stay open and are returned with it', async () => {
  const reading = await readMinutes()
  const [first, second] = reading.proposals
  const twin = await buildTwin(second!)
  const items = [
    { proposalId: first!.id, decision: 'accept', seenDuplicates: [] },
    { proposalId: second!.id, decision: 'accept', dueDate: '2026-05-01', seenDuplicates: [] },
  ]
  const { body } = await decideAll(reading, items, ben, 'all')
  expect(body).toMatchObject([
    { proposal: { state: 'accepted' }, error: null },
    {
      proposal: { id: second!.id, state: 'open', duplicates: [{ id: twin.id }] },
      error: `${twin.request_id} may ask for the same. Nothing was created.`,
    },
  ])
  expect((await decideAll(reading, items, ben, 'all')).body).toEqual(body)
  const again = [{ ...items[1], seenDuplicates: [twin.id] }]
  expect((await decideAll(reading, again)).body).toMatchObject([{ proposal: { state: 'accepted' }, error: null }])
})

test('requests from the same document are not new duplicates', async () => {
  const { proposals } = await readMinutes()
  const [first, second] = proposals
  const { body: accepted } = await decide(first!, { decision: 'accept' }, cleo)
  const { body } = await edit(second!, { title: first!.title, description: first!.description })
  ai.index([{ id: accepted.request.id, title: first!.title, description: first!.description }, ...unlike])
  const call = { decision: 'accept', dueDate: '2026-05-01', seenDuplicates: [] }
  expect((await decide(body, call)).statusCode).toBe(200)
})

test('a seen proposal that has become a request since is a new duplicate', async () => {
  const [one, other] = [await readMinutes(), await readMinutes()]
  const [first] = other.proposals
  const seenDuplicates = first!.duplicates.map(({ id }) => id)
  expect(seenDuplicates).toEqual([one.proposals[0]!.id])
  const { body: accepted } = await decide(one.proposals[0]!, { decision: 'accept' }, cleo)
  const refused = await decide(first!, { decision: 'accept', seenDuplicates })
  expect(refused).toMatchObject({
    statusCode: 409,
    body: { code: 'possible-duplicates', current: { duplicates: [{ kind: 'request', id: accepted.request.id }] } },
  })
  const known = { decision: 'accept', seenDuplicates: [accepted.request.id] }
  expect((await decide(first!, known)).statusCode).toBe(200)
})

test('a cancelled request, or one that the person may not see, does not block accepting', async () => {
  const { proposals } = await readMinutes()
  await buildTwin(proposals[0]!, { status: 'cancelled' })
  expect((await decide(proposals[0]!, { decision: 'accept', seenDuplicates: [] })).statusCode).toBe(200)
  await buildTwin(proposals[1]!)
  await office.services.settings.change({ visibility: 'own' })
  await buildRole(db, { id: 'reader', permissions: ['ai.documents', 'requests.create'], people: [dan.id] })
  office.services.sessions.forgetAll()
  const call = { decision: 'accept', dueDate: '2026-05-01', seenDuplicates: [] }
  expect((await decide(proposals[1]!, call, dan)).statusCode).toBe(200)
})

test('a proposal that is not visible stays hidden although there is a request like it', async () => {
  const reading = await readMinutes()
  const [first] = reading.proposals
  const { number } = await buildRequest(db, { requesterId: ada.id })
  await db.write((tx) => tx.updateTable('documents').set({ request_number: number }).execute())
  await buildTwin(first!, { requesterId: dan.id })
  await office.services.settings.change({ visibility: 'own' })
  await buildRole(db, { id: 'reader', permissions: ['ai.documents', 'requests.create'], people: [dan.id] })
  office.services.sessions.forgetAll()
  const refused = await decide(first!, { decision: 'accept', seenDuplicates: [] }, dan)
  expect(refused).toMatchObject({ statusCode: 404, body: { error: 'There is no such proposal.' } })
  expect(JSON.stringify(refused.body)).not.toContain(first!.title)
})

test('an engine that does not answer does not block accepting', async () => {
  const { proposals } = await readMinutes()
  await buildTwin(proposals[0]!)
  const similar = vi.spyOn(ai, 'similar').mockRejectedValue(new Error('down'))
  expect((await decide(proposals[0]!, { decision: 'accept', seenDuplicates: [] })).statusCode).toBe(200)
  expect(similar).toHaveBeenCalled()
  similar.mockRestore()
})

test('a retried acceptance under its key is not a duplicate of its own request', async () => {
  const { proposals } = await readMinutes()
  const call = { decision: 'accept', seenDuplicates: [] }
  const { body } = await decide(proposals[0]!, call, ben, 'key')
  ai.index([{ ...proposals[0]!, id: body.request.id }, ...unlike])
  expect((await decide(proposals[0]!, call, ben, 'key')).body).toEqual(body)
})

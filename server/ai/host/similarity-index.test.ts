import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { get, patch, post, put, testApp } from '../../testing/app.ts'
import { buildRequest, emptyRequests } from '../../testing/build.ts'
import { brokenAi } from '../../testing/ai.ts'
import { ChangedTexts } from './changed-texts.ts'
import { SimilarityIndex } from './similarity-index.ts'

const office = await testApp()
const log = { error: vi.fn() }
let index: SimilarityIndex | undefined

beforeEach(async () => {
  await emptyRequests(office.db)
  await office.services.settings.change({ visibility: 'all' })
})
afterEach(async () => {
  await index?.close()
  index = undefined
  office.services.ai = brokenAi()
  expect(log.error).not.toHaveBeenCalled()
})
afterAll(() => office.close())

/** The server's index, without the engine's other threads. */
function startIndex() {
  const started = new SimilarityIndex({ db: office.db, log })
  index = started
  office.services.ai = { ...brokenAi(), similar: (entry, limit, within) => started.find(entry, limit, within) }
  return started
}

const OLD = { title: 'Send manifests to the port operator', description: 'The interface takes files every night.' }
const NEW = {
  title: 'Show quarantine certificates on tablets',
  description: 'Veterinary inspectors walk through warehouses carrying paper.',
}
const FORM = { department: 'it', priority: 'low', dueDate: '2026-05-01' }

type Asker = typeof office.ada
async function duplicates(asker: Asker, draft: { title: string; description: string } = NEW): Promise<string[]> {
  const { statusCode, body } = await post(office.app, asker, '/api/ai/similar', draft)
  expect(statusCode).toBe(200)
  const hits = body.requests as { id: string; possibleDuplicate: boolean }[]
  return hits.filter(({ possibleDuplicate }) => possibleDuplicate).map(({ id }) => id)
}
const isReady = () => vi.waitFor(async () => expect((await index!.find(OLD, 1)).ready).toBe(true), { timeout: 300_000 })
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 300_000, interval: 20 })
const create = async (asker: Asker, draft: object = NEW) =>
  (await post(office.app, asker, '/api/requests', { ...draft, ...FORM })).body as { id: string; version: number }

test('a request is named as a possible duplicate right after it was created, though its words are new to the office', async () => {
  await buildRequest(office.db, { requesterId: office.dan.id, ...OLD })
  startIndex()
  await isReady()
  const { id } = await create(office.dan)
  await until(async () => expect(await duplicates(office.ada)).toEqual([id]))
})

test('so is the first request of an empty office', async () => {
  startIndex()
  await isReady()
  const { id } = await create(office.dan)
  await until(async () => expect(await duplicates(office.ada)).toEqual([id]))
})

test('an edited text replaces the old one, and a cancelled request is no duplicate', async () => {
  const { app, ben, dan, ada } = office
  const { id, version } = await create(dan, OLD)
  startIndex()
  await isReady()
  expect(await duplicates(ada, OLD)).toEqual([id])
  expect((await patch(app, ben, `/api/requests/${id}`, { ...NEW, version })).statusCode).toBe(200)
  await until(async () => expect(await duplicates(ada)).toEqual([id]))
  expect(await duplicates(ada, OLD)).toEqual([])
  expect((await put(app, dan, `/api/requests/${id}/cancel`)).statusCode).toBe(200)
  expect(await duplicates(ada)).toEqual([])
  const { requests } = (await post(app, ada, '/api/ai/similar', NEW)).body
  expect(requests).toMatchObject([{ id, status: 'cancelled', possibleDuplicate: false }])
  expect((await get(app, ada, `/api/requests/${id}`)).body.title).toBe(NEW.title)
})

/** A form template: the same lines below every request. */
const inForm = (intent: string) => `## What is needed
${intent}

## Steps to reproduce
1. Sign in to the trade system with your own account.
2. Open the page in question from the menu on the left.
3. Compare what is shown with what is described above.

## Environment
Application: trade system 7.4
Browser: Edge 138 on Windows 11, screen of 1920 x 1080
Contact: the head of your section, who has agreed to this request`

const WISHES = [
  'Storage fees counted by day',
  'Tally clerks need a second tablet',
  'Excise stamps arrive without a receipt',
  'Anchorage positions on the berth plan',
  'Invoices of couriers in one list',
  'Reefer plugs are booked twice',
  'Search for carnets by holder',
  'Quota of sugar shown to traders',
]

test('a title alone finds its request, and a form shared by many requests makes none a duplicate', async () => {
  const { db, dan, ada } = office
  const ids: string[] = []
  for (const title of WISHES)
    ids.push((await buildRequest(db, { requesterId: dan.id, title, description: inForm(`${title}, please.`) })).id)
  startIndex()
  await isReady()
  expect(await duplicates(ada, { title: 'reefer plugs are booked twice', description: '' })).toEqual([ids[5]])
  expect(await duplicates(ada, { title: NEW.title, description: inForm(NEW.description) })).toEqual([])
  const draft = { title: 'Sugar quota should be shown to traders', description: inForm('Traders want to see it.') }
  expect(await duplicates(ada, draft)).toEqual([ids[7]])
})

test('with the policy “own” other people’s new requests are not found', async () => {
  await office.services.settings.change({ visibility: 'own' })
  startIndex()
  await isReady()
  const { id } = await create(office.dan)
  await until(async () => expect(await duplicates(office.dan)).toEqual([id]))
  expect(await duplicates(office.ada)).toEqual([])
  expect(await duplicates(office.ben)).toEqual([id])
})

test('requests created or changed while the index is being built are in it', async () => {
  const { db, ada, ben, dan, app } = office
  const ids: string[] = []
  for (let i = 0; i < 450; i++) ids.push((await buildRequest(db, { requesterId: dan.id, title: `Label ${i}` })).id)
  const texts = new ChangedTexts(db)
  const seen = new Map<string, string>()
  const take = (page: { id: string; title: string }[]) => page.forEach(({ id, title }) => seen.set(id, title))
  let pages = 0
  for await (const page of texts.all(1000)) {
    take(page)
    // The first page has already been read, so the reader misses this change.
    if (++pages === 1) {
      await patch(app, ben, `/api/requests/${ids[0]}`, { title: 'Changed behind', version: 1 })
      await create(ada)
    }
  }
  for await (const page of texts.changed()) take(page)
  expect(pages).toBeGreaterThan(2)
  expect(seen.get(ids[0]!)).toBe('Changed behind')
  expect([...seen.values()]).toContain(NEW.title)
  expect(seen.size).toBe(451)
  const again: unknown[] = []
  for await (const page of texts.changed()) again.push(...page)
  expect(again).toEqual([])
})

test('a request that commits after a later one with a higher number is not missed', async () => {
  const { db, ada } = office
  const texts = new ChangedTexts(db)
  await buildRequest(db, { requesterId: ada.id, ...NEW })
  const seen: string[] = []
  const look = async (pages: AsyncIterable<{ title: string }[]>) => {
    for await (const page of pages) seen.push(...page.map(({ title }) => title))
  }
  await look(texts.all(1000))
  const row = await db.read.selectFrom('requests').selectAll().executeTakeFirstOrThrow()
  const late = { ...row, id: crypto.randomUUID(), request_id: 'RFD-2026-0000', number: 0, title: OLD.title }
  await db.write((tx) => tx.insertInto('requests').values(late).execute())
  await look(texts.changed())
  expect(seen).toEqual([NEW.title, OLD.title])
})

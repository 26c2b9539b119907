import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { RequestListQuery } from '../../../shared/request-list.ts'
import { testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { countEventLoopTurns } from '../../testing/loop-turns.ts'
import { listRequests } from './service.ts'

const ROWS = 10

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
  const description = 'The seal is broken.'
  for (let i = 0; i < ROWS; i++) await buildRequest(office.db, { requesterId: office.ada.id, description })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => office.close())

async function search(text = 'seal', rows = ROWS) {
  const { services, ben } = office
  const actor = await services.sessions.find(ben.token)
  const { requests } = await listRequests(services, actor!, RequestListQuery.parse({ search: text }))
  expect(requests).toHaveLength(rows)
}

// A database in a separate process does not block the event loop.
test.runIf(TEST_ENGINE === 'sqlite')(
  'searches that come together do not ask the database in one turn of the event loop',
  async () => {
    await search()
    expect(
      await countEventLoopTurns(() => Promise.all(Array.from({ length: 6 }, () => search()))),
    ).toBeGreaterThanOrEqual(12)
  },
)

test.runIf(TEST_ENGINE === 'sqlite')(
  'the short words of a search are not all sampled in one turn of the event loop',
  async () => {
    const words = ['qa', 'qb', 'qc', 'qd', 'qe', 'qf', 'qg', 'qh', 'qi', 'qj', 'qk', 'ql']
    expect(await countEventLoopTurns(() => search(words.join(' '), 0))).toBeGreaterThanOrEqual(words.length)
  },
)

test('rows that take long to scan are not all scanned in one turn of the event loop', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5))
  expect(await countEventLoopTurns(() => search())).toBeGreaterThanOrEqual(ROWS)
})

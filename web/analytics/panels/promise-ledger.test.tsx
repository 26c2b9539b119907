import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Promises } from '../../../shared/analytics/promises.ts'
import { startSession } from '../../client/session.ts'
import { renderPart, shows } from '../../testing/part.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { NO_FILTERS } from '../filters.ts'
import { PromiseLedger } from './PromiseLedger.tsx'

const MOVE: Promises['moves'][number] = {
  id: 'a',
  requestId: 'RFD-2026-0007',
  title: 'Gate pass',
  at: '2026-11-20T09:00:00.000Z',
  by: { firstName: 'Ben', lastName: 'Manages' },
  from: '2026-11-18',
  to: '2026-11-30',
  reason: 'The supplier is late',
  wasLate: true,
  status: 'pending',
}
const SYSTEM_MOVE = { ...MOVE, id: 'b', by: null, to: '2026-11-17', reason: null, wasLate: false }

let queries: URLSearchParams[]
let leave: () => void

beforeEach(() => {
  queries = []
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['analytics.view'] }) })
  vi.stubGlobal('fetch', async ({ searchParams }: URL) => {
    queries.push(searchParams)
    return Response.json({ asOf: '2026-11-22T12:00:00.000Z', total: 12, moves: [MOVE, SYSTEM_MOVE] })
  })
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

function open(address: string): void {
  leave = renderPart(<PromiseLedger filters={NO_FILTERS} />, { address })
}

const cells = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)

test('each move has its person, its dates and its reason', async () => {
  open('/analytics')
  await shows(() => expect(cells()).toHaveLength(2))
  expect(cells()[0]).toMatch(/Ben Manages.*18 Nov 2026 had passed.*30 Nov 2026 12 days later.*The supplier is late/)
  expect(cells()[1]).toMatch(/Nobody: done by the system.*17 Nov 2026 1 day earlier.*None given/)
  expect(cells()[1]).not.toContain('had passed')
})

test.each([
  ['moves=2', '2'],
  ['moves=0', null],
  ['moves=second', null],
])('an address with %s asks for the page %s of ten moves', async (search, page) => {
  open(`/analytics?${search}`)
  await shows(() => expect(cells()).toHaveLength(2))
  expect(queries.map((query) => [query.get('page'), query.get('limit')])).toEqual([[page, '10']])
})

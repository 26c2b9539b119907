import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Batch, BatchItem } from '../../shared/ai-batches.ts'
import { readByKey } from '../client/query.ts'
import { render } from '../testing/render.ts'
import { BatchPolling } from './batch-polling.ts'
import { BatchReview } from './BatchReview.tsx'

const BATCH: Batch = {
  id: 'b1',
  createdAt: '2026-11-20T09:00:00.000Z',
  state: 'finished',
  total: 11,
  done: 11,
  undecided: 11,
}
const row = (itemId: number): BatchItem => ({
  itemId,
  id: `r${itemId}`,
  requestId: `RFD-2026-${1000 + itemId}`,
  title: 'Print the seal number on the gate pass',
  status: 'pending',
  current: { priority: 'low', department: 'it' },
  suggested: {
    suggestionId: `s${itemId}`,
    priority: 'high',
    department: 'operations',
    developmentType: 'Backend',
    confidence: 0.9,
  },
  time: null,
  decision: null,
  undone: false,
})

let leave: () => void
/** Those that nobody has decided. */
let left: number

beforeEach(() => {
  left = 11
  vi.stubGlobal('fetch', async ({ searchParams }: URL) => {
    const page = Number(searchParams.get('page'))
    const rows = Array.from({ length: left }, (_, i) => row(i + 1))
    return Response.json({ items: rows.slice((page - 1) * 10, page * 10), total: left })
  })
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

const text = () => document.body.textContent ?? ''
async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))
}
async function press(name: string): Promise<void> {
  act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click())
  await settle()
}

test('a page whose rows were all decided elsewhere does not say that nothing is left to review', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: readByKey(), retry: false } } })
  leave = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <BatchReview batch={BATCH} polling={new BatchPolling()} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await settle()
  left = 10
  await press('Next')
  expect(text()).toContain('Nothing left on this page')
  await press('Go to the first page')
  expect(text()).toContain('RFD-2026-1001')
  left = 0
  await act(() => client.invalidateQueries())
  await settle()
  expect(text()).toContain('Nothing left to review')
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Batch } from '../../../shared/ai-batches.ts'
import { queryClient } from '../../client/query.ts'
import { render } from '../../testing/render.ts'
import BatchTab from './BatchTab.tsx'

const BATCHES = '/api/ai/batches'
const BATCH: Batch = {
  id: 'b1',
  state: 'running',
  total: 10,
  done: 3,
  undecided: 3,
  createdAt: '2026-03-10T09:00:00.000Z',
}
const fetched = vi.fn<(address: string) => void>()
const defaults = queryClient.getDefaultOptions()
let leave = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  queryClient.setDefaultOptions({
    queries: {
      ...defaults.queries,
      queryFn: ({ queryKey: [address] }) => {
        fetched(String(address))
        if (address === BATCHES) return [BATCH]
        return String(address).includes('/items') ? { items: [], total: 0 } : null
      },
    },
  })
})
afterEach(() => {
  leave()
  queryClient.clear()
  queryClient.setDefaultOptions(defaults)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const readings = () => fetched.mock.calls.filter(([address]) => address === BATCHES).length
const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
const text = () => document.body.textContent ?? ''

test('polling of a stalled batch stops after 15 minutes, until a person checks again', async () => {
  leave = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <BatchTab />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await pass(14)
  expect(readings()).toBeGreaterThan(20)
  expect(text()).toContain('There has been no progress for a while.')
  await pass(2)
  const before = readings()
  await pass(60)
  expect(readings()).toBe(before)
  expect(text()).toContain('no progress for 15 minutes')

  const again = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Check again')
  act(() => again?.click())
  await pass(5)
  expect(readings()).toBeGreaterThan(before + 10)
  expect(text()).not.toContain('no progress for 15 minutes')
  expect(document.activeElement?.textContent).toBe('Analyzing the backlog')
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AiStatus } from '../../../shared/ai.ts'
import { readByKey } from '../../client/query.ts'
import { endSession, startSession } from '../../client/session.ts'
import { render } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { currentToasts, dismissToast } from '../../ui/toast.ts'
import { EngineCard } from './EngineCard.tsx'

const STATUS: AiStatus = {
  state: 'ready',
  engine: { name: 'local', version: '1.3', learnedFrom: 1240 },
  indexed: 60,
  waiting: 0,
  training: false,
  trainedAt: null,
  languageModel: null,
}

let leave: () => void
let status: AiStatus

beforeEach(() => {
  status = STATUS
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['settings.manage'] }) })
  vi.stubGlobal('fetch', async (_: URL, { method }: RequestInit) =>
    Response.json(method === 'POST' ? { message: 'Training will start in the background.' } : status),
  )
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: readByKey(), retry: false } } })
  vi.useFakeTimers()
  leave = render(
    <QueryClientProvider client={client}>
      <EngineCard />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  leave()
  vi.useRealTimers()
  act(() => endSession('signed-out'))
  for (const { id } of currentToasts()) dismissToast(id)
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const train = () => document.querySelector('button')!

test('a training that was asked for is followed until it has ended, although it begins a moment later', async () => {
  await pass(10)
  act(() => train().click())
  await pass(10)
  expect(train().getAttribute('aria-busy')).toBe('true')
  status = { ...STATUS, training: true }
  await pass(3000)
  expect(train().getAttribute('aria-busy')).toBe('true')
  status = { ...STATUS, trainedAt: '2026-11-20T09:00:00.000Z' }
  await pass(3000)
  expect(train().getAttribute('aria-busy')).toBeNull()
  expect(document.body.textContent).toContain('20 Nov 2026')
})

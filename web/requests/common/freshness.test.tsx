import { QueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/part.tsx'
import { Freshness } from './Freshness.tsx'

const ADDRESS = '/api/figures'
let leave = () => {}

afterEach(() => {
  leave()
  vi.useRealTimers()
})

/** Advances the timers and lets React render. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const isBusy = () => document.querySelector('[aria-busy=true]') !== null

test('Refresh shows its spinner only when answers are slow', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  leave = renderPart(<Freshness of={() => true} addresses={[ADDRESS]} />, { client })
  const answersAfter = (ms: number) =>
    client.fetchQuery({ queryKey: [ADDRESS], queryFn: () => new Promise((answer) => setTimeout(answer, ms, 1)) })

  void answersAfter(150)
  await pass(100)
  expect(isBusy()).toBe(false)
  await pass(900)
  expect(isBusy()).toBe(false)

  void answersAfter(2000)
  await pass(1000)
  expect(isBusy()).toBe(true)
  await pass(1100)
  expect(isBusy()).toBe(false)
})

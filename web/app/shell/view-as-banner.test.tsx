import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '../../client/session.ts'
import { renderPart } from '../../testing/part.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { ViewAsBanner } from './ViewAsBanner.tsx'

const ADMINISTRATOR = buildUser({ id: 'cleo', firstName: 'Cleo' })
const seeingFor = (ms: number) => buildUser({ seeing: { by: 'Cleo', until: new Date(Date.now() + ms).toISOString() } })

/** The server's answers to `/api/auth/validate`, in order. */
let answers: (() => Response)[]
let calls: number
let leave: () => void

beforeEach(() => {
  vi.useFakeTimers()
  calls = 0
  vi.stubGlobal('fetch', async () => answers[calls++]!())
})
afterEach(() => {
  leave()
  endSession(null)
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const banner = () => document.querySelector('[role=status]')?.textContent ?? ''
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the banner goes once the server can say that it has ended, and then nothing more is asked', async () => {
  const user = seeingFor(60_000)
  startSession({ token: buildToken(new Date()), user })
  answers = [
    () => {
      throw new TypeError('no connection')
    },
    () => Response.json({ user }),
    () => Response.json({ user: ADMINISTRATOR }),
  ]
  leave = renderPart(<ViewAsBanner />)
  await pass(62_000)
  expect(calls).toBe(1)
  expect(banner()).toContain('you see the page as Ada Asks')
  await pass(5000)
  expect(calls).toBe(2)
  expect(banner()).not.toBe('')
  await pass(5000)
  expect(banner()).toBe('')
  await pass(60_000)
  expect(calls).toBe(3)
})

test('a banner that was stopped by hand asks for nothing at the end', async () => {
  startSession({ token: buildToken(new Date()), user: seeingFor(60_000) })
  answers = []
  leave = renderPart(<ViewAsBanner />)
  act(() => startSession({ token: buildToken(new Date()), user: ADMINISTRATOR }))
  expect(banner()).toBe('')
  await pass(120_000)
  expect(calls).toBe(0)
})

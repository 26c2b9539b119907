import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BlockedSignIn } from '../../shared/blocked-sign-ins.ts'
import { startSession } from '../client/session.ts'
import { renderPart, shows } from '../testing/part.tsx'
import { buildToken, buildUser } from '../testing/session.ts'
import { BlockedSignInsSection } from './BlockedSignInsSection.tsx'

const at = { lastFailedAt: '2026-03-10T09:00:00.000Z', blockedUntil: '2026-03-10T09:15:00.000Z' }
const BLOCKS: BlockedSignIn[] = [
  { id: 'a'.repeat(32), kind: 'pair', username: 'ada', address: '203.0.113.9', failures: 12, ...at },
  { id: 'b'.repeat(32), kind: 'account', username: null, address: null, failures: 25, ...at },
]
let blocks: BlockedSignIn[]
let lifted: string[]
let leave: () => void

beforeEach(() => {
  blocks = BLOCKS
  lifted = []
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['settings.manage'] }) })
  vi.stubGlobal('fetch', async (url: URL, { method }: RequestInit) => {
    if (method !== 'DELETE') return Response.json({ blocks, total: blocks.length })
    const id = url.pathname.split('/').at(-1)!
    lifted.push(id)
    blocks = blocks.filter((block) => block.id !== id)
    return new Response(null, { status: 204 })
  })
  leave = renderPart(<BlockedSignInsSection />)
})
afterEach(() => {
  leave()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '')

test('each block says whom it stops, and lifting one takes it away and keeps the focus', async () => {
  await shows(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toContain('ada, from 203.0.113.9')
  expect(rows()[1]).toContain('An unknown username, from addresses it has not used before')
  const button = document.querySelector<HTMLButtonElement>('[aria-label="Lift the block: ada, from 203.0.113.9"]')!
  act(() => button.click())
  await shows(() => expect(rows()).toHaveLength(1))
  expect(lifted).toEqual(['a'.repeat(32)])
  expect(document.activeElement?.textContent).toBe('Blocked sign-ins')
})

test('without blocks it says so', async () => {
  await shows(() => expect(rows()).toHaveLength(2))
  blocks = []
  act(() => [...document.querySelectorAll('button')].find((it) => it.textContent === 'Refresh')?.click())
  await shows(() => expect(document.body.textContent).toContain('No sign-ins are blocked.'))
})

test('while another page loads, its number keeps the focus, and the rows are said to be of another page', async () => {
  await shows(() => expect(rows()).toHaveLength(2))
  const loaded = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (url: URL) =>
    url.searchParams.get('page') === '1' ? Promise.resolve(Response.json({ blocks, total: 26 })) : loaded.promise,
  )
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find((it) => (it.getAttribute('aria-label') ?? it.textContent) === name)
  act(() => button('Refresh')?.click())
  await shows(() => expect(button('Page 2')).toBeDefined())
  button('Page 2')?.focus()
  act(() => button('Page 2')?.click())
  expect(rows()).toHaveLength(2)
  expect(document.activeElement).toBe(button('Page 2'))
  expect(document.body.textContent).toContain('Page 2 is not loaded')
  loaded.resolve(Response.json({ blocks: [BLOCKS[1]], total: 26 }))
  await shows(() => expect(rows()).toHaveLength(1))
  expect(document.activeElement).toBe(button('Page 2'))
})

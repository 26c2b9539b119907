import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DatabaseStatus as Status } from '../../shared/operation.ts'
import { startSession } from '../client/session.ts'
import { renderPart, shows } from '../testing/part.tsx'
import { buildToken, buildUser } from '../testing/session.ts'
import { DatabaseStatus } from './DatabaseStatus.tsx'

const STATUS: Status = {
  engine: 'postgres',
  version: '15.6',
  sizeBytes: 4_200_000_000,
  latencyMs: 3.4,
  migrations: { applied: 30, newest: '0044-audit-list' },
  connections: { open: 12, most: 100 },
  jobs: { waiting: 1234, scheduled: 6, running: 2, dead: 1 },
}
const JOB = {
  id: 7,
  kind: 'batch',
  attempts: 5,
  error: 'The disk was full',
  createdAt: '',
  deadAt: '2026-03-10T09:00:00.000Z',
}
let dead: (typeof JOB)[]
let retried: string[]
let leave: () => void

beforeEach(() => {
  dead = [JOB]
  retried = []
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['settings.manage'] }) })
  vi.stubGlobal('fetch', async ({ pathname }: URL, { method }: RequestInit) => {
    if (method === 'PUT') {
      retried.push(pathname)
      dead = []
      return new Response(null, { status: 204 })
    }
    if (pathname === '/api/ready') return Response.json({ status: 'ready' })
    if (pathname === '/api/settings/dead-letters') return Response.json({ jobs: dead, total: dead.length })
    return Response.json({ ...STATUS, jobs: { ...STATUS.jobs, dead: dead.length } })
  })
  leave = renderPart(<DatabaseStatus />)
})
afterEach(() => {
  leave()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const text = () => document.body.textContent

test('the status is shown in plain words', async () => {
  await shows(() => expect(text()).toContain('PostgreSQL 15.6'))
  for (const words of ['3.9 GB', '3 ms', '30, up to 0044-audit-list', '12 of 100', '1,234', 'Jobs scheduled'])
    expect(text()).toContain(words)
})

test('a failed job says what was wrong, and can be tried again', async () => {
  await shows(() => expect(text()).toContain('The disk was full'))
  act(() => document.querySelector<HTMLButtonElement>('[aria-label^="Try again: batch"]')?.click())
  await shows(() => expect(text()).not.toContain('The disk was full'))
  expect(retried).toEqual(['/api/settings/dead-letters/7/retry'])
  expect(document.activeElement?.id).toBe('database')
})

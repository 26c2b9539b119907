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
let failed: number
let leave: () => void

beforeEach(() => {
  failed = 2
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['settings.manage'] }) })
  vi.stubGlobal('fetch', async ({ pathname }: URL) => {
    if (pathname === '/api/ready') return Response.json({ status: 'ready' })
    return Response.json({ ...STATUS, jobs: { ...STATUS.jobs, dead: failed } })
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

test('failed jobs are said, with the way to their reasons', async () => {
  await shows(() => expect(text()).toContain('2 background jobs have failed.'))
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/settings/jobs?state=failed')
})

import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BackgroundJob } from '../../../shared/background-jobs.ts'
import { startSession } from '../../client/session.ts'
import { renderPart, shows } from '../../testing/part.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { JobsSection } from './JobsSection.tsx'

const FAILED: BackgroundJob = {
  id: 7,
  kind: 'export',
  state: 'failed',
  attempts: 5,
  error: 'The disk was full',
  createdAt: '2026-03-10T08:00:00.000Z',
  at: '2026-03-10T09:00:00.000Z',
  comesBack: false,
}
const RUNNING: BackgroundJob = { ...FAILED, id: 8, kind: 'retention', state: 'running', error: null, comesBack: true }
let jobs: BackgroundJob[]
let calls: string[]
let leave: () => void

beforeEach(() => {
  jobs = [FAILED, RUNNING]
  calls = []
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['settings.manage'] }) })
  vi.stubGlobal('fetch', async ({ pathname, searchParams }: URL, { method = 'GET' }: RequestInit) => {
    if (method !== 'GET') {
      calls.push(`${method} ${pathname}`)
      jobs = jobs.filter(({ id }) => !pathname.includes(`/${id}`))
      return new Response(null, { status: 204 })
    }
    const state = searchParams.get('state')
    const matches = jobs.filter((job) => state === null || job.state === state)
    return Response.json({ jobs: matches, total: matches.length })
  })
  leave = renderPart(<JobsSection />)
})
afterEach(() => {
  leave()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const text = () => document.body.textContent
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent).startsWith(name),
  )
const press = (name: string) => act(() => button(name)!.click())

test('jobs are named in words with their state and reason, and one that runs is left alone', async () => {
  await shows(() => expect(text()).toContain('The disk was full.'))
  for (const words of ['Write an export', 'Failed', 'Delete what is past its time', 'Running'])
    expect(text()).toContain(words)
  expect(button('Try again: Write an export')).toBeDefined()
  expect(button('Drop: Delete what')).toBeUndefined()
})

test('a failed job is tried again, and the focus stays on the list', async () => {
  await shows(() => expect(text()).toContain('Write an export'))
  press('Try again')
  await shows(() => expect(text()).not.toContain('Write an export'))
  expect(calls).toEqual(['PUT /api/jobs/7/retry'])
  expect(document.activeElement?.id).toBe('jobs')
})

test('dropping a job asks first and says what is lost', async () => {
  await shows(() => expect(text()).toContain('Write an export'))
  press('Drop: Write an export')
  const dialog = document.querySelector('[role=dialog]')!
  expect(dialog.textContent).toContain('The export is marked as failed. Its owner can make a new one.')
  expect(dialog.textContent).toContain('A dropped job does not come back.')
  expect(calls).toEqual([])
  press('Drop job')
  await shows(() => expect(text()).not.toContain('Write an export'))
  expect(calls).toEqual(['DELETE /api/jobs/7'])
})

test('a state without jobs says so', async () => {
  await shows(() => expect(text()).toContain('Write an export'))
  press('Queued')
  await shows(() => expect(text()).toContain('No job is waiting for its turn.'))
})

import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AiQuality } from '../../../shared/ai-quality.ts'
import type { Permission } from '../../../shared/permissions.ts'
import { endSession, startSession } from '../../client/session.ts'
import { ownClient, renderPart } from '../../testing/part.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { QualitySection } from './QualitySection.tsx'
import type { FieldQuality } from './quality.ts'

let leave: () => void
afterEach(() => {
  leave()
  act(() => endSession('signed-out'))
  vi.unstubAllGlobals()
})

const undecided = (field: FieldQuality['field']): FieldQuality => ({
  field,
  decided: 0,
  leftOut: 0,
  accepted: 0,
  changed: 0,
  rejected: 0,
  confusion: [],
  calibration: [],
  byMonth: [],
})
const FIELDS = (['priority', 'responsibleDepartment', 'developmentType'] as const).map(undecided)

async function open(fields: FieldQuality[], permissions: Permission[]): Promise<void> {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions }) })
  const intervals = { finished: 0, held: 0, half: { finished: 0, held: 0 }, openPast: 0, byMonth: [], byDepartment: [] }
  const quality: AiQuality = { fields, intervals, models: [] }
  vi.stubGlobal('fetch', async (url: URL) =>
    url.pathname.endsWith('/quality') ? Response.json(quality) : new Promise<Response>(() => {}),
  )
  leave = renderPart(<QualitySection />, { client: ownClient() })
  await act(() => vi.waitFor(() => expect(document.getElementById('agreement')).not.toBeNull(), { timeout: 300_000 }))
}

const text = () => document.body.textContent
const backlog = () => document.querySelector('a[href="/dashboard?view=ai-analysis"]')

test('without decisions the page says what to do, instead of empty tables', async () => {
  await open(FIELDS, ['analytics.view', 'ai.batch'])
  expect(text()).toContain('No decisions yet')
  expect(text()).not.toContain('Details for')
  expect(backlog()?.textContent).toBe('Analyze the backlog')
})

test('without the permission to analyse the backlog there is no link to it', async () => {
  await open(FIELDS, ['analytics.view'])
  expect(text()).toContain('No decisions yet')
  expect(backlog()).toBeNull()
})

test('a single decision is shown, even on a training example', async () => {
  const [priority, ...others] = FIELDS
  await open([{ ...priority!, leftOut: 1 }, ...others], ['analytics.view', 'ai.batch'])
  expect(text()).not.toContain('No decisions yet')
  expect(text()).toContain('1 decision on a request it had already learned from is left out')
  expect(text()).toContain('Details for')
})

test('months are named as everywhere else', async () => {
  const byMonth = [{ month: '2026-11', decided: 3, accepted: 2 }]
  const [priority, ...others] = FIELDS
  await open([{ ...priority!, decided: 3, byMonth }, ...others], ['analytics.view'])
  expect(text()).toContain('Nov 2026')
  expect(text()).not.toContain('2026-11')
})

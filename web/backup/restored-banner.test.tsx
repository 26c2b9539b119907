import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BackupStatus } from '../../shared/backups.ts'
import { startSession } from '../client/session.ts'
import { ownClient, renderPart, shows } from '../testing/part.tsx'
import { buildToken, buildUser } from '../testing/session.ts'
import { currentToasts, dismissToast } from '../ui/toast.ts'
import { RestoredBanner } from './RestoredBanner.tsx'

const HELD = { madeAt: '2026-03-10T02:00:00.000Z', restoredAt: '2026-03-10T09:00:00.000Z', mails: 3, schedules: 1 }

let held: BackupStatus['held']
let sent: unknown[]
let leave: () => void
beforeEach(() => {
  ;[held, sent] = [HELD, []]
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['backups.manage'] }) })
  vi.stubGlobal('fetch', async ({ pathname }: URL, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json({ held })
    sent.push([pathname, JSON.parse(String(body))])
    held = null
    return new Response(null, { status: 204 })
  })
  leave = renderPart(<RestoredBanner />, { client: ownClient() })
})
afterEach(() => {
  leave()
  for (const { id } of currentToasts()) dismissToast(id)
  vi.unstubAllGlobals()
})

const text = () => document.body.textContent ?? ''
const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name)

test.each([
  ['Release all', 'send', 'Mail goes out again'],
  ['Drop waiting mail', 'drop', 'Waiting mail dropped'],
])('the banner says what is held, and %s ends it', async (name, waiting, done) => {
  await shows(() => expect(text()).toContain('3 messages wait, 1 report is due.'))
  button(name)!.click()
  await shows(() => expect(currentToasts()[0]?.title).toBe(done))
  expect(sent).toEqual([['/api/backups/release', { waiting }]])
})

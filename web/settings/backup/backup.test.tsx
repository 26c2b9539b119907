import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backup, BackupSettings } from '../../../shared/backups.ts'
import { startSession } from '../../client/session.ts'
import { ownClient, renderPart, shows } from '../../testing/part.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { currentToasts, dismissToast } from '../../ui/toast.ts'
import { BackupSection } from './BackupSection.tsx'
import { stateWords } from './backup-words.ts'

const SETTINGS: BackupSettings = {
  schedule: 'daily',
  at: '02:00',
  keepDays: 30,
  hasPassphrase: false,
  isPassphraseReadable: true,
  folder: '/srv/rfd/backups',
  version: 1,
}
const BACKUP: Backup = {
  id: 'b1',
  startedAt: '2026-03-10T02:00:00.000Z',
  startedBy: null,
  state: 'proven',
  progress: { done: 1, of: 1 },
  size: 2_000_000,
  checksum: 'c'.repeat(64),
  isEncrypted: false,
  requests: 1284,
  provenAt: '2026-03-10T02:01:00.000Z',
  endedAt: '2026-03-10T02:01:00.000Z',
  error: null,
}

let leave: () => void
let sent: string[]
beforeEach(() => {
  sent = []
  startSession({
    token: buildToken(new Date()),
    user: buildUser({ permissions: ['settings.manage', 'backups.manage'] }),
  })
})
afterEach(() => {
  leave()
  for (const { id } of currentToasts()) dismissToast(id)
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function open(backups: Backup[], settings = SETTINGS) {
  vi.stubGlobal('fetch', async ({ pathname }: URL, { method = 'GET' }: RequestInit) => {
    if (method !== 'GET') {
      sent.push(`${method} ${pathname}`)
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ id: 'b2' }, { status: 202 })
    }
    return Response.json(pathname.endsWith('/backups') ? { backups, total: backups.length } : settings)
  })
  leave = renderPart(<BackupSection />, { client: ownClient() })
  await shows(() => expect(document.body.textContent).toContain('Backups'))
}
const text = () => document.body.textContent ?? ''
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').startsWith(name),
  )
const press = async (name: string) => {
  await shows(() => expect(button(name)).toBeDefined())
  button(name)!.click()
}

test('the list says how each backup was proven, and the settings what is missing', async () => {
  await open([BACKUP, { ...BACKUP, id: 'b0', state: 'failed', error: { code: 'refused', detail: 'No space left.' } }])
  await shows(() => expect(text()).toContain('Restored, 1,284 requests equal'))
  expect(text()).toContain('Schedule')
  expect(text()).toContain('Failed')
  expect(text()).toContain('No space left.')
  await shows(() => expect(text()).toContain('Backups are not encrypted'))
})

test('Run Backup Now starts one and says so; a backup is deleted only after asking', async () => {
  await open([BACKUP])
  await shows(() => expect(text()).toContain('Run Backup Now'))
  await shows(() => expect(text()).toContain('Restored'))
  await press('Run Backup Now')
  await shows(() => expect(currentToasts()[0]?.title).toBe('Backup started'))
  await press('Delete the backup')
  await shows(() => expect(text()).toContain('Delete this backup?'))
  expect(sent).toEqual(['POST /api/backups'])
  await press('Delete backup')
  await shows(() => expect(sent).toContain('DELETE /api/backups/b1'))
})

test('every state has its words', () => {
  const words = (change: Partial<Backup>) => stateWords({ ...BACKUP, ...change })
  expect(words({ requests: 1 })).toBe('Restored, 1 request equal')
  expect(words({ state: 'queued' })).toBe('Waiting')
  expect(words({ state: 'running' })).toBe('Under way')
  expect(words({ state: 'not-proven' })).toBe('Made, but not proven')
  expect(words({ state: 'failed', error: { code: 'interrupted', detail: '' } })).toBe(
    'Failed: the server stopped meanwhile',
  )
})

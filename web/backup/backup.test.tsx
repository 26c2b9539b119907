import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backup, BackupSettings, BackupStatus } from '../../shared/backups.ts'
import { PERMISSIONS } from '../../shared/permissions.ts'
import { startSession } from '../client/session.ts'
import { ownClient, renderPart, shows } from '../testing/part.tsx'
import { type } from '../testing/render.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { currentToasts, dismissToast } from '../ui/toast.ts'
import { BackupSection } from './BackupSection.tsx'
import { stateWords, tookWords } from './backup-words.ts'

const SETTINGS: BackupSettings = {
  schedule: 'daily',
  at: '02:00',
  keepDays: 30,
  pointInTime: false,
  hasPassphrase: false,
  isPassphraseReadable: true,
  recipient: null,
  target: 'folder',
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  hasSecretKey: false,
  isSecretKeyReadable: true,
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
  recipient: null,
  isOfPresentKey: true,
  bucket: null,
  requests: 1284,
  provenAt: '2026-03-10T02:01:00.000Z',
  endedAt: '2026-03-10T02:01:00.000Z',
  tookMs: 41_400,
  error: null,
}

const QUIET: BackupStatus = { restoring: null, restoreFailed: null, warning: null, held: null, pointInTime: null }

let leave: () => void
let sent: string[]
let status: BackupStatus
beforeEach(() => {
  sent = []
  status = QUIET
  startSession({
    token: buildToken(new Date()),
    user: buildUser({ permissions: [...PERMISSIONS] }),
  })
})
afterEach(() => {
  leave()
  for (const { id } of currentToasts()) dismissToast(id)
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function open(backups: Backup[], settings = SETTINGS) {
  vi.stubGlobal('fetch', async ({ pathname }: URL, { method = 'GET', body }: RequestInit) => {
    if (method !== 'GET') {
      sent.push([method, pathname, body].filter(Boolean).join(' '))
      return method === 'DELETE'
        ? new Response(null, { status: 204 })
        : Response.json({ id: 'b2', path: '/api/backups/b1/content?ticket=t' }, { status: 202 })
    }
    if (pathname.endsWith('/status')) return Response.json(status)
    return Response.json(
      pathname.endsWith('/backups') ? { backups, total: backups.length, size: 2_000_000 * backups.length } : settings,
    )
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
  act(() => button(name)!.click())
}

test('the list says how each backup was proven, and the settings what is missing', async () => {
  await open([BACKUP, { ...BACKUP, id: 'b0', state: 'failed', error: { code: 'refused', detail: 'No space left.' } }])
  await shows(() => expect(text()).toContain('Restored, 1,284 requests equal'))
  expect(text()).toContain('2 kept · 3.8 MB')
  expect(text()).toContain('Last backup verified')
  expect(text()).toContain('Last proven on 10 Mar 2026')
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

test('a backup that only its recipient can open is neither verified nor restored here', async () => {
  await open([{ ...BACKUP, isEncrypted: true, recipient: 'age1q' }])
  await shows(() => expect(text()).toContain('Encrypted for its recipient'))
  expect(button('Delete the backup')).toBeDefined()
  expect(button('Verify the backup')).toBeUndefined()
  expect(button('Restore… the backup')).toBeUndefined()
})

test('only the newest backup tells whether the last one was verified', async () => {
  await open([{ ...BACKUP, id: 'b2', state: 'not-proven', provenAt: null }, BACKUP])
  await shows(() => expect(text()).toContain('Made, but not proven'))
  expect(text()).not.toContain('Last backup verified')
})

const segment = () => document.querySelector('.segments [aria-pressed=true]')?.textContent

test('the schedule shows its day and time, and manual none', async () => {
  await open([BACKUP], { ...SETTINGS, schedule: 'weekly', at: '03:30' })
  await shows(() => expect(segment()).toBe('Weekly'))
  const time = () => document.querySelector<HTMLInputElement>('input[type=time]')
  expect([time()!.value, time()!.labels![0]!.textContent]).toEqual(['03:30', 'on Sundays at'])
  expect(text()).toContain('In the office’s time zone, UTC')
  await press('Daily')
  await shows(() => expect(time()!.labels![0]!.textContent).toBe('every day at'))
  await press('Manual')
  await shows(() => expect(time()).toBeNull())
  expect(text()).toContain('Only when somebody presses Run Backup Now')
  await press('Save settings')
  await shows(() => expect(sent[0]).toContain('"schedule":"manual"'))
})

test('a backup says what it took, and a failed one is tried again', async () => {
  await open([
    { ...BACKUP, id: 'b2', state: 'failed', size: null, checksum: null, provenAt: null, tookMs: null },
    BACKUP,
  ])
  await shows(() => expect(text()).toContain('41 s'))
  const cells = [...document.querySelectorAll('[data-label=Took]')].map((cell) => cell.textContent)
  expect(cells).toEqual(['–', '41 s'])
  expect(button('Download the backup')?.textContent).toBe('Download')
  expect([...document.querySelectorAll('button')].filter((one) => one.textContent === 'Try again')).toHaveLength(1)
  await press('Try again')
  await shows(() => expect(currentToasts()[0]?.title).toBe('Backup started'))
  expect(sent).toEqual(['POST /api/backups'])
})

test.each([
  [400, 'under 1 s'],
  [41_400, '41 s'],
  [59_700, '1 min 0 s'],
  [185_000, '3 min 5 s'],
  [3_725_000, '1 h 2 min'],
])('%d ms are %j', (ms, words) => expect(tookWords(ms)).toBe(words))

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

const typeOffice = (text: string) => type(document.querySelector<HTMLInputElement>('[role=dialog] input')!, text)

test('a restore says what is replaced and lost, and is only asked for with the name of the office', async () => {
  await open([BACKUP])
  await press('Restore… the backup')
  await shows(() => expect(text()).toContain('Restore this backup?'))
  expect(text()).toContain('everything that was entered or changed since then')
  expect(text()).toContain('everybody signs in again')
  expect(text()).toContain('made with the server’s present SECRET_KEY')
  typeOffice('Another office')
  await press('Prepare the restore')
  await shows(() => expect(document.querySelector('[role=dialog] .error')?.textContent).toContain('name of the office'))
  expect(sent).toEqual([])
  typeOffice('Customs Trade System Programme')
  await press('Prepare the restore')
  await shows(() => expect(currentToasts()[0]?.title).toBe('Restore asked for'))
  expect(sent).toEqual(['POST /api/backups/b1/restore {"confirm":"Customs Trade System Programme"}'])
})

test.each([
  [true, 'Its file carries that key'],
  [false, 'Without it, stored passwords of other services cannot be read'],
])(
  'of a backup of another key (encrypted: %s) it is said what is lost, and nothing is begun here',
  async (isEncrypted, words) => {
    await open([{ ...BACKUP, isOfPresentKey: false, isEncrypted }])
    await press('Restore… the backup')
    await shows(() => expect(text()).toContain('It was made with another SECRET_KEY'))
    expect(text()).toContain(words)
    expect(text()).not.toContain('takes its place at the next start')
    expect(document.querySelector('[role=dialog] input')).toBeNull()
    expect(button('Prepare the restore')).toBeUndefined()
  },
)

test('who lacks a permission is offered no restore', async () => {
  const user = buildUser({ permissions: ['settings.manage', 'backups.manage'] })
  startSession({ token: buildToken(new Date()), user })
  await open([BACKUP])
  await shows(() => expect(button('Verify the backup')).toBeDefined())
  expect(button('Restore… the backup')).toBeUndefined()
})

const ASKED = {
  backupId: 'b1',
  takenAt: BACKUP.startedAt,
  askedBy: { firstName: 'Cleo', lastName: 'Varga' },
  askedAt: '2026-03-11T08:00:00.000Z',
}

test.each<[string, Partial<BackupStatus>, string, string]>([
  ['being prepared', { restoring: { ...ASKED, state: 'running' } }, 'is being prepared', 'Withdraw the restore'],
  [
    'prepared',
    { restoring: { ...ASKED, state: 'prepared' } },
    'at the next start of the server',
    'Withdraw the restore',
  ],
  [
    'in vain',
    { restoreFailed: { takenAt: ASKED.takenAt, code: 'refused', detail: 'The file is damaged.', at: ASKED.askedAt } },
    'The file is damaged.',
    'Dismiss',
  ],
])('a restore that is %s says so, and is withdrawn or dismissed', async (_, change, words, name) => {
  status = { ...QUIET, ...change }
  await open([BACKUP])
  await shows(() => expect(text()).toContain(words))
  await press(name)
  await shows(() => expect(sent).toEqual(['DELETE /api/backups/restore']))
})

test('a failure of the place where backups go is said by its code, with the answer of the bucket', async () => {
  const error = { code: 'target-refused', detail: '403 AccessDenied: Read only' } as const
  await open([{ ...BACKUP, state: 'not-proven', bucket: 's3://safe/daily', error }])
  await shows(() => expect(text()).toContain('Made, but not proven: the place of backups refused the keys or rights'))
  expect(text()).toContain('403 AccessDenied: Read only')
  expect(text()).toContain('s3://safe/daily')
})

test('a verification that could not run is said beside the earlier proof', async () => {
  const error = { code: 'target-unavailable', detail: '503 SlowDown' } as const
  await open([{ ...BACKUP, error }])
  await shows(() => expect(text()).toContain('Restored, 1,284 requests equal'))
  expect(text()).toContain('Last proven on 10 Mar 2026')
  expect(text()).toContain('Could not be verified again: the place of backups could not be reached')
  expect(text()).toContain('503 SlowDown')
})

test('before a backup is deleted, the question says from where', async () => {
  await open([{ ...BACKUP, bucket: 's3://safe/daily' }])
  await press('Delete the backup')
  await shows(() => expect(text()).toContain('is removed from s3://safe/daily. Copies elsewhere stay.'))
  await press('Keep it')
})

test('a download is followed by the browser, and never read by the page', async () => {
  const followed: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href')!)
  })
  await open([BACKUP])
  await press('Download the backup')
  await shows(() => expect(followed).toEqual(['/api/backups/b1/content?ticket=t']))
  expect(sent).toEqual(['POST /api/backups/b1/downloads'])
})

test('point in time says which moments can be restored, and what is wrong, and is saved with the rest', async () => {
  const [from, until] = ['2026-03-10T02:00:00.000Z', '2026-03-11T09:30:15.000Z']
  status = { ...QUIET, pointInTime: { isOn: true, from, until, problem: null } }
  await open([], { ...SETTINGS, pointInTime: true })
  await shows(() => expect(text()).toContain('Can be restored: from 10 Mar 2026, 02:00:00'))
  expect(text()).toContain('to 11 Mar 2026, 09:30:15')
  const box = document.querySelector<HTMLInputElement>('input[name=pointInTime]')!
  expect(box.checked).toBe(true)
  act(() => box.click())
  await press('Save')
  await shows(() => expect(sent.at(-1)).toContain('"pointInTime":false'))
})

test.each(['', 'ENOSPC'])(
  'point in time that copies nothing is a warning, with its reason "%s" if there is one',
  async (detail) => {
    const problem = { code: 'place-failed', detail } as const
    status = { ...QUIET, pointInTime: { isOn: true, from: null, until: null, problem } }
    await open([], { ...SETTINGS, pointInTime: true })
    const words = () => document.querySelector('[role=group] [role=status] .note.tone-amber')?.textContent
    await shows(() => expect(words()).toBe(['Nothing was copied lately', detail].filter(Boolean).join(': ')))
  },
)

test('on PostgreSQL point in time names the archiving of the database', async () => {
  await open([])
  await shows(() => expect(text()).toContain('On PostgreSQL, the database’s own archiving does this'))
  expect(document.querySelector('input[name=pointInTime]')).toBeNull()
})

const BUCKET_SETTINGS: BackupSettings = {
  ...SETTINGS,
  hasPassphrase: true,
  target: 'bucket',
  endpoint: 'https://s3.example.org',
  bucket: 'safe',
  accessKeyId: 'KEY',
  hasSecretKey: true,
}

test('a bucket’s missing passphrase is said beside it, also when the stored one is to be removed', async () => {
  await open([BACKUP], BUCKET_SETTINGS)
  await press('Remove')
  await press('Save settings')
  await shows(() => expect(text()).toContain('Set a passphrase: backups leave the server only encrypted'))
  expect(sent).toEqual([])
})

test('another address asks for its secret key at once, because the stored one is of the former', async () => {
  await open([BACKUP], BUCKET_SETTINGS)
  await shows(() => expect(text()).toContain('A secret key is stored'))
  const address = document.querySelector<HTMLInputElement>('input[name="endpoint"]')!
  type(address, 'https://elsewhere.example')
  await shows(() => expect(document.querySelector('input[name="secretKey"]')).not.toBeNull())
  await press('Test')
  await shows(() => expect(text()).toContain('Enter the secret key of the bucket'))
  expect(sent).toEqual([])
})

import { afterEach, expect, test, vi } from 'vitest'
import type { BackupStatus } from '../../shared/backups.ts'
import type { Permission } from '../../shared/permissions.ts'
import { startSession } from '../client/session.ts'
import { ownClient, renderPart, shows } from '../testing/part.tsx'
import { buildToken, buildUser } from '../testing/session.ts'
import { BackupWarning } from './BackupWarning.tsx'

let leave = () => {}
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

let calls: number
function open(warning: BackupStatus['warning'], permissions: Permission[] = ['backups.manage']) {
  calls = 0
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions }) })
  vi.stubGlobal('fetch', async () => {
    calls++
    return Response.json({
      restoring: null,
      restoreFailed: null,
      held: null,
      pointInTime: null,
      warning,
    } satisfies BackupStatus)
  })
  leave = renderPart(<BackupWarning />, { client: ownClient() })
}
const text = () => document.body.textContent ?? ''

test.each<[NonNullable<BackupStatus['warning']>['code'], string]>([
  ['failed', 'The newest backup failed.'],
  ['not-proven', 'The newest backup is not proven.'],
  ['missing', 'Scheduled backups are missing.'],
])('the dashboard warns of a backup that is %s, with a link', async (code, words) => {
  open({ code, lastProvenAt: null })
  await shows(() => expect(text()).toContain(`${words} None has been proven yet.`))
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/settings/backup')
})

test('there is no line without a warning, and nothing is asked for who manages no backups', async () => {
  open(null)
  await shows(() => expect(calls).toBe(1))
  expect(text()).toBe('')
  leave()
  open({ code: 'failed', lastProvenAt: null }, ['requests.create'])
  await shows(() => expect(text()).toBe(''))
  expect(calls).toBe(0)
})

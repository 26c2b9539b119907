import { expect, test } from 'vitest'
import type { BackupStatus } from '../../shared/backups.ts'
import { get } from '../testing/app.ts'
import { buildBackup } from '../testing/backups.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { tellWhenMissing, warningIn } from './missing.ts'
import { readStored, writeStored } from './stored-settings.ts'

const office = await officeOfFile()
const { app, clock, db } = office
const DAY_MS = 86_400_000

const warning = () => warningIn(db.read, clock())
const build = (state: 'proven' | 'not-proven' | 'failed', daysAgo = 0) =>
  buildBackup(office.services, { state, daysAgo })
const plan = (schedule: 'daily' | 'weekly' | 'manual') =>
  db.write(async (tx) => writeStored(tx, { ...(await readStored(tx)), schedule }, clock().toISOString()))
const noticesOf = async ({ id } = office.cleo) => {
  const notices = db.read.selectFrom('notices').select('code').where('person_id', '=', id)
  return (await notices.execute()).map(({ code }) => code)
}

test('a backup that failed or is not proven is warned of until a proven one exists', async () => {
  expect(await warning()).toBeNull()
  await build('failed', 3)
  expect(await warning()).toEqual({ code: 'failed', lastProvenAt: null })
  await build('proven', 2)
  expect(await warning()).toBeNull()
  await build('not-proven', 1)
  expect(await warning()).toEqual({ code: 'not-proven', lastProvenAt: '2026-03-08T09:00:00.000Z' })
  const { body } = await get(app, office.cleo, '/api/backups/status')
  expect((body as BackupStatus).warning?.code).toBe('not-proven')
  await build('proven')
  expect(await warning()).toBeNull()
})

test.each([
  ['daily', 2],
  ['weekly', 14],
] as const)('with a %s schedule, a proven one is missing after %i days', async (schedule, days) => {
  await plan(schedule)
  await build('proven')
  clock.forward(days * DAY_MS)
  expect(await warning()).toBeNull()
  clock.forward(1)
  expect(await warning()).toEqual({ code: 'missing', lastProvenAt: '2026-03-10T09:00:00.000Z' })
  await plan('manual')
  expect(await warning()).toBeNull()
})

test('a schedule under which none was ever proven is warned of, counted from when it was saved', async () => {
  await plan('daily')
  expect(await warning()).toBeNull()
  clock.forward(2 * DAY_MS + 1)
  expect(await warning()).toEqual({ code: 'missing', lastProvenAt: null })
})

test('those who manage backups are told of a missing one once a day, others never', async () => {
  await plan('daily')
  await tellWhenMissing(office.services)
  expect(await noticesOf()).toEqual([])
  clock.forward(3 * DAY_MS)
  await tellWhenMissing(office.services)
  clock.forward(DAY_MS - 1)
  await tellWhenMissing(office.services)
  expect(await noticesOf()).toEqual(['backup-missing'])
  clock.forward(1)
  await tellWhenMissing(office.services)
  expect(await noticesOf()).toEqual(['backup-missing', 'backup-missing'])
  expect(await noticesOf(office.ben)).toEqual([])
  await build('proven')
  clock.forward(DAY_MS)
  await tellWhenMissing(office.services)
  expect(await noticesOf()).toHaveLength(2)
  expect(await db.read.selectFrom('settings').select('key').where('key', 'like', 'backup-%').execute()).toHaveLength(1)
})

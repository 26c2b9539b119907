import { expect, test } from 'vitest'
import { addDays, dateIn } from '../../shared/dates.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { startWhenDue } from './due.ts'
import { Stored, writeStored } from './stored-settings.ts'

const office = await officeOfFile()
const { clock, db } = office
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const LOOK_EVERY_MS = 20 * MINUTE_MS

/** Saves a daily schedule at noon of the day before, then looks regularly through two days. @returns the days of the backups */
async function twoDays(
  { from, timeZone, at = '02:00' }: { from: string; timeZone: string; at?: string },
  jump?: { atMs: number; byMs: number },
): Promise<string[]> {
  clock.set(`${addDays(from, -1)}T12:00:00.000Z`)
  await office.services.settings.change({ timeZone })
  await db.write((tx) => writeStored(tx, Stored.parse({ schedule: 'daily', at }), clock().toISOString()))
  const midnight = Date.parse(`${from}T00:00:00.000Z`)
  let wasPut = jump === undefined
  while (clock().getTime() < midnight + 45 * HOUR_MS) {
    clock.forward(LOOK_EVERY_MS)
    if (!wasPut && clock().getTime() >= midnight + jump!.atMs) {
      clock.set(new Date(clock().getTime() + jump!.byMs).toISOString())
      wasPut = true
    }
    await startWhenDue(office.services)
    await db.write((tx) => tx.updateTable('backups').set({ state: 'proven' }).execute())
  }
  const rows = await db.read.selectFrom('backups').select('started_at').orderBy('started_at').execute()
  return rows.map(({ started_at }) => dateIn(timeZone, new Date(started_at)))
}

const jumps = [110, 130].flatMap((minute) => [HOUR_MS, -HOUR_MS].map((byMs) => [minute, byMs] as const))

test.each(jumps)(
  'a clock put off %i minutes after midnight by %i ms neither skips nor doubles a day',
  async (minute, byMs) => {
    const days = await twoDays({ from: '2026-03-10', timeZone: 'UTC' }, { atMs: minute * MINUTE_MS, byMs })
    expect(days).toEqual(['2026-03-10', '2026-03-11'])
  },
)

test.each([
  ['2026-03-28', '02:00'],
  ['2026-03-28', '02:30'],
  ['2026-10-24', '02:00'],
  ['2026-10-24', '02:30'],
  ['2026-10-24', '03:00'],
])('over the change of the clocks after %s each day has one backup at %s', async (from, at) => {
  const days = await twoDays({ from, timeZone: 'Europe/Berlin', at })
  expect(days).toEqual([from, addDays(from, 1)])
})

test('a clock that was far ahead does not stop the schedule once it is set right', async () => {
  clock.set('2027-03-10T12:00:00.000Z')
  await db.write((tx) => writeStored(tx, Stored.parse({ schedule: 'daily' }), '2027-03-09T12:00:00.000Z'))
  await startWhenDue(office.services)
  await db.write((tx) => tx.updateTable('backups').set({ state: 'proven' }).execute())
  clock.set('2026-03-11T02:01:00.000Z')
  await startWhenDue(office.services)
  expect(await db.read.selectFrom('backups').select('id').execute()).toHaveLength(2)
})

test('an office that saved no settings has a backup each night, counted from the first look', async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  await startWhenDue(office.services)
  expect(await db.read.selectFrom('backups').select('id').execute()).toEqual([])
  clock.set('2026-03-11T02:01:00.000Z')
  await startWhenDue(office.services)
  expect(await db.read.selectFrom('backups').select('id').execute()).toHaveLength(1)
})

import { afterAll, expect, test, vi } from 'vitest'
import { CONCURRENCY_BY_KIND } from '../background.ts'
import { readConfig } from '../config.ts'
import { JobQueue } from '../platform/jobs/queue.ts'
import { Settings } from '../settings/service.ts'
import { BACKUP_KEY, buildPlaces, fillOffice, openPlace } from '../testing/backup-offices.ts'
import { TEST_ENGINE } from '../testing/database.ts'
import { testClock } from '../testing/clock.ts'
import { jobRunners } from '../testing/jobs.ts'
import { startWhenDue } from './due.ts'
import { backupJobs } from './jobs.ts'
import { listBackupRows, updateBackup } from './queries.ts'
import { enqueueBackup } from './service.ts'
import { Stored, writeStored } from './stored-settings.ts'

const { place, removeAll } = buildPlaces('rfd-clock-jump-')
afterAll(removeAll)
const start = jobRunners()
const reachable = test.runIf(TEST_ENGINE !== 'pglite')
const HOUR_MS = 3_600_000

reachable('a clock that jumps an hour during a backup and during its proof takes nothing from either', async () => {
  const where = await place(TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite')
  await fillOffice(where)
  const { db } = await openPlace(where)
  const clock = testClock('2026-03-10T02:00:30.000Z')
  const config = readConfig({ ...where, SECRET_KEY: BACKUP_KEY })
  const queue = new JobQueue(clock)
  const deps = { db, clock, config, queue, settings: new Settings({ db, clock, demo: false }) }
  await deps.settings.change({ timeZone: 'UTC' })
  await db.write((tx) => writeStored(tx, Stored.parse({ schedule: 'daily', at: '02:00' }), '2026-03-09T12:00:00.000Z'))
  // Two processes on one database, as far as jobs are concerned.
  const options = { concurrencyByKind: CONCURRENCY_BY_KIND, uptime: () => performance.now() }
  for (const _ of [1, 2]) start({ db, clock, queue }, backupJobs(deps), options)
  const rows = () => listBackupRows(db.read, { limit: 100, offset: 0 })
  const jobs = () => db.read.selectFrom('jobs').select(['attempts', 'dead_at']).orderBy('id').execute()
  const newest = async (state: string) =>
    vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ state }), { timeout: 300_000, interval: 5 })
  const verify = async () => {
    const { id, state: was } = (await rows())[0]!
    await db.write(async (tx) => {
      await updateBackup(tx, id, { state: 'queued' })
      await queue.add(tx, { kind: 'backup', payload: { id, task: 'verify', was }, maxAttempts: 2 })
    })
  }

  await startWhenDue(deps)
  for (const [i, jumpMs] of [HOUR_MS, -HOUR_MS, HOUR_MS, -HOUR_MS].entries()) {
    if (i > 0 && i < 3) await verify()
    // Right after one that was started an hour ahead of the clock.
    if (i === 3) await db.write((tx) => enqueueBackup(tx, deps, null))
    await newest('running')
    clock.forward(jumpMs)
    await startWhenDue(deps)
    await newest('proven')
    await startWhenDue(deps)
  }
  const last = await db.write((tx) => enqueueBackup(tx, deps, null))
  await newest('proven')
  const all = await rows()
  expect(all.map(({ error }) => error)).toEqual([null, null, null])
  for (const { started_at, ended_at } of all) expect(ended_at! >= started_at).toBe(true)
  expect(all[0]!.id).toBe(last)
  expect(await jobs()).toEqual(Array.from({ length: 5 }, () => ({ attempts: 1, dead_at: null })))
  // The schedule goes on the next day, once.
  clock.set('2026-03-11T02:00:30.000Z')
  await startWhenDue(deps)
  await startWhenDue(deps)
  expect(await rows()).toHaveLength(4)
  await newest('proven')
  await db.close()
})

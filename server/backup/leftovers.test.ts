import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { claim } from '../platform/jobs/claim.ts'
import { JobQueue } from '../platform/jobs/queue.ts'
import { buildBackup } from '../testing/backups.ts'
import { BACKUP_KEY, backUpOffice, buildPlaces, contentOf, fillOffice, openPlace } from '../testing/backup-offices.ts'
import { fileAt } from './backup-file.ts'
import { removeLeftovers } from './leftovers.ts'
import { restore } from './restore.ts'
import { openScratchFolder, sweepScratchFolders } from './scratch-folder.ts'

const { top, place, removeAll } = buildPlaces('rfd-leftovers-')
afterAll(removeAll)
const clock = () => new Date()

test('a scratch database that a killed process left is removed by the next, and one in use is not', async () => {
  const parent = join(top, 'scratch')
  mkdirSync(join(parent, 'backup-proof-killed'), { recursive: true })
  writeFileSync(join(parent, 'backup-proof-killed', 'scratch.sqlite'), 'half')
  const inUse = await openScratchFolder(parent)
  expect(readdirSync(parent).map((name) => join(parent, name))).toEqual([inUse.path])
  await sweepScratchFolders(parent)
  expect(existsSync(inUse.path)).toBe(true)
  await inUse.remove()
  expect(readdirSync(parent)).toEqual([])
})

test('the start removes what a killed backup, proof or restore left, and no whole backup', async () => {
  const where = await place('sqlite')
  const { db } = await openPlace(where)
  const config = { dataDir: where.DATA_DIR }
  const [whole, half] = [
    await buildBackup({ db, config, clock }, { state: 'proven', daysAgo: 1 }),
    await buildBackup({ db, config, clock }, { state: 'failed', daysAgo: 1 }),
  ]
  const folder = join(where.DATA_DIR, 'backups')
  mkdirSync(join(folder, 'backup-proof-killed'))
  mkdirSync(join(where.DATA_DIR, 'restoring'))
  writeFileSync(join(folder, `${half}.rfd.0b9c.part`), 'half')
  writeFileSync(join(folder, 'brought-here.rfd'), 'not ours')
  await removeLeftovers(db, config)
  await db.close()
  expect(readdirSync(folder).toSorted()).toEqual([`${whole}.rfd`, 'brought-here.rfd'].toSorted())
  expect(existsSync(join(where.DATA_DIR, 'restoring'))).toBe(false)
})

test('an office is restored in which a job was running while the next of its kind waited', async () => {
  const [here, there] = [await place('sqlite'), await place('sqlite')]
  await fillOffice(here)
  const { db } = await openPlace(here)
  const queue = new JobQueue(clock)
  const job = { kind: 'notices', payload: null, uniqueKey: 'notices' }
  await db.write(async (tx) => {
    await queue.add(tx, job)
    await claim(tx, { kinds: ['notices'], now: clock(), leaseUntil: new Date(Date.now() + 60_000), limit: 1 })
    await queue.add(tx, job)
  })
  await db.close()
  const target = { dataDir: there.DATA_DIR, databaseUrl: undefined, bucket: undefined, givenKey: BACKUP_KEY }
  const file = fileAt(await backUpOffice(here, top))
  await restore(file, undefined, target, { replaces: false, keepsKey: false, tell: () => {} })
  const { rows } = await contentOf(there)
  expect(rows.jobs).toMatchObject([
    { kind: 'notices', lease_until: null, finished_at: expect.any(String) },
    { kind: 'notices', lease_until: null, finished_at: null },
  ])
})

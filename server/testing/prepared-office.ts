import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { PERMISSIONS } from '../../shared/permissions.ts'
import type { Actor } from '../platform/actor.ts'
import { chainKeyFrom } from '../audit/chain.ts'
import { prepareJobs } from '../backup/prepared/jobs.ts'
import { findFailed, findRestoring, PREPARE } from '../backup/prepared/restoring.ts'
import { askForRestore } from '../backup/prepared/service.ts'
import { backupFolder, nameOf } from '../backup/places.ts'
import { insertBackup } from '../backup/queries.ts'
import { readConfig } from '../config.ts'
import { JobQueue } from '../platform/jobs/queue.ts'
import { Settings } from '../settings/service.ts'
import {
  BACKUP_KEY,
  backUpOffice,
  type buildPlaces,
  contentOf,
  fillOffice,
  openPlace,
  type TestPlace,
} from './backup-offices.ts'
import { buildRequest } from './build.ts'

type Places = ReturnType<typeof buildPlaces>
type Engine = Parameters<Places['place']>[0]

const clock = () => new Date()
export const configOf = (where: TestPlace) => readConfig({ ...where, SECRET_KEY: BACKUP_KEY })

/** An office whose only backup is older than its last request; `begun` is what a running server has. */
async function runningOffice(places: Places, engine: Engine) {
  const where = await places.place(engine)
  await fillOffice(where)
  const path = await backUpOffice(where, places.top)
  const { db, sealer } = await openPlace(where)
  const config = configOf(where)
  const deps = { db, clock, config, queue: new JobQueue(clock), settings: new Settings({ db, clock, demo: false }) }
  const id = 'the-backup'
  mkdirSync(join(where.DATA_DIR, 'backups'), { recursive: true })
  copyFileSync(path, join(backupFolder(config), nameOf(id)))
  const [ada] = await db.read.selectFrom('users').selectAll().where('username', '=', 'ada').execute()
  const at = clock().toISOString()
  await db.write((tx) =>
    insertBackup(tx, {
      id,
      started_at: at,
      started_by_id: ada!.id,
      state: 'proven',
      progress_done: 1,
      progress_of: 1,
      size: 1,
      checksum: 'c'.repeat(64),
      is_encrypted: 0,
      recipient: null,
      key_id: chainKeyFrom(config.secretKey).id,
      requests: 4,
      proven_at: at,
      ended_at: at,
      error: null,
      error_detail: null,
    }),
  )
  await buildRequest(db, { requesterId: ada!.id, title: 'Asked for after the backup' })
  await sealer.sealAll(db)
  const user = { id: ada!.id, firstName: 'Ada', lastName: 'O’Neill' }
  // The part of an actor that the service reads.
  const actor = { id: ada!.id, user, permissions: new Set(PERMISSIONS) } as unknown as Actor
  return { where, deps, db, sealer, actor, id, adaId: ada!.id }
}

/** Has the backup restored beside the office, as the page does. */
export async function preparedOffice(places: Places, engine: Engine) {
  const office = await runningOffice(places, engine)
  const { deps, actor, id, db } = office
  await askForRestore(deps, actor, id, { confirm: (await deps.settings.policy()).officeName })
  const { token } = (await findRestoring(db.read))!
  const signal = new AbortController().signal
  await prepareJobs(deps)[PREPARE]!({ id: 0, payload: { token }, attempt: 1, signal, finishIn: async () => {} })
  expect(await findFailed(db.read)).toBeUndefined()
  expect((await findRestoring(db.read))?.state).toBe('prepared')
  return { ...office, token }
}

/** Titles of its requests: four in the backup, five before it is restored. */
export const titlesIn = async (where: TestPlace) =>
  (await contentOf(where)).rows.requests!.map((row) => (row as { title: string }).title)

import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import type { Actor } from '../../actor.ts'
import { NOTE_FILE } from '../../audit/head-note.ts'
import { verify } from '../../audit/verify.ts'
import { AuditWatch } from '../../audit/watch.ts'
import { readConfig } from '../../config.ts'
import { JobQueue } from '../../jobs/queue.ts'
import { Settings } from '../../settings/service.ts'
import {
  BACKUP_KEY,
  backUpOffice,
  buildPlaces,
  contentOf,
  fillOffice,
  openPlace,
  type TestPlace,
} from '../../testing/backup-offices.ts'
import { buildRequest } from '../../testing/build.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { chainKeyFrom } from '../../audit/chain.ts'
import { heldIn } from '../hold.ts'
import { backupFolder, nameOf } from '../places.ts'
import { insertBackup } from '../queries.ts'
import { prepareJobs } from './jobs.ts'
import { findFailed, findRestoring, PREPARE } from './restoring.ts'
import { askForRestore, withdrawRestore } from './service.ts'
import { putPreparedInPlace } from './switch.ts'

const places = buildPlaces('rfd-prepared-')
afterAll(() => places.removeAll())
const reachable = test.runIf(TEST_ENGINE !== 'pglite')
const onSqlite = test.runIf(TEST_ENGINE === 'sqlite')
const onPostgres = test.runIf(TEST_ENGINE === 'postgres')
const engine = TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
const clock = () => new Date()
const configOf = (where: TestPlace) => readConfig({ ...where, SECRET_KEY: BACKUP_KEY })
const start = (where: TestPlace) => putPreparedInPlace(configOf(where))

/** An office whose only backup is older than its last request; `begun` is what a running server has. */
async function runningOffice() {
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
async function prepared() {
  const office = await runningOffice()
  const { deps, actor, id, db } = office
  await askForRestore(deps, actor, id, { confirm: (await deps.settings.policy()).officeName })
  const { token } = (await findRestoring(db.read))!
  const signal = new AbortController().signal
  await prepareJobs(deps)[PREPARE]!({ id: 0, payload: { token }, attempt: 1, signal, finishIn: async () => {} })
  expect(await findFailed(db.read)).toBeUndefined()
  expect((await findRestoring(db.read))?.state).toBe('prepared')
  return { ...office, token }
}

const titles = async (where: TestPlace) =>
  (await contentOf(where)).rows.requests!.map((row) => (row as { title: string }).title)

/** The places beside the office, by name. */
async function besides({ where }: { where: TestPlace }): Promise<string[]> {
  const names = /^(prepared|before_restore|rfd\.before-restore)/
  if (engine === 'sqlite') return readdirSync(where.DATA_DIR).filter((name) => names.test(name))
  const { db } = await openPlace(where)
  const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace`.execute(db.read)
  await db.close()
  return rows.map(({ name }) => name).filter((name) => names.test(name))
}

reachable('what was prepared takes the office’s place at the next start, and goes on where that ended', async () => {
  const { where, db, sealer, adaId, id } = await prepared()
  const watch = () =>
    new AuditWatch({
      db,
      sealer,
      clock,
      noteFile: join(where.DATA_DIR, NOTE_FILE),
      log: { info() {}, warn() {}, error() {} },
    })
  const before = watch()
  await before.start()
  await before.close()
  expect(await titles(where)).toContain('Asked for after the backup')
  await db.close()
  expect(await start(where)).toContain('The office was restored from the backup of')
  expect(await start(where)).toBeUndefined()
  expect(await titles(where)).not.toContain('Asked for after the backup')
  expect(await besides({ where })).toEqual([expect.stringMatching(/before.restore/)])

  const now = await openPlace(where)
  const after = new AuditWatch({
    db: now.db,
    sealer: now.sealer,
    clock,
    noteFile: join(where.DATA_DIR, NOTE_FILE),
    log: { info() {}, warn() {}, error() {} },
  })
  await after.start()
  expect(after.state.found).toBeNull()
  await after.close()
  expect(await verify(now.db, { key: now.sealer.key })).toMatchObject({ intact: true, unsealed: 0 })
  const entries = await now.db.read.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(entries).toMatchObject([{ action: 'backup.restored', actor_id: null }])
  expect(JSON.parse(entries[0]!.details)).toMatchObject({ by: 'Ada O’Neill', requests: 4 })
  expect((await buildRequest(now.db, { requesterId: adaId })).number).toBe(6)
  expect(await now.db.read.selectFrom('backups').select(['id', 'state']).execute()).toEqual([{ id, state: 'proven' }])
  expect(await findRestoring(now.db.read)).toBeUndefined()
  expect(await heldIn(now.db.read, clock())).not.toBeNull()
  await now.db.close()
})

reachable('a restore that was withdrawn leaves nothing, and the office stays', async () => {
  const { where, db, deps, actor } = await prepared()
  await withdrawRestore(deps, actor)
  await db.close()
  expect(await besides({ where })).toEqual([])
  expect(await start(where)).toBeUndefined()
  expect(await titles(where)).toContain('Asked for after the backup')
})

reachable('a prepared place that was damaged leaves the office as it is, and says so', async () => {
  const { where, db, token } = await prepared()
  if (engine === 'sqlite') writeFileSync(join(where.DATA_DIR, `prepared-${token}`, 'rfd.sqlite'), 'the disk is broken')
  else await sql`drop table ${sql.id(`prepared_${token}`, 'users')} cascade`.execute(db.read)
  await db.close()
  expect(await start(where)).toContain('The prepared restore did not take place')
  expect(await besides({ where })).toEqual([])
  expect(await titles(where)).toContain('Asked for after the backup')
  const now = await openPlace(where)
  expect(await findFailed(now.db.read)).toMatchObject({ detail: expect.any(String) })
  expect(await findRestoring(now.db.read)).toBeUndefined()
  await now.db.close()
})

onPostgres('it does not take place under another server that runs', async () => {
  const { where, db } = await prepared()
  expect(await start(where)).toContain('while no other server runs')
  expect(await titles(where)).toContain('Asked for after the backup')
  await db.close()
  const starts = await Promise.all([start(where), start(where)])
  expect(starts.filter((line) => line?.includes('was restored'))).toHaveLength(1)
  expect(await titles(where)).not.toContain('Asked for after the backup')
})

/** Dies before the file operation of that number. */
const KILLED_AT = `
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
let left = Number(process.env.KILL_AT)
for (const name of ['rename', 'link', 'chmod', 'rm', 'readdir']) {
  const original = fs[name]
  fs[name] = (...given) => (left-- === 0 ? process.kill(process.pid, 'SIGKILL') : original(...given))
}
syncBuiltinESMExports()
const { putPreparedInPlace } = await import(process.env.SWITCH)
const { readConfig } = await import(process.env.CONFIG)
await putPreparedInPlace(readConfig(process.env))
`

onSqlite(
  'killed before any of its steps, the switch leaves one whole office, and the next start the restored one',
  async () => {
    const { where, db, token } = await prepared()
    await db.close()
    const script = join(places.top, 'killed-at.mjs')
    writeFileSync(script, KILLED_AT)
    const urls = {
      SWITCH: new URL('./switch.ts', import.meta.url).href,
      CONFIG: new URL('../../config.ts', import.meta.url).href,
    }
    let [step, wasKilled] = [0, true]
    for (; wasKilled; step++) {
      const there = { ...where, DATA_DIR: join(places.top, `killed-${step}`) }
      cpSync(where.DATA_DIR, there.DATA_DIR, { recursive: true })
      const env = {
        ...process.env,
        ...urls,
        DATA_DIR: there.DATA_DIR,
        SECRET_KEY: BACKUP_KEY,
        DATABASE_URL: '',
        KILL_AT: `${step}`,
      }
      wasKilled = spawnSync(process.execPath, [script], { env }).signal === 'SIGKILL'
      expect([4, 5]).toContain((await titles(there)).length)
      await start(there)
      expect((await titles(there)).length).toBe(4)
      const { db: now, sealer } = await openPlace(there)
      expect(await verify(now, { key: sealer.key })).toMatchObject({ intact: true })
      const restores = now.read.selectFrom('audit_log').select('id').where('action', '=', 'backup.restored')
      expect(await restores.execute()).toHaveLength(1)
      await now.close()
      expect(existsSync(join(there.DATA_DIR, `prepared-${token}`))).toBe(false)
      rmSync(there.DATA_DIR, { recursive: true })
    }
    expect(step).toBeGreaterThan(4)
  },
)

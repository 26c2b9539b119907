import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { NOTE_FILE } from '../../audit/head-note.ts'
import { verify } from '../../audit/verify.ts'
import { AuditWatch } from '../../audit/watch.ts'
import { BACKUP_KEY, buildPlaces, openPlace, type TestPlace } from '../../testing/backup-offices.ts'
import { buildRequest } from '../../testing/build.ts'
import { configOf, preparedOffice, titlesIn } from '../../testing/prepared-office.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { heldIn } from '../hold.ts'
import { findFailed, findRestoring } from './restoring.ts'
import { withdrawRestore } from './service.ts'
import { putPreparedInPlace } from './switch.ts'

const places = buildPlaces('rfd-prepared-')
afterAll(() => places.removeAll())
const reachable = test.runIf(TEST_ENGINE !== 'pglite')
const onSqlite = test.runIf(TEST_ENGINE === 'sqlite')
const onPostgres = test.runIf(TEST_ENGINE === 'postgres')
const engine = TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
const clock = () => new Date()
const start = (where: TestPlace) => putPreparedInPlace(configOf(where))
const prepared = () => preparedOffice(places, engine)

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
  expect(await titlesIn(where)).toContain('Asked for after the backup')
  await db.close()
  expect(await start(where)).toContain('The office was restored from the backup of')
  expect(await start(where)).toBeUndefined()
  expect(await titlesIn(where)).not.toContain('Asked for after the backup')
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
  expect(await titlesIn(where)).toContain('Asked for after the backup')
})

reachable('a prepared place that was damaged leaves the office as it is, and says so', async () => {
  const { where, db, token } = await prepared()
  if (engine === 'sqlite') writeFileSync(join(where.DATA_DIR, `prepared-${token}`, 'rfd.sqlite'), 'the disk is broken')
  else await sql`drop table ${sql.id(`prepared_${token}`, 'users')} cascade`.execute(db.read)
  await db.close()
  expect(await start(where)).toContain('The prepared restore did not take place')
  expect(await besides({ where })).toEqual([])
  expect(await titlesIn(where)).toContain('Asked for after the backup')
  const now = await openPlace(where)
  expect(await findFailed(now.db.read)).toMatchObject({ detail: expect.any(String) })
  expect(await findRestoring(now.db.read)).toBeUndefined()
  await now.db.close()
})

onPostgres('it does not take place under another server that runs', async () => {
  const { where, db } = await prepared()
  expect(await start(where)).toContain('while no other server runs')
  expect(await titlesIn(where)).toContain('Asked for after the backup')
  await db.close()
  const starts = await Promise.all([start(where), start(where)])
  expect(starts.filter((line) => line?.includes('was restored'))).toHaveLength(1)
  expect(await titlesIn(where)).not.toContain('Asked for after the backup')
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
      expect([4, 5]).toContain((await titlesIn(there)).length)
      await start(there)
      expect((await titlesIn(there)).length).toBe(4)
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

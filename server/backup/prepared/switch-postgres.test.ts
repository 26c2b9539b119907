import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { verify } from '../../audit/verify.ts'
import { BACKUP_KEY, buildPlaces, openPlace, type TestPlace } from '../../testing/backup-offices.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { configOf, preparedOffice, titlesIn } from '../../testing/prepared-office.ts'
import { putPreparedInPlace } from './switch.ts'

const places = buildPlaces('rfd-switch-')
afterAll(() => places.removeAll())
const onPostgres = test.runIf(TEST_ENGINE === 'postgres')

/** Dies before the statement of that number, or before, while or after the transaction is committed. */
const KILLED_AT = `
import { writeSync } from 'node:fs'
import pg from 'pg'
const [at, kill] = [process.env.KILL_AT, () => process.kill(process.pid, 'SIGKILL')]
let count = 0
const original = pg.Client.prototype.query
pg.Client.prototype.query = function (...given) {
  const isCommit = (given[0]?.text ?? given[0]) === 'commit'
  if (String(count++) === at || (isCommit && at === 'commit')) {
    writeSync(1, String(count))
    kill()
  }
  const answer = original.apply(this, given)
  if (isCommit && at === 'committing') kill()
  if (isCommit && at === 'committed') answer.then(kill)
  return answer
}
const { putPreparedInPlace } = await import(process.env.SWITCH)
const { readConfig } = await import(process.env.CONFIG)
await putPreparedInPlace(readConfig(process.env))
`
const script = join(places.top, 'killed-at.mjs')

/** @returns what it had counted when it was killed */
function startKilled(where: TestPlace, at: number | string): number {
  writeFileSync(script, KILLED_AT.replace(`from 'pg'`, `from '${import.meta.resolve('pg')}'`))
  const urls = {
    SWITCH: new URL('./switch.ts', import.meta.url).href,
    CONFIG: new URL('../../config.ts', import.meta.url).href,
  }
  const env = { ...process.env, ...where, ...urls, SECRET_KEY: BACKUP_KEY, KILL_AT: `${at}` } as NodeJS.ProcessEnv
  const { signal, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  expect({ at, signal, stderr }).toEqual({ at, signal: 'SIGKILL', stderr: '' })
  return Number(stdout)
}

async function schemasBeside(where: TestPlace): Promise<string[]> {
  const { db } = await openPlace(where)
  const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace order by 1`.execute(db.read)
  await db.close()
  return rows.flatMap(({ name }) => /^(prepared|before_restore)/.exec(name)?.[0] ?? [])
}

async function expectRestored(where: TestPlace): Promise<void> {
  expect(await titlesIn(where)).toHaveLength(4)
  expect(await schemasBeside(where)).toEqual(['before_restore'])
  const { db, sealer } = await openPlace(where)
  expect(await verify(db, { key: sealer.key })).toMatchObject({ intact: true, unsealed: 0 })
  const restores = db.read.selectFrom('audit_log').select('id').where('action', '=', 'backup.restored')
  expect(await restores.execute()).toHaveLength(1)
  await db.close()
}

onPostgres(
  'killed before its transaction is committed, the switch has changed nothing, and the next start completes it',
  async () => {
    const { where, db } = await preparedOffice(places, 'postgres')
    await db.close()
    const statements = startKilled(where, 'commit')
    expect(statements).toBeGreaterThan(50)
    for (const at of [0, 1, 2, 3, 4, 5].map((part) => Math.floor((statements * part) / 6))) {
      startKilled(where, at)
      expect(await titlesIn(where)).toHaveLength(5)
      expect(await schemasBeside(where)).toEqual(['prepared'])
    }
    expect(await putPreparedInPlace(configOf(where))).toContain('The office was restored')
    await expectRestored(where)
  },
)

onPostgres.each(['committing', 'committed'])(
  'killed while %s, the next start finds one whole office or completes it',
  async (at) => {
    const { where, db } = await preparedOffice(places, 'postgres')
    await db.close()
    startKilled(where, at)
    expect([4, 5]).toContain((await titlesIn(where)).length)
    await putPreparedInPlace(configOf(where))
    await expectRestored(where)
    expect(await putPreparedInPlace(configOf(where))).toBeUndefined()
  },
)

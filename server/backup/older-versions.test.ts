import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db, Tx } from '../platform/database/db.ts'
import { applyMigrations } from '../platform/database/migrate.ts'
import { openPostgres } from '../platform/database/postgres/postgres.ts'
import { openSqlite } from '../platform/database/sqlite/sqlite.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BACKUP_KEY, backUpOffice, buildPlaces, openPlace, type TestPlace } from '../testing/backup-offices.ts'
import { buildRequest } from '../testing/build.ts'
import { TEST_ENGINE } from '../testing/database.ts'
import { fileAt } from './backup-file.ts'
import { restore } from './restore.ts'

const places = buildPlaces('rfd-older-')
afterAll(() => places.removeAll())
const engine = TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
const reachable = test.runIf(TEST_ENGINE !== 'pglite')
const AT = '2026-03-10T09:00:00.000Z'
/** From here on the audit log has the order in which it is backed up. */
const OLDEST = '0028-audit-sealed-later'

let all: string[]
beforeAll(async () => {
  if (TEST_ENGINE === 'pglite') return
  const { db } = await openPlace(await places.place('sqlite'))
  const { rows } = await sql<{ name: string }>`select name from migrations order by rowid`.execute(db.read)
  all = rows.map(({ name }) => name)
  await db.close()
})

/** Opens an empty database that has just these migrations. */
async function openOlder({ DATA_DIR, DATABASE_URL }: TestPlace, migrations: string[]): Promise<Db> {
  mkdirSync(DATA_DIR)
  const db = DATABASE_URL ? openPostgres(DATABASE_URL) : await openSqlite(join(DATA_DIR, 'rfd.sqlite'))
  if (DATABASE_URL) await db.write((tx) => applyMigrations(tx, 'postgres', migrations))
  else await db.migrate(migrations)
  return db
}

/** Inserts a row into a table of any version: columns that are not given, but must have a value, get an empty one. */
async function insert(tx: Tx, table: string, given: Record<string, unknown>): Promise<void> {
  const columns = await (
    engine === 'postgres'
      ? sql<{
          name: string
          type: string
        }>`select column_name as name, data_type as type from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and (column_default is null and is_nullable = 'NO'
          and is_identity = 'NO' or column_name in (${sql.join(Object.keys(given))}))`
      : sql<{ name: string; type: string }>`select name, type from pragma_table_info(${table})
        where "notnull" = 1 and dflt_value is null or name in (${sql.join(Object.keys(given))})`
  ).execute(tx)
  const values = columns.rows.map(({ name, type }) => given[name] ?? (/int/i.test(type) ? 0 : ''))
  const names = columns.rows.map(({ name }) => sql.id(name))
  await sql`insert into ${sql.id(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(tx)
}

async function fillOlder(tx: Tx): Promise<void> {
  const made = { created_at: AT, updated_at: AT }
  const ada = {
    id: 'ada',
    username: 'ada',
    username_key: 'ada',
    first_name: 'Ada',
    last_name: 'Quint',
    name_key: 'ada quint',
  }
  await insert(tx, 'users', {
    ...ada,
    email: 'ada@office.example',
    email_key: 'ada@office.example',
    role_id: 'admin',
    password_hash: '-',
    ...made,
  })
  for (const number of [1, 7]) {
    const named = {
      number,
      id: `id-${number}`,
      request_id: `RFD-2026-000${number}`,
      title: `Gate ${number}`,
      title_key: `gate ${number}`,
    }
    const set = {
      description: 'It does not open.',
      priority: 'medium',
      priority_rank: 1,
      department: 'it',
      status: 'pending',
    }
    await insert(tx, 'requests', { ...named, ...set, requester_id: 'ada', due_date: '2026-12-01', version: 1, ...made })
  }
  await (
    engine === 'postgres'
      ? sql`select setval('request_numbers', 9)`
      : sql`update sequences set value = 9 where name = 'requests'`
  ).execute(tx)
}

reachable.each([0, 0.25, 0.5, 0.75, 1])(
  'a backup of a version %d of the way here is restored and migrated',
  async (part) => {
    const first = all.indexOf(OLDEST) + 1
    const migrations = all.slice(0, Math.round(first + part * (all.length - 1 - first)))
    const older = await places.place(engine)
    const db = await openOlder(older, migrations)
    await db.write(fillOlder)
    await db.close()
    const path = await backUpOffice(older, places.top)
    const there = await places.place(engine)
    await restore(
      fileAt(path),
      undefined,
      { dataDir: there.DATA_DIR, databaseUrl: there.DATABASE_URL, bucket: undefined, givenKey: BACKUP_KEY },
      { replaces: false, keepsKey: false, tell: () => {} },
    )
    const now = await openPlace(there)
    try {
      const { rows } = await sql<{ name: string }>`select name from migrations`.execute(now.db.read)
      expect(rows.map(({ name }) => name).toSorted()).toEqual(all.toSorted())
      const requests = now.db.read.selectFrom('requests').select(['number', 'title']).orderBy('number')
      expect(await requests.execute()).toEqual([
        { number: 1, title: 'Gate 1' },
        { number: 7, title: 'Gate 7' },
      ])
      expect((await buildRequest(now.db, { requesterId: 'ada' })).number).toBe(10)
    } finally {
      await now.db.close()
    }
  },
)

import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { Db } from '../platform/database/db.ts'
import { chainKeyFrom } from '../audit/chain.ts'
import { AuditSealer } from '../audit/seal.ts'
import { codeOf } from '../platform/database/failures.ts'
import { openPostgres } from '../platform/database/postgres/postgres.ts'
import { openSqlite } from '../platform/database/sqlite/sqlite.ts'

export type TestEngine = 'sqlite' | 'pglite' | 'postgres'
export const TEST_ENGINE = (process.env.TEST_ENGINE ?? 'sqlite') as TestEngine

export const TEST_SECRET = Buffer.alloc(32, 7)
export const TEST_SEALER = new AuditSealer(chainKeyFrom(TEST_SECRET))

/** The URL of a PostgreSQL database with one more connection parameter. */
export function urlWith(url: string, name: string, value: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
}

/** A database URL whose connections use the given schema for our tables. */
export function inSchema(url: string, schema: string): string {
  return urlWith(url, 'options', `-c search_path=${schema},public`)
}

/** On a starved machine, starting the thread takes longer than a search may. */
const PATIENT = { search: 300_000, report: 300_000, queue: 300_000 }

/** A new, empty, migrated database on the engine of TEST_ENGINE; it is deleted when closed. */
export async function openTestDatabase(engine: TestEngine = TEST_ENGINE): Promise<Db> {
  const db = await openers[engine]()
  try {
    // A copy has all of its tables; what a process learns of its database when it opens it is left.
    await db.migrate()
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

const openers: Record<TestEngine, () => Promise<Db>> = {
  async sqlite() {
    const folder = mkdtempSync(join(tmpdir(), 'rfd-test-'))
    const file = join(folder, 'test.sqlite')
    copyFileSync(await migratedFile(), file)
    const db = await openSqlite(file, (tx) => TEST_SEALER.seal(tx), PATIENT)
    return closingWith(db, () => rmSync(folder, { recursive: true, force: true }))
  },
  // Imported lazily: loading takes half a second and a few hundred megabytes.
  async pglite() {
    const { openPglite } = await import('./pglite.ts')
    return openPglite()
  },
  async postgres() {
    const { url, drop } = await buildDatabase(await migratedDatabase())
    return closingWith(openPostgres(url), drop)
  },
}

/** A database of each engine that was migrated once in this process, since every test would wait for its migrations. */
const migratedFile = once(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'rfd-migrated-')), 'migrated.sqlite')
  const db = await openSqlite(file, (tx) => TEST_SEALER.seal(tx))
  await db.migrate()
  await db.close()
  process.once('exit', () => rmSync(dirname(file), { recursive: true, force: true }))
  return file
})

const migratedDatabase = once(async () => {
  const { url } = await buildDatabase()
  const db = openPostgres(url)
  await db.migrate()
  await db.close()
  return new URL(url).pathname.slice(1)
})

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** A new empty schema on the real PostgreSQL: its URL, and a function that drops it. */
export async function buildSchema(): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_ENGINE=postgres needs TEST_DATABASE_URL')
  const schema = `test_${randomBytes(8).toString('hex')}`
  await asAdministrator(url, `${SHARED_EXTENSION}; create schema ${schema}`)
  return { url: inSchema(url, schema), drop: () => dropSchema(url, schema) }
}

/** A new database on the real PostgreSQL: empty, or a copy of another that nobody is connected to. */
export async function buildDatabase(template = 'template1'): Promise<{ url: string; drop: () => Promise<void> }> {
  const administrator = process.env.TEST_DATABASE_URL
  if (!administrator) throw new Error('TEST_ENGINE=postgres needs TEST_DATABASE_URL')
  const name = `office_${randomBytes(6).toString('hex')}`
  await asAdministrator(administrator, `create database ${name} template ${template}`)
  const url = new URL(administrator)
  url.pathname = name
  return { url: url.href, drop: () => asAdministrator(administrator, `drop database ${name} with (force)`) }
}

/** A query that is still under way may hold a table of the schema: PostgreSQL then ends one of the two as a deadlock. */
async function dropSchema(url: string, schema: string, tries = 5): Promise<void> {
  try {
    await asAdministrator(url, `drop schema ${schema} cascade`)
  } catch (error) {
    if (tries === 1 || codeOf(error) !== DEADLOCK) throw error
    await dropSchema(url, schema, tries - 1)
  }
}

const DEADLOCK = '40P01'

/**
 * An extension belongs to one schema: created in a test's own schema, it would be dropped with it, and with it the indices
 * of all other tests. The statements of one query are one transaction, so the lock lasts until the extension exists.
 */
const SHARED_EXTENSION = `select pg_advisory_xact_lock(726644002);
  do $$ begin
    create extension if not exists pg_trgm with schema public;
  exception when insufficient_privilege or undefined_file or feature_not_supported then null;
  end $$`

function closingWith(db: Db, cleanUp: () => void | Promise<void>): Db {
  return {
    ...db,
    close: async () => {
      await db.close()
      await cleanUp()
    },
  }
}

async function asAdministrator(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

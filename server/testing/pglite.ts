import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type Driver, Kysely, PGliteAdapter, PGliteDialect, PGliteDriver } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { type Hint, takeHints } from '../platform/database/hints.ts'
import { migratePostgres } from '../platform/database/migrate.ts'
import { PARSERS } from '../platform/database/postgres/types.ts'
import type { Tables } from '../platform/database/tables.ts'

/** PostgreSQL's dialect without a server, in memory, on one connection: it shows what is refused, but no races. */
export async function openPglite(): Promise<Db> {
  const loadDataDir = await migratedCluster()
  const pglite = await PGlite.create({ extensions: { pg_trgm }, parsers: PARSERS, loadDataDir })
  await pglite.exec(`set time zone 'UTC'`)
  const committed = new Set<(hints: readonly Hint[]) => void>()
  const inWrite = new AsyncLocalStorage<{ open: boolean }>()
  const dialect = new PGliteDialect({ pglite })
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new QueueingAdapter(),
      createDriver: () => queueing(new PGliteDriver({ pglite }), () => inWrite.getStore()?.open === true),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
  return {
    engine: 'postgres',
    read: kysely,
    write: async (work) => {
      const { result, hints } = await kysely.transaction().execute(async (tx) => {
        const mark = { open: true }
        try {
          const result = await inWrite.run(mark, () => work(tx as Kysely<Tables> as Tx))
          return { result, hints: takeHints(tx as Kysely<Tables> as Tx) }
        } finally {
          // Work started inside may outlive the transaction.
          mark.open = false
        }
      })
      for (const listener of committed) listener(hints)
      return result
    },
    whenIdle: async () => {},
    readInWorker: async (query) => (await kysely.executeQuery(query)).rows,
    dataVersion: async () => null,
    onCommit: (listener) => void committed.add(listener),
    migrate: () => migratePostgres((work) => kysely.transaction().execute(work)),
    ping: async () => {
      await kysely.selectFrom('settings').select('key').limit(1).execute()
    },
    close: () => kysely.destroy(),
  }
}

/** Creating a cluster takes seconds, so a migrated one is cached until PGlite, a migration or a built-in role changes. */
async function migratedCluster(): Promise<Blob> {
  const folder = new URL('../../.cache/pglite/', import.meta.url)
  const archive = new URL(`${fingerprint()}.tar`, folder)
  if (!existsSync(archive)) {
    const pglite = await PGlite.create({ extensions: { pg_trgm }, parsers: PARSERS })
    const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
    await migratePostgres((work) => kysely.transaction().execute(work))
    const cluster = await pglite.dumpDataDir('none')
    await pglite.close()
    mkdirSync(folder, { recursive: true })
    // Under a unique name first: other test files may be writing it, too.
    const own = new URL(`${process.pid}-${randomUUID()}.part`, folder)
    writeFileSync(own, new Uint8Array(await cluster.arrayBuffer()))
    for (const old of readdirSync(folder).filter((name) => name.endsWith('.tar') && !archive.pathname.endsWith(name))) {
      rmSync(new URL(old, folder), { force: true })
    }
    renameSync(own, archive)
    return cluster
  }
  return new Blob([readFileSync(archive)])
}

function fingerprint(): string {
  const migrations = new URL('../platform/database/migrations/', import.meta.url)
  const files = [
    new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url),
    new URL('../../shared/permissions.ts', import.meta.url),
    new URL('../platform/database/migrate.ts', import.meta.url),
    ...readdirSync(migrations)
      .sort()
      .map((name) => new URL(name, migrations)),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

class QueueingAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * Lends the single connection to one caller at a time. Using `db.read` inside `db.write` would deadlock here, and on a
 * real server would not see the transaction's own changes: that mistake throws instead.
 */
function queueing(driver: PGliteDriver, insideWrite: () => boolean): Driver {
  let last: Promise<unknown> = Promise.resolve()
  let giveBack = () => {}
  const own: Partial<Driver> = {
    async acquireConnection() {
      if (insideWrite()) throw new Error('Inside db.write() use its tx, not db.read')
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      giveBack = resolve
      return driver.acquireConnection()
    },
    async releaseConnection() {
      giveBack()
    },
  }
  return new Proxy(driver, {
    get: (target, name: keyof Driver) => own[name] ?? target[name]?.bind(target),
  })
}

import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../server/platform/database/open.ts'
import { startPostgres } from '../server/testing/postgres-server.ts'
import { makeOffice, makers, officeDay, type Offices, type Place } from './databases.ts'

const folder = join(import.meta.dirname, '..', '.cache', 'bench-postgres')

/**
 * Large offices in a PostgreSQL started by the benchmark, with default settings (128 MB of shared buffers, every commit
 * synced). The cluster persists between runs.
 */
export async function postgresOffices(): Promise<Offices> {
  const postgres = await startPostgres({ folder, settings: [] })
  if (!postgres) throw new Error('This machine has no PostgreSQL')
  // An aborted run must not leave the server running.
  const stop = () => postgres.stop()
  process.once('exit', stop)

  const urlOf = (database: string) => postgres.url.replace(/postgres$/, database)
  const ask = async <R extends pg.QueryResultRow>(statement: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: urlOf(database) })
    await client.connect()
    try {
      return (await client.query<R>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const placeOf = (database: string): Place => ({
    // Outside the folder of the cluster, which may belong to another account (PostgreSQL refuses to run as root).
    dataDir: join(folder, '..', 'bench-postgres-data'),
    databaseUrl: urlOf(database),
    disk: folder,
  })

  async function of(requests: number): Promise<Place> {
    const name = `office_${requests}_${makers()}_${officeDay().replaceAll('-', '')}`
    const all = await ask<{ datname: string }>(`select datname from pg_database where datname like 'office\\_%'`)
    if (all.some(({ datname }) => datname === name)) return placeOf(name)
    for (const { datname } of all) if (datname.startsWith(`office_${requests}_`)) await ask(`drop database ${datname}`)
    await ask('drop database if exists filling')
    await ask('create database filling')
    await fill(requests)
    await ask(`alter database filling rename to ${name}`)
    return placeOf(name)
  }

  /** Drops the indices during the load and recreates them at the end, which takes a fraction of the time. */
  async function fill(requests: number): Promise<void> {
    const where = { dataDir: folder, databaseUrl: urlOf('filling') }
    await (await openDatabase(where)).close()
    const indices = await ask<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where tablename in ('requests', 'comments', 'search_documents', 'search_comments')
        and indexname not in (select conname from pg_constraint)`,
      'filling',
    )
    for (const { indexname } of indices) await ask(`drop index ${indexname}`, 'filling')
    await makeOffice(where, requests)
    // Built in memory; a server set up for this many requests has more of it.
    for (const { indexdef } of indices) await ask(`set maintenance_work_mem = '1GB'; ${indexdef}`, 'filling')
    // As in an office in use, where autovacuum has run.
    await ask('vacuum analyze', 'filling')
  }

  return {
    of,
    async copyOf(requests) {
      const { databaseUrl = '' } = await of(requests)
      await ask('drop database if exists office_copy with (force)')
      await ask(`create database office_copy template ${databaseUrl.split('/').at(-1)} strategy file_copy`)
      return {
        ...placeOf('office_copy'),
        remove: async () => {
          await ask('drop database office_copy with (force)')
        },
      }
    },
    stop() {
      process.off('exit', stop)
      stop()
    },
  }
}

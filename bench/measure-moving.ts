import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowText } from '../server/backup/row-text.ts'
import { openSource } from '../server/backup/source.ts'
import { fileKeysIn, STORED_TABLES } from '../server/backup/stored-tables.ts'
import { openFiles } from '../server/platform/files/open.ts'
import { RESTORED } from '../server/platform/jobs/hold.ts'
import { findBinaries, startPostgres } from '../server/testing/postgres-server.ts'
import { runBackupCommand } from './backup-command.ts'
import type { Place } from './databases.ts'
import { atMost, megabytes, type Row, seconds } from './report.ts'

const MOST_MB = 300
type Where = Omit<Place, 'disk'>

/** From SQLite to PostgreSQL and back, beside `pg_dump` of the same database: times, sizes, memory, and what has changed. */
export async function measureMoving(first: Place): Promise<Row[]> {
  const postgres = await startPostgres({ settings: [] })
  if (!postgres) throw new Error('This machine has no PostgreSQL')
  const top = mkdtempSync(join(tmpdir(), 'rfd-moving-'))
  const file = (name: string) => join(top, name)
  try {
    const there: Where = { dataDir: file('there'), databaseUrl: postgres.url }
    const back: Where = { dataDir: file('back') }
    const made = await runBackupCommand(first, ['backup', file('sqlite.rfd')])
    const over = await runBackupCommand(there, ['restore', file('sqlite.rfd')])
    const dump = pgDump(postgres.url, file('dump'))
    const again = await runBackupCommand(there, ['backup', file('postgres.rfd')])
    const returned = await runBackupCommand(back, ['restore', file('postgres.rfd')])
    const digests = [await digestOf(first), await digestOf(there), await digestOf(back)]
    const sizes = `${megabytes(sizeOf(file('sqlite.rfd')))} written`
    const beside = `pg_dump -Fc, without the stored files: ${seconds(dump.ms / 1000)}, ${megabytes(sizeOf(file('dump')))}`
    const unequal = differing(digests)
    const mb = Math.max(made.mb, over.mb, again.mb, returned.mb)
    return [
      timed('Backup of SQLite, made and proven', made.ms, sizes),
      timed('– proven again and restored into PostgreSQL', over.ms, ''),
      timed('– backup of that, made and proven', again.ms, beside),
      timed('– proven again and restored into SQLite', returned.ms, ''),
      atMost('– tables and files that are not equal row for row and byte for byte', unequal.length, 0, String, {
        limit: unequal.slice(0, 5).join(', '),
      }),
      atMost('– memory of these at its most', mb, MOST_MB, megabytes),
    ]
  } finally {
    postgres.stop()
    rmSync(top, { recursive: true, force: true })
  }
}

const timed = (what: string, took: number, limit: string): Row => ({
  what,
  measured: seconds(took / 1000),
  budget: '',
  limit,
  holds: true,
})

const sizeOf = (path: string) => statSync(path).size / 1e6

function pgDump(url: string, path: string): { ms: number } {
  const started = performance.now()
  const { status, stderr } = spawnSync(join(findBinaries() ?? '', 'pg_dump'), ['-Fc', '-f', path, url], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`pg_dump: ${stderr}`)
  return { ms: performance.now() - started }
}

/** A checksum for each table and each stored file. What a restore adds is left out: its mark, and the end of the audit log. */
async function digestOf({ dataDir, databaseUrl }: Where): Promise<Map<string, string>> {
  const source = await openSource({ dataDir, databaseUrl })
  const files = openFiles({ dataDir, bucket: undefined })
  const digests = new Map<string, string>()
  const keys = new Set<string>()
  for (const table of STORED_TABLES.filter(({ name }) => name !== 'audit_head')) {
    const hash = createHash('sha256')
    // The engines list them in different orders.
    const columns = (await source.columns(table.name)).toSorted()
    for await (const row of source.rows(table, columns)) {
      if (row.key === RESTORED || row.action === 'backup.restored') continue
      for (const key of fileKeysIn(table.name, row)) keys.add(key)
      hash.update(rowText(row, columns))
    }
    digests.set(table.name, hash.digest('hex'))
  }
  await source.close()
  for (const key of keys) {
    const hash = createHash('sha256')
    for await (const chunk of await files.read(key)) hash.update(chunk as Buffer)
    digests.set(`files/${key}`, hash.digest('hex'))
  }
  return digests
}

function differing([first, ...others]: Map<string, string>[]): string[] {
  const names = new Set([first!, ...others].flatMap((digests) => [...digests.keys()]))
  return [...names].filter((name) => others.some((digests) => digests.get(name) !== first!.get(name)))
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../server/platform/database/db.ts'
import { openDatabase } from '../../server/platform/database/open.ts'

interface Where {
  dataDir: string
  databaseUrl: string | undefined
}

const SWEEPS = ['drop-exports', 'drop-report-runs', 'sweep-files']
const LONG_AGO = new Date(Date.now() - 2 * 3_600_000)

/** Number of exports and report runs in progress when the server was killed. */
export function interruptedIn(where: Where): Promise<number> {
  return withDatabase(where, async ({ read }) => {
    const jobs = read.selectFrom('jobs').select('id').where('kind', 'in', ['export', 'report-run'])
    const held = jobs.where('lease_until', 'is not', null).where('finished_at', 'is', null)
    return (await held.where('dead_at', 'is', null).execute()).length
  })
}

/** Every file that the database offers must be complete in the store, and be in the audit log once. */
export function problemsIn(where: Where): Promise<string[]> {
  return withDatabase(where, async (db) => {
    const problems: string[] = []
    for (const { key, size, checksum } of await offeredIn(db)) {
      const path = join(where.dataDir, 'files', key)
      const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
      if (content.length !== size || createHash('sha256').update(content).digest('hex') !== checksum)
        problems.push(`An offered file is not whole in the store: ${key}`)
    }
    return [...problems, ...(await auditProblems(db))]
  })
}

async function offeredIn({ read }: Db) {
  const exports = await read.selectFrom('exports').selectAll().where('state', '=', 'ready').execute()
  const runs = await read.selectFrom('report_runs').select('files').where('state', '=', 'ready').execute()
  return [
    ...exports.map(({ store_key, size, checksum }) => ({ key: store_key ?? 'none', size, checksum })),
    // Unchecked: the server wrote it from its own type.
    ...runs.flatMap(({ files }) => JSON.parse(files) as { key: string; size: number; checksum: string }[]),
  ]
}

async function auditProblems({ read }: Db): Promise<string[]> {
  const entries = await read
    .selectFrom('audit_log')
    .select(['action', 'target_id'])
    .where('action', 'in', ['requests.exported', 'report.made', 'report.failed'])
    .execute()
  const times = Map.groupBy(entries, ({ action, target_id }) => `${action} ${target_id}`)
  const twice = [...times].filter(([, same]) => same.length > 1).map(([what]) => `In the audit log twice: ${what}`)
  const exports = await read.selectFrom('exports').select('id').execute()
  const runs = await read.selectFrom('report_runs').select(['id', 'state']).execute()
  const expected = [
    ...exports.map(({ id }) => ({ what: `requests.exported ${id}`, isDue: true })),
    ...runs.map(({ id, state }) => ({ what: `report.made ${id}`, isDue: state === 'ready' })),
    ...runs.map(({ id, state }) => ({ what: `report.failed ${id}`, isDue: state === 'failed' })),
  ]
  const wrong = expected.filter(({ what, isDue }) => times.has(what) !== isDue)
  return [...twice, ...wrong.map(({ what, isDue }) => `${isDue ? 'Not in' : 'Too early in'} the audit log: ${what}`)]
}

/** Makes all files look old, and the daily sweeps due at the next start. */
export async function makeSweepsDue(where: Where): Promise<void> {
  for (const path of filesIn(where.dataDir, ['files', 'exporting'])) utimesSync(path, LONG_AGO, LONG_AGO)
  await withDatabase(where, (db) =>
    db.write((tx) =>
      tx.updateTable('jobs').set({ run_at: LONG_AGO.toISOString() }).where('kind', 'in', SWEEPS).execute(),
    ),
  )
}

/** The end of each sweep stores the next one, also if it has failed for good. */
export function isSwept(where: Where): Promise<boolean> {
  return withDatabase(where, async ({ read }) => {
    const due = read.selectFrom('jobs').select('id').where('kind', 'in', SWEEPS).where('finished_at', 'is', null)
    const alive = due.where('dead_at', 'is', null)
    return (await alive.where('run_at', '<=', new Date().toISOString()).execute()).length === 0
  })
}

/** Files without a reference. */
export function leftOver(where: Where): Promise<string[]> {
  return withDatabase(where, async (db) => {
    const offered = new Set((await offeredIn(db)).map(({ key }) => join(where.dataDir, 'files', key)))
    const files = filesIn(where.dataDir, ['files/exports', 'files/reports', 'files/partial', 'exporting'])
    return files.filter((path) => !offered.has(path)).map((path) => `Nobody refers to what is left: ${path}`)
  })
}

function filesIn(dataDir: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const from = join(dataDir, folder)
    if (!existsSync(from)) return []
    const entries = readdirSync(from, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  })
}

async function withDatabase<T>(where: Where, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(where)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

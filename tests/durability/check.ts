import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestRow } from '../../server/requests/row.ts'
import { chainKeyFrom } from '../../server/audit/chain.ts'
import { AuditSealer } from '../../server/audit/seal.ts'
import { verify } from '../../server/audit/verify.ts'
import { DATABASE_FILE, openDatabase } from '../../server/platform/database/open.ts'
import type { Db, Reader } from '../../server/platform/database/db.ts'
import { verifyCounters } from '../../server/requests/counters/rebuild.ts'
import { readPolicy } from '../../server/settings/service.ts'
import type { Kept, Ledger } from './ledger.ts'

/**
 * Checks the database of a killed server.
 * @returns a line for everything that is lost, duplicated or inconsistent
 */
export async function checkDatabase(
  where: { dataDir: string; databaseUrl?: string | undefined },
  ledgers: readonly Ledger[],
): Promise<string[]> {
  const problems = where.databaseUrl ? [] : structure(where.dataDir)
  const db = await openDatabase(where)
  try {
    problems.push(...(await doubles(db.read)), ...(await replayed(db.read)))
    for (const { requests } of ledgers) for (const entry of requests) problems.push(...(await stored(db.read, entry)))
    const { timeZone } = await readPolicy(db.read)
    problems.push(...(await verifyCounters(db.read, timeZone)))
    problems.push(...(await auditProblems(db, new AuditSealer(keyIn(where.dataDir)))))
  } finally {
    await db.close()
  }
  return problems
}

/** Retries, because other running servers may be sealing, too. */
async function auditProblems(db: Db, sealer: AuditSealer): Promise<string[]> {
  for (const giveUpAt = performance.now() + 60_000; ; await pause(50)) {
    await sealer.sealAll(db)
    const audit = await verify(db, sealer)
    if (!audit.intact) return [`The audit chain is broken at ${audit.brokenAt}`]
    if (audit.unsealed === 0) return []
    if (performance.now() > giveUpAt) return [`${audit.unsealed} audit entries stay unsealed`]
  }
}

/** The server's audit log key; undefined if no server has run there. */
function keyIn(dataDir: string) {
  const file = join(dataDir, 'secret-key')
  return existsSync(file) ? chainKeyFrom(Buffer.from(readFileSync(file, 'utf8').trim())) : undefined
}

/** Whether the session of a token is in the database of a running server. */
export function hasSession(dataDir: string, token: string): boolean {
  // Unverified parsing is safe: our own server signed it.
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  const raw = new Database(join(dataDir, DATABASE_FILE), { readonly: true })
  const session = raw.prepare('select 1 from sessions where id = ?').get(sid)
  raw.close()
  return session !== undefined
}

function structure(dataDir: string): string[] {
  const raw = new Database(join(dataDir, DATABASE_FILE))
  const result = raw.pragma('integrity_check', { simple: true })
  const orphans = raw.pragma('foreign_key_check') as unknown[]
  const unindexed = raw
    .prepare<[], { n: number }>(
      `select count(*) as n from requests where number not in (select id from search_index_docsize)
        or number not in (select request_number from search_documents)`,
    )
    .get()
  raw.close()
  return [
    ...(result === 'ok' ? [] : [`integrity_check: ${String(result)}`]),
    ...(orphans.length === 0 ? [] : [`${orphans.length} rows refer to nothing`]),
    ...(unindexed?.n === 0 ? [] : [`${unindexed?.n} requests cannot be found by search`]),
  ]
}

/** A request, its changes and its comments must be stored, each exactly once. */
async function stored(read: Reader, kept: Kept): Promise<string[]> {
  const rows = await read.selectFrom('requests').selectAll().where('title', '=', kept.marker).execute()
  const [row] = rows
  if (!row) return [`${kept.id} was acknowledged and is not there`]
  const problems: string[] = []
  if (rows.length > 1) problems.push(`"${kept.marker}" is there ${rows.length} times`)
  if (row.id !== kept.id) problems.push(`"${kept.marker}" has another id than the one acknowledged`)
  if (row.version !== kept.version) problems.push(`${kept.id} has version ${row.version}, not ${kept.version}`)
  if (row.status !== kept.status) problems.push(`${kept.id} is ${row.status}, not ${kept.status}`)
  const entries = await read
    .selectFrom('request_history')
    .selectAll()
    .where('request_number', '=', row.number)
    .where('field', 'is not', null)
    .execute()
  for (const [version, change] of kept.changes) {
    for (const [field, value] of Object.entries(change)) {
      const same = entries.filter((entry) => entry.version === version && entry.field === field)
      if (same.length !== 1 || same[0]?.new_value !== value) {
        problems.push(`${kept.id} version ${version}: ${field} became ${value} is written ${same.length} times`)
      }
    }
  }
  const comments = await read
    .selectFrom('comments')
    .select('comment')
    .where('request_number', '=', row.number)
    .execute()
  for (const marker of kept.comments) {
    const times = comments.filter(({ comment }) => comment === marker).length
    if (times !== 1) problems.push(`A comment on ${kept.id} is there ${times} times`)
  }
  return problems
}

/** Anything stored twice, acknowledged or not: idempotency keys must prevent that. */
async function doubles(read: Reader): Promise<string[]> {
  const twice = [
    sql<{ what: string }>`select title as what from requests group by title having count(*) > 1`,
    sql<{ what: string }>`select comment as what from comments where comment like '% ________-____-%'
      group by comment having count(*) > 1`,
    sql<{ what: string }>`select request_id as what from requests group by request_id having count(*) > 1`,
  ]
  const rows = await Promise.all(twice.map(async (query) => (await query.execute(read)).rows))
  return rows.flat().map(({ what }) => `"${what}" is there more than once`)
}

const COLUMNS: Record<string, keyof RequestRow> = {
  title: 'title',
  description: 'description',
  priority: 'priority',
  department: 'department',
  status: 'status',
  assignedTo: 'assigned_to_id',
  dueDate: 'due_date',
}

/** Replays the history of every request: each change must start from the previous value, and the last one must match the row. */
async function replayed(read: Reader): Promise<string[]> {
  const problems: string[] = []
  const entriesOf = Map.groupBy(
    await read.selectFrom('request_history').selectAll().orderBy('request_number').orderBy('id').execute(),
    (entry) => entry.request_number,
  )
  for (const row of await read.selectFrom('requests').selectAll().execute()) {
    const entries = entriesOf.get(row.number) ?? []
    if (entries.filter(({ action }) => action === 'created').length !== 1) {
      problems.push(`${row.request_id} was not created exactly once`)
    }
    const versions = new Set(entries.map(({ version }) => version))
    if (versions.size !== row.version) problems.push(`${row.request_id} has gaps in its versions`)
    for (const [field, column] of Object.entries(COLUMNS)) {
      const changes = entries.filter((entry) => entry.field === field)
      const broken = changes.some((entry, i) => i > 0 && entry.old_value !== changes[i - 1]?.new_value)
      const last = changes.at(-1)
      if (broken || (last && last.new_value !== row[column])) {
        problems.push(`The history of ${row.request_id} does not lead to its ${field}`)
      }
    }
  }
  return problems
}

import type { AuditEntry, AuditFilter } from '../../../shared/audit.ts'
import { sentenceText } from '../../../shared/audit-words.ts'
import type { Actor } from '../../platform/actor.ts'
import { BEGINNING, digestAfter, lineOf } from '../chain.ts'
import { lastEntry } from '../seal.ts'
import { record } from '../service.ts'
import { entriesFrom } from '../verify.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { csvLines, UTF8_MARK } from '../../../shared/csv.ts'
import type { Deps } from './deps.ts'
import { matchingEntries } from './queries.ts'
import { toEntries } from './entries.ts'

/** Entries in memory at a time, however long the log is. */
const PAGE = 500

/** The matching entries as a table for people, newest first. The export is recorded before the first line is sent. */
export async function exportCsv(deps: Exporting, actor: Actor, filter: AuditFilter): Promise<AsyncGenerator<string>> {
  await recordExport(deps, actor, { format: 'CSV', ...filter })
  return csvPages(deps, actor, filter)
}

/** The whole sealed log as JSON lines, oldest first, for `verify-audit.mjs`; the last line summarises it. */
export async function exportLines(deps: Exporting, actor: Actor): Promise<AsyncGenerator<string>> {
  await recordExport(deps, actor, { format: 'JSON lines' })
  return chainPages(deps)
}

type Exporting = Pick<Deps, 'db' | 'clock'>

async function recordExport({ db, clock }: Exporting, actor: Actor, details: Record<string, unknown>): Promise<void> {
  requirePermission(actor, 'audit.read', 'read the audit log')
  await db.write((tx) => record(tx, clock, { actorId: actor.id, action: 'audit.exported', details }))
}

const COLUMNS = ['Time (UTC)', 'Entry', 'Person', 'What happened', 'Action', 'About', 'Address', 'Details', 'Hash']

async function* csvPages({ db }: Exporting, actor: Actor, filter: AuditFilter): AsyncGenerator<string> {
  yield UTF8_MARK + csvLines([COLUMNS])
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await db.readInWorker(
      matchingEntries(db.read, { ...filter, timeZone: actor.user.officeTimeZone })
        .where('audit_log.id', '<', before)
        .orderBy('audit_log.id', 'desc')
        .limit(PAGE)
        .compile(),
    )
    const last = rows.at(-1)
    if (!last) return
    before = last.id
    yield csvLines((await toEntries(db.read, rows)).map(cellsOf))
  }
}

function cellsOf(entry: AuditEntry) {
  const { at, seq, actor, action, target, address, details, hash } = entry
  const person = actor && (actor.name ?? actor.id)
  const about = target && (target.name ?? target.id)
  const shown = Object.keys(details).length === 0 ? '' : JSON.stringify(details)
  return [at, seq, person, sentenceText(entry), action, about, address, shown, hash]
}

async function* chainPages({ db, clock }: Exporting): AsyncGenerator<string> {
  const [last] = await lastEntry(db.read, {})
  const entries = last?.seq ?? 0
  let digest = BEGINNING
  for (let next = 1; next <= entries;) {
    const page = await db.readInWorker(entriesFrom(db.read, next).where('seq', '<=', entries).limit(PAGE).compile())
    // Entries were deleted: the rest is still exported, and will not match the last line.
    if (page.length === 0) break
    yield page
      .map((entry) => {
        const line = lineOf(entry)
        digest = digestAfter(digest, line)
        return `${line.slice(0, -1)},"digest":"${digest}"}\n`
      })
      .join('')
    next = page.at(-1)!.seq + 1
  }
  yield endLine({ entries, digest, exportedAt: clock().toISOString() })
}

/** The last line of an export, with its own hash: without it a truncated file would go unnoticed. */
function endLine(end: { entries: number; digest: string; exportedAt: string }): string {
  const text = JSON.stringify(end)
  return `${text.slice(0, -1)},"sum":"${digestAfter(BEGINNING, text)}"}\n`
}

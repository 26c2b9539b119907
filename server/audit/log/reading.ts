import type { AuditNews, AuditNewsQuery, AuditPage, AuditQuery } from '../../../shared/audit.ts'
import { AUDIT_PAGE_SIZE } from '../../../shared/audit.ts'
import type { Actor } from '../../platform/actor.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import type { Reader } from '../../platform/database/db.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { toEntries } from './entries.ts'
import { matchingEntries } from './queries.ts'
import { lastEntry } from '../seal.ts'
import { record } from '../service.ts'

/** Several reads of one person within this time are recorded as one entry, so that paging does not fill the log. */
const READ_WINDOW_MS = 60_000

/** The newest matching entries, or the newest before a given one. */
export async function listEntries(deps: Reading, actor: Actor, query: AuditQuery): Promise<AuditPage> {
  requirePermission(actor, 'audit.read', 'read the audit log')
  const { db } = deps
  const { before, limit = AUDIT_PAGE_SIZE, ...filter } = query
  await recordRead(deps, actor)
  const [last] = await lastEntry(db.read, {})
  const matching = matchingEntries(db.read, { ...filter, timeZone: actor.user.officeTimeZone })
  const rows = await db.readInWorker(
    matching
      .$if(before !== undefined, (query) => query.where('audit_log.id', '<', before!))
      .orderBy('audit_log.id', 'desc')
      .limit(limit + 1)
      .compile(),
    'search',
  )
  const page = rows.slice(0, limit)
  const older = rows.length > limit ? page.at(-1)!.id : null
  return { entries: await toEntries(db.read, page), older, newest: last?.seq ?? 0 }
}

/**
 * The entries sealed since the last poll. Ordered by their position in the chain, not by id: of two written
 * concurrently, the one with the lower id may be committed later.
 */
export async function listEntriesSince(deps: Reading, actor: Actor, query: AuditNewsQuery): Promise<AuditNews> {
  requirePermission(actor, 'audit.read', 'read the audit log')
  const { db } = deps
  const { after, ...filter } = query
  const [last] = await lastEntry(db.read, {})
  const newest = last?.seq ?? 0
  if (newest <= after) return { entries: [], newest: Math.max(newest, after), isCut: false }
  const matching = matchingEntries(db.read, { ...filter, timeZone: actor.user.officeTimeZone })
  const rows = await db.readInWorker(
    matching
      .where('audit_log.seq', '>', after)
      .where('audit_log.seq', '<=', newest)
      .orderBy('audit_log.seq', 'desc')
      .limit(AUDIT_PAGE_SIZE + 1)
      .compile(),
    'search',
  )
  // Seeing only one's own read entries is not recorded: otherwise each poll would create the news of the next one.
  const isRead = rows.some(({ action, actor_id }) => action !== 'audit.read' || actor_id !== actor.id)
  if (isRead) await recordRead(deps, actor)
  const entries = await toEntries(db.read, rows.slice(0, AUDIT_PAGE_SIZE))
  return { entries, newest, isCut: rows.length > AUDIT_PAGE_SIZE }
}

type Reading = Pick<Deps, 'db' | 'clock'>

async function recordRead({ db, clock }: Reading, actor: Actor): Promise<void> {
  const since = new Date(clock().getTime() - READ_WINDOW_MS).toISOString()
  if (await hasRead(db.read, actor, since)) return
  await db.write(async (tx) => {
    await lockByName(tx, `audit read ${actor.id}`)
    if (await hasRead(tx, actor, since)) return
    await record(tx, clock, { actorId: actor.id, action: 'audit.read' })
  })
}

async function hasRead(reader: Reader, actor: Actor, since: string): Promise<boolean> {
  const read = reader
    .selectFrom('audit_log')
    .select('id')
    .where('at', '>', since)
    .where('action', '=', 'audit.read')
    .where('actor_id', '=', actor.id)
    .limit(1)
  return (await read.execute()).length > 0
}

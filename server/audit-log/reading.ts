import type { AuditEntry, AuditNews, AuditNewsQuery, AuditPage, AuditQuery } from '../../shared/audit.ts'
import { AUDIT_PAGE_SIZE } from '../../shared/audit.ts'
import { fullName } from '../../shared/people.ts'
import type { Actor } from '../actor.ts'
import { lockByName } from '../database/dialect.ts'
import type { Reader } from '../database/db.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { type FoundEntry, matchingEntries } from './queries.ts'
import { lastEntry } from '../audit/seal.ts'
import { record } from '../audit/service.ts'

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
  const found = await db.readInWorker(
    matching
      .$if(before !== undefined, (query) => query.where('audit_log.id', '<', before!))
      .orderBy('audit_log.id', 'desc')
      .limit(limit + 1)
      .compile(),
    'search',
  )
  const page = found.slice(0, limit)
  const older = found.length > limit ? page.at(-1)!.id : null
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
  const found = await db.readInWorker(
    matching
      .where('audit_log.seq', '>', after)
      .where('audit_log.seq', '<=', newest)
      .orderBy('audit_log.seq', 'desc')
      .limit(AUDIT_PAGE_SIZE + 1)
      .compile(),
    'search',
  )
  // Seeing only one's own read entries is not recorded: otherwise each poll would create the news of the next one.
  const isRead = found.some(({ action, actor_id }) => action !== 'audit.read' || actor_id !== actor.id)
  if (isRead) await recordRead(deps, actor)
  const entries = await toEntries(db.read, found.slice(0, AUDIT_PAGE_SIZE))
  return { entries, newest, isCut: found.length > AUDIT_PAGE_SIZE }
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

/** The log stores the ids of people; they are shown with their current names. */
export async function toEntries(read: Reader, rows: FoundEntry[]): Promise<AuditEntry[]> {
  const details = rows.map((row) => parsed(row.details))
  const assignees = details.flatMap(({ assignedTo }) => Object.values(Object(assignedTo) as object)).filter(isText)
  const [names, withdrawn] = await Promise.all([namesOf(read, [...new Set(assignees)]), namesOfWithdrawn(read, rows)])
  return rows.map((row, i) => toEntry(row, withNames(details[i]!, names), withdrawn))
}

/** A withdrawn invitation removes its account, so the name comes from the entry that recorded the invitation. */
async function namesOfWithdrawn(read: Reader, rows: FoundEntry[]): Promise<Map<string, string>> {
  const gone = rows.flatMap(({ target_type, target_id, person_first }) =>
    target_type === 'user' && target_id !== null && person_first === null ? [target_id] : [],
  )
  if (gone.length === 0) return new Map()
  const invited = read
    .selectFrom('audit_log')
    .select(['target_id', 'details'])
    .where('target_id', 'in', [...new Set(gone)])
    .where('action', '=', 'user.invited')
  return new Map(
    (await invited.execute()).flatMap((row) => {
      const { firstName, lastName } = parsed(row.details)
      return isText(firstName) && isText(lastName) ? [[row.target_id!, fullName({ firstName, lastName })]] : []
    }),
  )
}

function withNames(details: Record<string, unknown>, names: Map<unknown, string>): Record<string, unknown> {
  const { assignedTo } = details
  if (typeof assignedTo !== 'object' || assignedTo === null) return details
  const named = Object.entries(assignedTo).map(([when, id]) => [when, names.get(id) ?? (id as unknown)])
  return { ...details, assignedTo: Object.fromEntries(named) as object }
}

async function namesOf(read: Reader, ids: string[]): Promise<Map<unknown, string>> {
  if (ids.length === 0) return new Map()
  const people = read.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids)
  return new Map((await people.execute()).map((row) => [row.id, nameIn(row.first_name, row.last_name)!]))
}

const isText = (value: unknown): value is string => typeof value === 'string'

function toEntry(row: FoundEntry, details: Record<string, unknown>, withdrawn: Map<string, string>): AuditEntry {
  const { address, ...others } = details
  return {
    id: row.id,
    seq: row.seq,
    at: row.at,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: nameIn(row.actor_first, row.actor_last) },
    action: row.action,
    target: row.target_id === null ? null : targetIn(row, row.target_id, details, withdrawn),
    // In entries older than the column it is one of the details.
    address: row.address ?? (typeof address === 'string' ? address : null),
    details: row.address === null && typeof address === 'string' ? others : details,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

function targetIn(
  row: FoundEntry,
  id: string,
  details: Record<string, unknown>,
  withdrawn: Map<string, string>,
): AuditEntry['target'] {
  const person = nameIn(row.person_first, row.person_last) ?? withdrawn.get(id)
  const name = row.request_id ?? person ?? nameInDetails(details)
  return { type: row.target_type ?? '', id, name }
}

/** For deleted targets, or those without a table to look them up in, the entry itself contains the name. */
function nameInDetails({ requestId, after, before }: Record<string, unknown>): string | null {
  const [{ name: now }, { name: then }] = [Object(after), Object(before)] as [{ name?: unknown }, { name?: unknown }]
  return [requestId, now, then].find(isText) ?? null
}

function nameIn(first: string | null, last: string | null): string | null {
  return first === null || last === null ? null : fullName({ firstName: first, lastName: last })
}

function parsed(text: string): Record<string, unknown> {
  try {
    const details: unknown = JSON.parse(text)
    return typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : { details }
  } catch {
    // The entry has been tampered with: show it as it is.
    return { details: text }
  }
}

import type { AuditEntry } from '../../../shared/audit.ts'
import { fullName } from '../../../shared/people.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { FoundEntry } from './queries.ts'

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

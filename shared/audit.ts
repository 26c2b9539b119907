import { z } from 'zod'
import { AUDIT_GROUPS, type AuditGroup } from './audit-actions.ts'
import { INVALID_DATE, isCalendarDate, personId } from './text.ts'

const Named = z.object({
  id: z.string(),
  /** its current name; null if it no longer exists */
  name: z.string().nullable(),
})

/** One entry of the audit log, as a person reads it. */
export const AuditEntry = z.object({
  id: z.int(),
  /** its position in the chain; null, like its hashes, until it is sealed */
  seq: z.int().nullable(),
  at: z.string(),
  /** null: not signed in, or the program itself */
  actor: Named.nullable(),
  action: z.string(),
  target: Named.extend({ type: z.string() }).nullable(),
  address: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  previousHash: z.string().nullable(),
  hash: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const date = z.string().refine(isCalendarDate, INVALID_DATE)
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const text = (most: number) => z.string().trim().min(1).max(most)

/** Filter of the log; days are in the office's time zone, both included. */
export const AuditFilter = z.strictObject({
  person: personId().optional(),
  group: z.enum(Object.keys(AUDIT_GROUPS) as [AuditGroup, ...AuditGroup[]]).optional(),
  /** a request's number or id, or a person's id */
  target: text(100).optional(),
  from: date.optional(),
  to: date.optional(),
  /** a prefix of an address */
  address: text(60).optional(),
  /** words of the sentence, or of the details */
  text: text(200).optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AUDIT_PAGE_SIZE = 50

export const AuditQuery = AuditFilter.extend({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  /** cursor: id of an entry; the page holds older entries */
  before: id.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** Answer of GET /api/audit, newest first. */
export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  /** `before` of the next page; null on the last */
  older: z.int().nullable(),
  /** the newest position in the chain at the time of reading, for `AuditNewsQuery` */
  newest: z.int(),
})
export type AuditPage = z.infer<typeof AuditPage>

export const AuditNewsQuery = AuditFilter.extend({
  /** the newest position in the chain that the caller has */
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
})
export type AuditNewsQuery = z.infer<typeof AuditNewsQuery>

/** Answer of GET /api/audit/news: entries sealed since then, newest first; at most a page. */
export const AuditNews = z.object({
  entries: z.array(AuditEntry),
  newest: z.int(),
  /** there were more than a page: reload the log */
  isCut: z.boolean(),
})
export type AuditNews = z.infer<typeof AuditNews>

/** What was found to be wrong with the audit log, as a sentence. */
export const AUDIT_DAMAGE: Record<string, string> = {
  altered: 'An entry of the audit log was altered',
  removed: 'Entries of the audit log were removed',
  swapped: 'Entries of the audit log were swapped',
  rewritten: 'Entries of the audit log were rewritten',
  forged: 'Entries of the audit log were made without its key',
  cut: 'The newest entries of the audit log were removed',
  emptied: 'The audit log was emptied',
  restored: 'The database is an older copy than the note beside it: a backup was restored, or put in its place',
  'note-damaged': 'The note of the newest entry of the audit log was altered',
  'note-missing': 'The audit log has entries, but the note of the newest one beside the database is missing',
}

const Digest = z.object({ entries: z.int(), digest: z.string(), at: z.string() })

/** Answer of GET /api/audit/head: a reference that an exported log can be compared with later. */
export const AuditHead = z.object({
  now: Digest,
  /** digests recorded in the log itself, newest first; at most the last 30 */
  noted: z.array(Digest),
  state: z.enum(['checking', 'intact', 'damaged']),
  /** the damage found, a key of `AUDIT_DAMAGE`, from which entry on; null: none */
  found: z.object({ damage: z.string(), brokenAt: z.int(), foundAt: z.string() }).nullable(),
})
export type AuditHead = z.infer<typeof AuditHead>

import type { HistoryAction } from '../../../shared/request-history.ts'
import type { Generated } from 'kysely'
import type { Department, Priority, Status } from '../../../shared/requests.ts'
import type { AccountTables } from './account-tables.ts'
import type { AiTables } from './ai-tables.ts'
import type { BackupTables } from './backup-tables.ts'
import type { DocumentTables } from './document-tables.ts'
import type { ExportTables } from './export-tables.ts'
import type { MailTables } from './mail-tables.ts'
import type { NoticeTables } from './notice-tables.ts'
import type { ReportTables } from './report-tables.ts'

/**
 * Every table of both engines. Instants (`…_at`) are ISO text in UTC with milliseconds, dates (`…_on`, `due_date`, `day`)
 * are `YYYY-MM-DD`: on PostgreSQL the type parsers turn timestamptz and date into the same text.
 */
export interface Tables
  extends AccountTables, AiTables, BackupTables, DocumentTables, ExportTables, MailTables, NoticeTables, ReportTables {
  /** `value` is JSON. */
  settings: { key: string; value: string; updated_at: string }
  departments: {
    key: string
    name: string
    /** folded, unique */
    name_key: string
    /** for sorting */
    position: number
    retired_at: string | null
    successor: string | null
    /** where its open requests are moved; null: they stay */
    open_to: string | null
    /** the department that its people get; null: they keep it */
    people_to: string | null
    created_at: string
  }
  requests: {
    /** The running number, never reused; the rowid on SQLite, so that every index contains it. */
    number: number
    id: string
    /** RFD-<year>-<number> */
    request_id: string
    title: string
    /** folded title, for sorting */
    title_key: string
    description: string
    priority: Priority
    /** 0 low … 3 critical, for sorting */
    priority_rank: number
    department: Department
    status: Status
    assigned_to_id: string | null
    requester_id: string
    due_date: string
    created_at: string
    updated_at: string
    started_at: string | null
    completed_at: string | null
    classified_at: string | null
    version: number
  }
  /**
   * One row per changed field (a cancellation changes `status` under its own action), or one with `field` null for
   * events that change none. `decided` is about a suggestion: its values are not changes. `assignedTo` stores the
   * people's ids. Read by timeline, metrics and notices.
   */
  request_history: {
    id: Generated<number>
    request_number: number
    at: string
    actor_id: string | null
    action: HistoryAction
    field: string | null
    old_value: string | null
    new_value: string | null
    /** the reason for a change of `status`, or for a due date moved without one; null when none was given */
    reason: string | null
    version: number
    /** of what happened to a comment; null in entries older than the column */
    comment_id: string | null
  }
  comments: {
    id: string
    request_number: number
    author_id: string
    /** Markdown; mentions are written `@username`. Empty once deleted */
    comment: string
    created_at: string
    /** 1: an internal note, for people with `comments.internal` only */
    is_internal: Generated<0 | 1>
    edited_at: string | null
    deleted_at: string | null
    version: Generated<number>
  }
  /** Whom a comment mentions: people who could see it when it was written. */
  comment_mentions: {
    comment_id: string
    person_id: string
    /** the history entry of the edit that added it; null: mentioned from the beginning */
    added_by: number | null
    /** 1: an edit took the mention out. Kept, so that the person is not notified twice of one comment */
    is_removed: Generated<0 | 1>
  }
  /**
   * Counters, updated in the transaction of the change. Each is the sum of its rows: on PostgreSQL, transactions spread
   * over the slots, so that few wait for each other; on SQLite, which has a single writer, slot 0 holds everything.
   */
  request_counts: { status: Status; department: Department; priority: Priority; slot: Generated<number>; count: number }
  /** `kind` requester or assignee; requests without an assignee count under `user_id` ''. */
  person_counts: {
    kind: 'requester' | 'assignee'
    user_id: string
    status: Status
    slot: Generated<number>
    count: number
  }
  /**
   * Flow by calendar day in the office's time zone. `kind`: `created`; `finished`; `entered:<status>` and
   * `left:<status>`; `overdue`, a difference array: the sum up to a day is the number of requests overdue on it.
   */
  day_counts: { kind: string; day: string; slot: Generated<number>; count: number }
  /** The searched texts; on SQLite triggers feed the FTS5 index from it, on PostgreSQL GIN indices cover it. */
  search_documents: { request_number: number; request_id: string; title: string; description: string }
  /** One row per comment that is not deleted; indexed as `search_documents`. */
  search_comments: {
    /** request number × 2^20 + a count within the request */
    id: number
    request_number: number
    comment_id: string
    is_internal: 0 | 1
    text: string
  }
  idempotency_keys: {
    user_id: string
    route: string
    key: string
    /** hash of the body: the same key with another body is refused */
    fingerprint: string
    /** the answer's value as JSON */
    body: string
    created_at: string
  }
  sequences: { name: string; value: number }
  /** Append-only; `hash` covers the row and the previous hash. `details` is JSON text, preserved byte for byte. */
  audit_log: {
    /** in the order of writing */
    id: Generated<number>
    /** position in the chain; null, like both hashes, until the entry is sealed */
    seq: number | null
    at: string
    actor_id: string | null
    action: string
    target_type: string | null
    target_id: string | null
    details: string
    /** for searching, outside the chain; null where it equals `lower(details)` in the locale C */
    folded_details: string | null
    /** client address; null for background work, and in entries older than the column */
    address: string | null
    previous_hash: string | null
    hash: string | null
  }
  /** One row: the newest sealed entry, signed with the chain's key. */
  audit_head: { id: number; entries: number; hash: string; key_id: string; mac: string }
  jobs: {
    id: Generated<number>
    kind: string
    payload: string
    unique_key: string | null
    /** the owner, where the queue is fair by person; the first job of each person has the lowest turn */
    person_id: string | null
    turn: Generated<number>
    run_at: string
    lease_until: string | null
    attempts: number
    max_attempts: number
    last_error: string | null
    created_at: string
    finished_at: string | null
    /** set when the attempts are used up: a dead letter */
    dead_at: string | null
  }
}

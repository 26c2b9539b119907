import type { Generated } from 'kysely'
import type { Department, HistoryAction, Priority, Status } from '../../shared/requests.ts'
import type { ThrottleKind } from '../../shared/blocked-sign-ins.ts'
import type { AccountLinkKind } from '../../shared/team.ts'
import type { AiTables } from './ai-tables.ts'
import type { DocumentTables } from './document-tables.ts'
import type { ExportTables } from './export-tables.ts'
import type { ReportTables } from './report-tables.ts'

/**
 * Every table of both engines. Instants (`…_at`) are ISO text in UTC with milliseconds, dates (`…_on`, `due_date`, `day`)
 * are `YYYY-MM-DD`: on PostgreSQL the type parsers turn timestamptz and date into the same text.
 */
export interface Tables extends AiTables, DocumentTables, ExportTables, ReportTables {
  /** `permissions` is a JSON list; what this version does not know in it is kept. */
  roles: {
    id: string
    name: string
    description: Generated<string>
    permissions: string
    /** counts the changes */
    version: Generated<number>
    created_at: string
  }
  users: {
    id: string
    username: string
    /** `usernameKey`, unique */
    username_key: string
    first_name: string
    last_name: string
    /** folded "first last", for sorting */
    name_key: string
    email: string
    department: string | null
    role_id: string
    /** empty while the person is invited */
    password_hash: string
    created_at: string
    updated_at: string
    last_login_at: string | null
    deactivated_at: string | null
    /** when the person chose their first password; null while they are invited */
    activated_at: string | null
    /** of their sessions, within a minute */
    last_active_at: string | null
    version: Generated<number>
    /** folded name, username and address, for the search */
    search_key: Generated<string>
    /** 1: made by a seed, with a password that is published; opens nothing outside the demo */
    is_demo: Generated<number>
    /** how the person has arranged the own dashboard: JSON of `PlacedCard[]` */
    dashboard: string | null
  }
  sessions: {
    id: string
    user_id: string
    created_at: string
    last_seen_at: string
    expires_at: string
    user_agent: string | null
    address: string | null
    /** as whom an administrator sees the page, without changing anything */
    seen_as_id: string | null
    seen_as_until: string | null
  }
  /** Invitations and one-time password links. Kept when the account goes, so that its link can still say why it opens nothing. */
  account_links: {
    id: string
    token_hash: string
    kind: AccountLinkKind
    user_id: string
    created_at: string
    /** null: made by the person who runs the server */
    created_by_id: string | null
    expires_at: string
    used_at: string | null
    /** replaced by a newer one, withdrawn, or ended with the account */
    ended_at: string | null
  }
  /** `key` says what is counted: kind, account, address. */
  sign_in_failures: {
    key: string
    /** what an administrator lifts a block by: the key may hold a mistyped password */
    id: string
    kind: ThrottleKind
    /** a person's id with `password`, else what was typed as the username, lower-cased */
    account: string | null
    address: string | null
    failures: number
    last_failed_at: string
    blocked_until: string | null
  }
  /** Where each account signed in from lately. */
  sign_in_addresses: { user_id: string; address: string; last_at: string }
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
    created_at: string
  }
  requests: {
    /** The running number, never reused; the row's key on SQLite, so that every index carries it. */
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
   * One row per changed field (a cancellation is the change of `status` under an action of its own), or one with `field`
   * null for the events that change none. `decided` is about a suggestion: its values are no changes. `assignedTo` keeps the people's ids. Read by timeline, metrics and notices.
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
    /** why, of a change of `status`; null when nobody said */
    reason: string | null
    version: number
  }
  comments: { id: string; request_number: number; author_id: string; comment: string; created_at: string }
  /**
   * Counters, kept in the writing transaction. Each is the sum of its rows: on PostgreSQL transactions spread over the slots,
   * so that few wait for each other; on SQLite, which has one writer, all is in slot 0.
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
   * Flow by the office's calendar day. `kind`: `created`; `entered:<status>` and `left:<status>`;
   * `overdue`, a difference array: the sum up to a day is the number of requests overdue on it.
   */
  day_counts: { kind: string; day: string; slot: Generated<number>; count: number }
  /** What search looks through; on SQLite triggers feed the FTS5 index from it, on PostgreSQL GIN indices serve it. */
  search_documents: { request_number: number; request_id: string; title: string; description: string; comments: string }
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
  /** Append-only; `hash` covers the row and the hash before it. `details` is JSON text, kept letter by letter. */
  audit_log: {
    /** in the order of writing */
    id: Generated<number>
    /** the place in the chain; with both hashes null until the entry is sealed */
    seq: number | null
    at: string
    actor_id: string | null
    action: string
    target_type: string | null
    target_id: string | null
    details: string
    /** where the call came from; null for work in the background, and for entries of before it was kept */
    address: string | null
    previous_hash: string | null
    hash: string | null
  }
  jobs: {
    id: Generated<number>
    kind: string
    payload: string
    unique_key: string | null
    /** whose it is, where people take turns; the first of each person has the lowest turn */
    person_id: string | null
    turn: Generated<number>
    run_at: string
    lease_until: string | null
    attempts: number
    max_attempts: number
    progress: string | null
    last_error: string | null
    created_at: string
    finished_at: string | null
    /** set when the attempts are used up: the dead letters */
    dead_at: string | null
  }
}

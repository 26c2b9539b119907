import type { Tables } from '../platform/database/tables.ts'

/**
 * Left out of a backup: everybody signs in again after a restore, the pieces of an unfinished upload are sent again,
 * counters are counted anew, the list of backups is that of a machine, and the highest number ever issued stands in the
 * archive's header.
 */
const LEFT_OUT = 'left out'

/**
 * Every table with the columns that order its rows. A table stands after those that its rows refer to, so that rows can
 * be loaded in this order.
 */
const TABLES = {
  roles: ['id'],
  departments: ['key'],
  users: ['id'],
  settings: ['key'],
  sequences: LEFT_OUT,
  sessions: LEFT_OUT,
  account_links: ['id'],
  sign_in_failures: ['key'],
  sign_in_addresses: ['user_id', 'address'],
  people_imports: ['id'],
  people_import_lines: ['import_id', 'line'],
  people_changes: ['id'],
  people_change_items: ['change_id', 'place'],
  requests: ['number'],
  comments: ['id'],
  request_history: ['id'],
  request_counts: LEFT_OUT,
  person_counts: LEFT_OUT,
  day_counts: LEFT_OUT,
  search_documents: ['request_number'],
  search_comments: ['id'],
  idempotency_keys: ['user_id', 'route', 'key'],
  suggestions: ['id'],
  classifications: ['request_number'],
  suggestion_decisions: ['id'],
  analyses: ['id'],
  models: ['id'],
  conversations: ['id'],
  conversation_messages: ['id'],
  language_model_calls: ['id'],
  language_model_days: ['day', 'person_id'],
  ai_progress: ['key'],
  batches: ['id'],
  batch_items: ['id'],
  files: ['checksum'],
  file_pages: ['checksum', 'page'],
  uploads: LEFT_OUT,
  documents: ['id'],
  document_readings: ['id'],
  document_proposals: ['id'],
  request_sources: ['request_number', 'document_id'],
  search_pages: ['id'],
  exports: ['id'],
  reports: ['id'],
  report_schedules: ['id'],
  report_runs: ['id'],
  report_run_readers: ['run_id', 'reader'],
  jobs: ['id'],
  mails: ['id'],
  mail_notices: ['mail_id', 'notice_id'],
  backups: LEFT_OUT,
  audit_log: ['id'],
  audit_head: ['id'],
  comment_mentions: ['comment_id', 'person_id'],
  open_questions: ['comment_id', 'person_id'],
  due_notices: ['request_number', 'code', 'due_date'],
  notices: ['id'],
  notice_members: ['notice_id', 'request_number'],
  request_watches: ['request_number', 'person_id', 'after_id'],
  notice_preferences: ['person_id'],
  notice_progress: ['name'],
} satisfies Record<keyof Tables, readonly string[] | typeof LEFT_OUT>

export interface StoredTable {
  name: keyof Tables
  /** Together unique. */
  order: readonly string[]
}

/** The tables of a backup, parents first. */
export const STORED_TABLES: readonly StoredTable[] = Object.entries(TABLES).flatMap(([name, order]) =>
  // Unchecked: the keys of a literal that has exactly the tables.
  order === LEFT_OUT ? [] : [{ name: name as keyof Tables, order }],
)

/** Whose rows a restored office does not have; the numbers that were issued remain. */
export const LEFT_OUT_TABLES = Object.entries(TABLES).flatMap(([name, order]) =>
  order === LEFT_OUT && name !== 'sequences' ? [name] : [],
)

/** Keys of the file store that a row refers to. */
export function fileKeysIn(table: string, row: Record<string, unknown>): string[] {
  if (table === 'files' || table === 'exports') return typeof row.store_key === 'string' ? [row.store_key] : []
  if (table !== 'report_runs') return []
  const files = JSON.parse(String(row.files)) as { key: string }[]
  return files.map(({ key }) => key)
}

import { sql } from 'kysely'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { BUILT_IN_ROLES } from '../../shared/permissions.ts'
import type { Db, Tx } from '../platform/database/db.ts'

/** The tables of requests themselves, children first. */
export const REQUEST_TABLES = [
  'notice_members',
  'notices',
  'request_watches',
  'open_questions',
  'due_notices',
  'search_comments',
  'search_documents',
  'request_history',
  'comment_mentions',
  'comments',
  'requests',
  'request_counts',
  'person_counts',
  'day_counts',
  'idempotency_keys',
  'jobs',
] as const

/** Ordered so that no foreign key is violated: children first. */
const EMPTIED = [
  'backups',
  'mail_notices',
  'mails',
  'people_change_items',
  'people_changes',
  'request_sources',
  'document_proposals',
  'document_readings',
  'batch_items',
  'batches',
  'language_model_calls',
  'language_model_days',
  'conversation_messages',
  'conversations',
  'suggestion_decisions',
  'classifications',
  'suggestions',
  'analyses',
  'models',
  'ai_progress',
  'search_pages',
  'documents',
  'uploads',
  'file_pages',
  'files',
  'exports',
  'report_run_readers',
  'report_runs',
  'report_schedules',
  'reports',
  ...REQUEST_TABLES,
  'audit_log',
  'audit_head',
  'sign_in_failures',
  'sign_in_addresses',
  'settings',
  'sessions',
  'account_links',
  'people_import_lines',
  'people_imports',
  'notice_preferences',
  'users',
] as const

/** Back to a freshly migrated database: only the built-in roles remain, and numbers restart at 1. */
export async function emptyTables(db: Db): Promise<void> {
  await db.write(async (tx) => {
    for (const table of EMPTIED) await tx.deleteFrom(table).execute()
    // Otherwise the scan would wait for ids that restart.
    await tx.updateTable('notice_progress').set({ value: 0 }).execute()
    await restoreDepartments(tx)
    await restoreRoles(tx)
    if (db.engine === 'postgres') await sql`alter sequence request_numbers restart`.execute(tx)
    else await tx.updateTable('sequences').set({ value: 0 }).execute()
  })
}

/** Restores the initial departments. */
async function restoreDepartments(tx: Tx): Promise<void> {
  await tx.updateTable('departments').set({ successor: null }).execute()
  await tx.deleteFrom('departments').where('key', 'not in', FIRST_DEPARTMENTS.keys).execute()
  for (const [position, { key, name }] of FIRST_DEPARTMENTS.all.entries()) {
    const set = { name, name_key: name.toLowerCase(), position, retired_at: null, open_to: null, people_to: null }
    await tx.updateTable('departments').set(set).where('key', '=', key).execute()
  }
}

/** Undoes a test's changes to built-in roles, and removes the roles it added. */
async function restoreRoles(tx: Tx): Promise<void> {
  await tx.deleteFrom('roles').where('id', 'not in', Object.keys(BUILT_IN_ROLES)).execute()
  for (const [id, { permissions }] of Object.entries(BUILT_IN_ROLES)) {
    const set = { permissions: JSON.stringify(permissions), version: 1 }
    await tx.updateTable('roles').set(set).where('id', '=', id).execute()
  }
}

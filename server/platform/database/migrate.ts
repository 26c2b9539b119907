import type Database from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import type { Engine } from './db.ts'
import { retryWhileBusy } from './sqlite/retry-while-busy.ts'
import * as ground from './migrations/0001-ground.ts'
import * as requestIndices from './migrations/0002-request-indices.ts'
import * as search from './migrations/0003-search.ts'
import * as ai from './migrations/0004-ai.ts'
import * as aiBatches from './migrations/0005-ai-batches.ts'
import * as cheaperCreates from './migrations/0006-cheaper-creates.ts'
import * as languageModel from './migrations/0007-language-model.ts'
import * as overdueInOrder from './migrations/0008-overdue-in-order.ts'
import * as daysOfBatches from './migrations/0009-days-of-batches.ts'
import * as vacuumSooner from './migrations/0010-vacuum-sooner.ts'
import * as languageModelDays from './migrations/0013-language-model-days.ts'
import * as demoAccounts from './migrations/0015-demo-accounts.ts'
import * as signInBlocks from './migrations/0016-sign-in-blocks.ts'
import * as suggestionTexts from './migrations/0017-suggestion-texts.ts'
import * as scopeOfAnswers from './migrations/0018-scope-of-answers.ts'
import * as reasons from './migrations/0020-reasons.ts'
import * as changesInHistory from './migrations/0023-changes-in-history.ts'
import * as fewerRequestIndices from './migrations/0025-fewer-request-indices.ts'
import * as counterSlots from './migrations/0027-counter-slots.ts'
import * as auditSealedLater from './migrations/0028-audit-sealed-later.ts'
import * as viewAllRequests from './migrations/0030-view-all-requests.ts'
import * as answersWithoutStatus from './migrations/0031-answers-without-status.ts'
import * as readings from './migrations/0033-readings.ts'
import * as middleHalf from './migrations/0035-middle-half.ts'
import * as learnedFrom from './migrations/0036-learned-from.ts'
import * as datesInRequestIndices from './migrations/0037-dates-in-request-indices.ts'
import * as people from './migrations/0038-people.ts'
import * as rolesOfTheOffice from './migrations/0040-roles-of-the-office.ts'
import * as seeAs from './migrations/0041-see-as.ts'
import * as departments from './migrations/0042-departments.ts'
import * as auditList from './migrations/0044-audit-list.ts'
import * as datesByLastChange from './migrations/0046-dates-by-last-change.ts'
import * as documents from './migrations/0050-documents.ts'
import * as documentSearch from './migrations/0053-document-search.ts'
import * as documentAi from './migrations/0055-document-ai.ts'
import * as exportsOfLists from './migrations/0059-exports.ts'
import * as reports from './migrations/0060-reports.ts'
import * as ownDashboard from './migrations/0063-own-dashboard.ts'
import * as finishedDays from './migrations/0063-finished-days.ts'
import * as turnsOfJobs from './migrations/0064-turns-of-jobs.ts'
import * as exportsOfOtherLists from './migrations/0066-exports-of-lists.ts'
import * as foldedNames from './migrations/0067-folded-names.ts'
import * as namesOfDocuments from './migrations/0068-names-of-documents.ts'
import * as uniqueEmails from './migrations/0069-unique-emails.ts'
import * as auditHead from './migrations/0070-audit-head.ts'
import * as notesAsCodes from './migrations/0072-notes-as-codes.ts'
import * as foldedSpellings from './migrations/0074-folded-spellings.ts'
import { searchIndexer } from './sqlite/search-index.ts'
import * as peopleImports from './migrations/0077-people-imports.ts'
import * as peopleChanges from './migrations/0079-people-changes.ts'
import * as retiredDepartments from './migrations/0080-where-a-retired-department-goes.ts'
import * as notices from './migrations/0081-notices.ts'
import * as waiting from './migrations/0082-waiting-for-people.ts'
import * as commentsThatChange from './migrations/0083-comments-that-change.ts'
import * as commentsInSearch from './migrations/0084-comments-in-search.ts'
import * as mentionsByEdits from './migrations/0085-mentions-by-edits.ts'
import * as mail from './migrations/0086-mail.ts'
import * as oneIndexByLastChange from './migrations/0087-one-index-by-last-change.ts'
import * as versionsOfComments from './migrations/0088-versions-of-comments.ts'
import * as backups from './migrations/0090-backups.ts'
import * as placesOfBackups from './migrations/0092-places-of-backups.ts'
import * as keyOfABackup from './migrations/0093-key-of-a-backup.ts'
import * as recipientsOfBackups from './migrations/0096-recipients-of-backups.ts'
import * as versionsOfNoticePreferences from './migrations/0097-versions-of-notice-preferences.ts'
import * as durationsOfBackups from './migrations/0098-durations-of-backups.ts'
import * as foldedAuditDetails from './migrations/0099-folded-audit-details.ts'
import type { Tables } from './tables.ts'

interface Migration {
  up(db: Kysely<unknown>, engine: Engine): Promise<void>
}

/** In execution order. A released name never changes. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-ground': ground,
  '0002-request-indices': requestIndices,
  '0003-search': search,
  '0004-ai': ai,
  '0005-ai-batches': aiBatches,
  '0006-cheaper-creates': cheaperCreates,
  '0007-language-model': languageModel,
  '0008-overdue-in-order': overdueInOrder,
  '0009-days-of-batches': daysOfBatches,
  '0010-vacuum-sooner': vacuumSooner,
  '0013-language-model-days': languageModelDays,
  '0015-demo-accounts': demoAccounts,
  '0016-sign-in-blocks': signInBlocks,
  '0017-suggestion-texts': suggestionTexts,
  '0018-scope-of-answers': scopeOfAnswers,
  '0020-reasons': reasons,
  '0023-changes-in-history': changesInHistory,
  '0025-fewer-request-indices': fewerRequestIndices,
  '0027-counter-slots': counterSlots,
  '0028-audit-sealed-later': auditSealedLater,
  '0030-view-all-requests': viewAllRequests,
  '0031-answers-without-status': answersWithoutStatus,
  '0033-readings': readings,
  '0035-middle-half': middleHalf,
  '0036-learned-from': learnedFrom,
  '0037-dates-in-request-indices': datesInRequestIndices,
  '0038-people': people,
  '0040-roles-of-the-office': rolesOfTheOffice,
  '0041-see-as': seeAs,
  '0042-departments': departments,
  '0044-audit-list': auditList,
  '0046-dates-by-last-change': datesByLastChange,
  '0050-documents': documents,
  '0053-document-search': documentSearch,
  '0055-document-ai': documentAi,
  '0059-exports': exportsOfLists,
  '0060-reports': reports,
  '0063-own-dashboard': ownDashboard,
  '0063-finished-days': finishedDays,
  '0064-turns-of-jobs': turnsOfJobs,
  '0066-exports-of-lists': exportsOfOtherLists,
  '0067-folded-names': foldedNames,
  '0068-names-of-documents': namesOfDocuments,
  '0069-unique-emails': uniqueEmails,
  '0070-audit-head': auditHead,
  '0072-notes-as-codes': notesAsCodes,
  '0074-folded-spellings': foldedSpellings,
  '0077-people-imports': peopleImports,
  '0079-people-changes': peopleChanges,
  '0080-where-a-retired-department-goes': retiredDepartments,
  '0081-notices': notices,
  '0082-waiting-for-people': waiting,
  '0083-comments-that-change': commentsThatChange,
  '0084-comments-in-search': commentsInSearch,
  '0085-mentions-by-edits': mentionsByEdits,
  '0086-mail': mail,
  '0087-one-index-by-last-change': oneIndexByLastChange,
  '0088-versions-of-comments': versionsOfComments,
  '0090-backups': backups,
  '0092-places-of-backups': placesOfBackups,
  '0093-key-of-a-backup': keyOfABackup,
  '0096-recipients-of-backups': recipientsOfBackups,
  '0097-versions-of-notice-preferences': versionsOfNoticePreferences,
  '0098-durations-of-backups': durationsOfBackups,
  '0099-folded-audit-details': foldedAuditDetails,
}

/** An arbitrary number, the same for every process that migrates. */
const ADVISORY_LOCK = 726_644_001
/** How long to wait while another process migrates. */
const BUSY_MS = 60_000

/** All migrations in one immediate transaction: a second process waits, then finds nothing left to do. */
export async function migrateSqlite(
  raw: Database.Database,
  tx: Kysely<Tables>,
  names?: readonly string[],
): Promise<void> {
  await retryWhileBusy(() => raw.exec('begin immediate'), BUSY_MS)
  try {
    await applyMigrations(tx, 'sqlite', names)
    // Otherwise the first write would have to index all texts that a migration has changed.
    await searchIndexer(raw).indexMigrated()
    raw.exec('commit')
  } catch (error) {
    if (raw.inTransaction) raw.exec('rollback')
    throw error
  }
}

/**
 * All migrations in one transaction under an advisory lock, which the server releases even if this process dies.
 * @param transaction runs work in its own transaction
 */
export async function migratePostgres(
  transaction: (work: (tx: Kysely<Tables>) => Promise<void>) => Promise<void>,
): Promise<void> {
  await transaction(async (tx) => {
    // Indexing a large table may take long, and so may waiting for another process that migrates: no time limit here.
    await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(tx)
    await applyMigrations(tx, 'postgres')
  })
}

/** Whether these are all that there are. */
export function areAllMigrations(names: readonly string[]): boolean {
  return Object.keys(MIGRATIONS).every((name) => names.includes(name))
}

/**
 * Applies the migrations that the database has not yet.
 * @param names only these: for the schema of an older version
 * @throws Error when one of them, or of those applied, is of a newer version
 */
export async function applyMigrations(
  db: Kysely<Tables>,
  engine: Engine,
  names: readonly string[] = [],
): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const applied = new Set(rows.map((row) => row.name))
  for (const name of [...applied, ...names]) {
    if (!Object.hasOwn(MIGRATIONS, name)) {
      throw new Error(
        `The database was made by a newer version of this program (it has "${name}"). Start that version.`,
      )
    }
  }
  for (const [name, migration] of Object.entries(MIGRATIONS)) {
    if (applied.has(name) || (names.length > 0 && !names.includes(name))) continue
    await migration.up(db as Kysely<unknown>, engine)
    await sql`insert into migrations (name, applied_at) values (${name}, ${new Date().toISOString()})`.execute(db)
  }
}

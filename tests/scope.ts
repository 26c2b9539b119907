/** Which tests run each time, and which only with `npm run test:all` (decision 68). Globs from the project's folder. */

/** Tests that open a database; all of them run on SQLite. */
export const DATABASE_TESTS = ['server/**/*.test.ts', 'seeds/**/*.test.ts', 'tests/{dropped-streams,fresh-page}*']

/**
 * On PostgreSQL each time: what touches the dialect, locks, concurrency or other processes, and a test through the door of each
 * other feature. The rest are rules and words above the same queries.
 */
export const POSTGRES_TESTS = [
  'server/**/routes.test.ts',
  'server/{audit,people,requests}/*.test.ts',
  'server/people/{access,accounts,imports,roles,several}/**/*.test.ts',
  'server/platform/{idempotency,jobs}/*.test.ts',
  'server/requests/{counters,list,search}/**/*.test.ts',
  'server/settings/retention/*.test.ts',
  'server/platform/database/{*,postgres/*}.test.ts',
  'server/{main,admin}.test.ts',
  'server/backup/{backup,clock-jump,held,older-versions}.test.ts',
  'server/backup/point-in-time/settings.test.ts',
  'server/backup/prepared/*.test.ts',
  'server/people/account-links/links.test.ts',
  'server/analytics/{by-hand,flow-history,snapshot}.test.ts',
  'server/assistant/{measures,conversations}.test.ts',
  'server/assistant/documents/answer-documents.test.ts',
  'server/ai/batches/{decisions,runs}.test.ts',
  'server/document-ai/{decisions-at-once,readings}.test.ts',
  'server/documents/{documents,sweep}.test.ts',
  'server/ai/host/similarity-index.test.ts',
  'server/ai/estimates/settings.test.ts',
  'server/reports/exports/exports.test.ts',
  'server/documents/extraction/jobs.test.ts',
  'server/requests/history/last-change.test.ts',
  'server/platform/http/paging.test.ts',
  'server/ai/language-model/limits.test.ts',
  'server/notices/mail/sending.test.ts',
  'server/notices/scan.test.ts',
  'server/notices/events/{notifier,old-page,visibility}.test.ts',
  'server/people/profile/dashboard.test.ts',
  'server/analytics/quality/ranges.test.ts',
  'server/reports/{reports,schedules,taking-over}.test.ts',
  'server/people/sign-in/{blocked-sign-ins,lifetime,sign-in-lookups,throttle,two-processes,two-servers}.test.ts',
  'server/settings/service.test.ts',
  'server/ai/suggestions/jobs.test.ts',
  'server/documents/uploads/uploads.test.ts',
  'seeds/large/large.test.ts',
  'tests/{dropped-streams,fresh-page}.test.ts',
]

/** On PGlite beside a PostgreSQL: enough to show that it can stand in for one (decision 1). */
export const PGLITE_TESTS = ['server/platform/database/{dialect,migrate,run}.test.ts', 'server/requests/routes.test.ts']

interface Group {
  tests: string[]
  /** files and folders from the project's folder */
  sources: string[]
}

/** Tests that take long and depend on few sources: they run when those have changed since they last passed. */
export const BY_SOURCES = {
  // Train models or measure them.
  training: {
    tests: [
      'lab/**/*.test.ts',
      'engine/{engine,intents,label-weights,model,train}.test.ts',
      'engine/classifier/classifier.test.ts',
      'server/ai/host/train-and-compare.test.ts',
      'tests/durability/ai.test.ts',
    ],
    sources: ['engine', 'lab'],
  },
  // Start and kill processes of their own, and derive keys, which is slow on purpose.
  backups: {
    tests: [
      'server/backup/{bucket-commands,bucket-runs,clock-jump,commands,damage,foreign-tools,older-versions}.test.ts',
      'server/backup/point-in-time/{archiving,capture-and-replay,moment,shipper}.test.ts',
      'server/backup/prepared/{switch,switch-postgres}.test.ts',
      'tests/durability/moments.test.ts',
      'tests/machine-gone.test.ts',
    ],
    sources: [
      'docs/machine-gone.md',
      'docs/operations.md',
      'server/backup',
      'server/backup-command.ts',
      'server/platform/database',
      'server/platform/files',
      'server/testing/backup-offices.ts',
      'server/testing/capturing-office.ts',
      'server/testing/fake-bucket.ts',
      'server/testing/prepared-office.ts',
      'tests/durability/backups-office.ts',
      'tests/durability/moments.ts',
      'tests/machine-gone.test.ts',
    ],
  },
  // Read hostile files up to the limits of time and memory, or kill processes that read.
  reading: {
    tests: ['server/documents/extraction/hostile.test.ts', 'tests/durability/document-work.test.ts'],
    sources: [
      'package-lock.json',
      'server/platform/database',
      'server/document-ai',
      'server/documents',
      'server/documents/extraction',
      'server/platform/files',
      'server/platform/jobs',
      'server/testing/documents',
      'server/documents/uploads',
      'tests/durability',
    ],
  },
} satisfies Record<string, Group>

import { accountLinkMails } from './people/account-links/mail.ts'
import { auditDigestMails } from './audit/log/digest-mail.ts'
import { auditJobs } from './audit/log/head.ts'
import { DUE_EVERY_MS } from './backup/due.ts'
import { backupJobs, deadBackups } from './backup/jobs.ts'
import { deadPreparations, prepareJobs } from './backup/prepared/jobs.ts'
import { batchJobs, deadBatches } from './ai/batches/jobs.ts'
import { addNextRuns, type Intervals } from './platform/jobs/periodic.ts'
import { type Holds, RESTORED, RESTORING } from './platform/jobs/hold.ts'
import type { DeadLetterHandler, JobHandler } from './platform/jobs/job.ts'
import { deadMails } from './notices/mail/dead-mails.ts'
import { sweepJobs } from './documents/sweep.ts'
import { deadReadings, documentAiJobs } from './document-ai/jobs.ts'
import { departmentJobs } from './people/departments/moving.ts'
import { deadExports, exportJobs } from './reports/exports/jobs.ts'
import { deadReportRuns, reportJobs } from './reports/jobs.ts'
import { SEND_MAIL } from './notices/mail/queue-mail.ts'
import { MAIL_CONCURRENCY, sendingJobs } from './notices/mail/sending.ts'
import { recountJobs } from './requests/counters/recount.ts'
import { deadImports, importJobs } from './people/imports/run.ts'
import { reassignmentJobs } from './people/reassignment-jobs.ts'
import { deadPeopleChanges, peopleChangeJobs } from './people/several/run.ts'
import { noticeMails } from './notices/notice-mail/compose.ts'
import { noticeJobs } from './notices/jobs.ts'
import {
  deadExtractions,
  EXTRACTION_CONCURRENCY,
  EXTRACTION_ONE_PER_PERSON,
  extractionJobs,
} from './documents/extraction/jobs.ts'
import { scansAgainJobs } from './documents/extraction/scans-again.ts'
import { retentionJobs } from './settings/retention/jobs.ts'
import type { Services } from './services.ts'
import { scheduleClassifying, suggestionJobs } from './ai/suggestions/jobs.ts'
import { scheduleFirstTraining, trainingJobs } from './ai/training/service.ts'

type Deps = Pick<
  Services,
  | 'db'
  | 'clock'
  | 'files'
  | 'queue'
  | 'settings'
  | 'ai'
  | 'audit'
  | 'languageModel'
  | 'recentHistory'
  | 'config'
  | 'flow'
  | 'sessions'
  | 'events'
>

/** Handlers of all background jobs, by kind. */
export function backgroundJobs(deps: Deps): Record<string, JobHandler> {
  return {
    ...suggestionJobs(deps),
    ...trainingJobs(deps),
    ...batchJobs(deps),
    ...documentAiJobs(deps),
    ...reassignmentJobs(deps),
    ...importJobs(deps),
    ...peopleChangeJobs(deps),
    ...retentionJobs(deps),
    ...sweepJobs(deps),
    ...recountJobs(deps),
    ...departmentJobs(deps),
    ...auditJobs(deps),
    ...exportJobs(deps),
    ...reportJobs(deps),
    ...backupJobs(deps),
    ...prepareJobs(deps),
    ...extractionJobs(deps),
    ...scansAgainJobs(deps),
    ...sendingJobs(deps, { ...accountLinkMails(deps), ...auditDigestMails(), ...noticeMails(deps) }),
    ...noticeJobs(deps),
  }
}

/** Concurrent jobs of the kinds that may take minutes, so that none of them occupies every slot. */
export const CONCURRENCY_BY_KIND = {
  batch: 2,
  backup: 1,
  export: 2,
  'report-run': 2,
  'read-documents': 2,
  ...EXTRACTION_CONCURRENCY,
  ...MAIL_CONCURRENCY,
}

/** Kinds of which one job of each person runs at a time. */
export const ONE_PER_PERSON = EXTRACTION_ONE_PER_PERSON

/** Kinds that wait: what they do leaves the office, or removes stored files. */
export const HOLDS: Holds = {
  [RESTORED]: [SEND_MAIL, 'report-due', 'backup-when-due'],
  [RESTORING]: ['sweep-files', 'drop-exports', 'drop-report-runs'],
}

/** Mark the results of jobs as failed that somebody dropped, or whose process died during the last attempt. */
export function deadJobs(deps: Pick<Deps, 'clock'>): Record<string, DeadLetterHandler> {
  return {
    ...deadExports(),
    ...deadBackups(deps),
    ...deadPreparations(deps),
    ...deadReportRuns(deps),
    ...deadPeopleChanges(deps),
    ...deadImports(),
    ...deadBatches(deps),
    ...deadReadings(deps),
    ...deadExtractions(),
    ...deadMails(deps),
  }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The jobs that come back. */
export const INTERVALS: Intervals = {
  retention: DAY_MS,
  'sweep-files': DAY_MS / 4,
  'note-audit-head': DAY_MS,
  'drop-exports': DAY_MS,
  'drop-report-runs': DAY_MS,
  'train-when-due': DAY_MS / 4,
  'backup-when-due': DUE_EVERY_MS,
  'tell-due-dates': DAY_MS / 24,
}

/** Jobs that are not missing for good when an administrator drops one. */
export const COME_BACK: Intervals = { ...INTERVALS, 'report-due': HOUR_MS, 'classify-missing': HOUR_MS }

/** Enqueues the jobs that every start needs. */
export async function scheduleBackground(deps: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  await scheduleClassifying(deps)
  await scheduleFirstTraining(deps)
  await deps.db.write((tx) => addNextRuns(tx, deps.queue, INTERVALS))
}

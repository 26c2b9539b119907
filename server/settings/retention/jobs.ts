import type { Tx } from '../../platform/database/db.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import { deleteSettledMails } from '../../notices/mail/old-mails.ts'
import { removeOldImport } from '../../people/imports/service.ts'
import type { Deps } from './deps.ts'
import {
  deleteDueNotices,
  deleteIdempotencyKeys,
  deleteLanguageModelCalls,
  deleteNotices,
  deleteOpenQuestions,
  deletePeopleChanges,
  deleteSessionsEndedBefore,
  deleteUnusedSuggestions,
} from './queries.ts'

const DAY_MS = 86_400_000
/** Retention of each kind of row in days. The job runner deletes finished jobs itself. */
const RETENTION_DAYS = {
  idempotencyKeys: 1,
  sessions: 0,
  unusedSuggestions: 90,
  languageModelCalls: 400,
  peopleImports: 7,
  peopleChanges: 30,
  mails: 90,
  notices: 90,
}
/** Rows deleted in one transaction; other writers wait for it. */
const CHUNK = 500

/** Deletes rows past their retention. */
export function retentionJobs({ db, clock }: Deps): Record<string, JobHandler> {
  return {
    retention: async (job) => {
      const before = (days: number) => new Date(clock().getTime() - days * DAY_MS).toISOString()
      const steps: ((tx: Tx) => Promise<number>)[] = [
        (tx) => deleteIdempotencyKeys(tx, before(RETENTION_DAYS.idempotencyKeys), CHUNK),
        (tx) => deleteSessionsEndedBefore(tx, before(RETENTION_DAYS.sessions), CHUNK),
        (tx) => deleteUnusedSuggestions(tx, before(RETENTION_DAYS.unusedSuggestions), CHUNK),
        (tx) => deleteLanguageModelCalls(tx, before(RETENTION_DAYS.languageModelCalls), CHUNK),
        (tx) => deletePeopleChanges(tx, before(RETENTION_DAYS.peopleChanges), CHUNK),
        (tx) => deleteSettledMails(tx, before(RETENTION_DAYS.mails), CHUNK),
        (tx) => deleteNotices(tx, before(RETENTION_DAYS.notices), CHUNK),
        (tx) => deleteDueNotices(tx, before(RETENTION_DAYS.notices), CHUNK),
        (tx) => deleteOpenQuestions(tx, before(RETENTION_DAYS.notices), CHUNK),
      ]
      while (await db.write((tx) => removeOldImport(tx, before(RETENTION_DAYS.peopleImports))))
        job.signal.throwIfAborted()
      for (const step of steps) {
        while ((await db.write(step)) === CHUNK) job.signal.throwIfAborted()
      }
    },
  }
}

import { deletedBefore, type RETENTION } from '../../../shared/retention.ts'
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

/** Rows deleted in one transaction; other writers wait for it. */
const CHUNK = 500

/** Deletes rows past their retention. */
export function retentionJobs({ db, clock }: Deps): Record<string, JobHandler> {
  return {
    retention: async (job) => {
      const before = (kind: keyof typeof RETENTION) => deletedBefore(kind, clock())
      const steps: ((tx: Tx) => Promise<number>)[] = [
        (tx) => deleteIdempotencyKeys(tx, before('idempotencyKeys'), CHUNK),
        (tx) => deleteSessionsEndedBefore(tx, before('sessions'), CHUNK),
        (tx) => deleteUnusedSuggestions(tx, before('unusedSuggestions'), CHUNK),
        (tx) => deleteLanguageModelCalls(tx, before('languageModelCalls'), CHUNK),
        (tx) => deletePeopleChanges(tx, before('peopleChanges'), CHUNK),
        (tx) => deleteSettledMails(tx, before('mails'), CHUNK),
        (tx) => deleteNotices(tx, before('notices'), CHUNK),
        (tx) => deleteDueNotices(tx, before('notices'), CHUNK),
        (tx) => deleteOpenQuestions(tx, before('notices'), CHUNK),
      ]
      while (await db.write((tx) => removeOldImport(tx, before('peopleImports')))) job.signal.throwIfAborted()
      for (const step of steps) {
        while ((await db.write(step)) === CHUNK) job.signal.throwIfAborted()
      }
    },
  }
}

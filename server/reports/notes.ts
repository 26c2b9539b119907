import type { WhyDead } from '../platform/jobs/job.ts'
import { STORE_FAILURES } from '../platform/files/failures.ts'
import type { FailureNote } from '../platform/files/failure-notes.ts'
import { notesInWords, storeNotes } from '../stored-notes.ts'

/** Why a run is refused for good. */
export type RefusalNote =
  | { code: 'owner-deactivated' | 'may-not-schedule' | 'not-shared' | 'unknown-time-zone' }
  | { code: 'not-allowed'; name: string }

/** Why a report was not made or a schedule has stopped, by the code under which it is stored. */
export type ReportNote =
  RefusalNote | FailureNote | { code: WhyDead } | { code: 'schedule-stopped' } | { code: 'tried'; count: number }

export function storedReportNotes(...notes: ReportNote[]): string {
  return storeNotes(notes)
}

export function reportNote(stored: string | null): string | null {
  return notesInWords<ReportNote>(stored, sentenceOf)
}

const NOT_MADE = 'The report could not be made'

const SENTENCES = {
  'owner-deactivated': 'The account of its owner is deactivated.',
  'may-not-schedule': 'Its owner may no longer schedule reports.',
  'not-shared': 'The report is no longer shared with its owner.',
  'unknown-time-zone': 'This server does not know its time zone.',
  'schedule-stopped': 'The schedule has stopped.',
  'process-ended': `${NOT_MADE}: the program ended during the last attempt.`,
  dropped: 'The report was not made: an administrator took it off the queue.',
  unexpected: `${NOT_MADE}. The server met an error that it did not expect.`,
  'no-room': `${NOT_MADE}. ${STORE_FAILURES['no-room']}`,
  'store-unavailable': `${NOT_MADE}. ${STORE_FAILURES['store-unavailable']}`,
}

function sentenceOf(note: ReportNote): string {
  switch (note.code) {
    case 'not-allowed':
      return `You are not allowed to see the report “${note.name}”.`
    case 'tried':
      return `It was tried ${note.count} times; an administrator finds it among the failed jobs.`
    case 'as-told':
      return `${NOT_MADE}. ${note.text}`
    default:
      return SENTENCES[note.code]
  }
}

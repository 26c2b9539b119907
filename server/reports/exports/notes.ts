import type { WhyDead } from '../../platform/jobs/job.ts'
import { STORE_FAILURES } from '../../platform/files/failures.ts'
import type { FailureNote } from '../../platform/files/failure-notes.ts'
import { notesInWords, storeNotes } from '../../stored-notes.ts'

/** Why an export has no file, by the code under which it is stored. */
export type ExportNote = FailureNote | { code: 'not-allowed' } | { code: WhyDead } | { code: 'tried'; count: number }

export function storedExportNotes(...notes: ExportNote[]): string {
  return storeNotes(notes)
}

export function exportNote(stored: string | null): string | null {
  return notesInWords<ExportNote>(stored, sentenceOf)
}

function sentenceOf(note: ExportNote): string {
  switch (note.code) {
    case 'not-allowed':
      return 'You are not allowed to export this list.'
    case 'process-ended':
      return 'The file could not be written: the program ended during the last attempt. Please make a new one.'
    case 'dropped':
      return 'The file could not be written: an administrator took it off the queue. Please make a new one.'
    case 'tried':
      return `It was tried ${note.count} times. Please make a new one.`
    case 'unexpected':
      return 'The file could not be written.'
    case 'as-told':
      return `The file could not be written. ${note.text}`
    default:
      return `The file could not be written. ${STORE_FAILURES[note.code]}`
  }
}

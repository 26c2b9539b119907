import type { WhyDead } from '../../platform/jobs/job.ts'
import { STORE_FAILURES } from '../../platform/files/failures.ts'
import type { FailureNote } from '../../platform/files/failure-notes.ts'
import { notesInWords, storeNotes } from '../../stored-notes.ts'
import { say } from '../../../shared/texts/say.ts'

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
      return say('You are not allowed to export this list.')
    case 'process-ended':
      return say('The file could not be written: the program ended during the last attempt. Please make a new one.')
    case 'dropped':
      return say('The file could not be written: an administrator took it off the queue. Please make a new one.')
    case 'tried':
      return say('It was tried {count} times. Please make a new one.', { count: note.count })
    case 'unexpected':
      return say('The file could not be written.')
    case 'as-told':
      return say('The file could not be written. {text}', { text: note.text })
    default:
      return say('The file could not be written. {why}', { why: STORE_FAILURES[note.code] })
  }
}

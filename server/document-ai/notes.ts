import { type Note, sentenceOf } from '../documents/extraction/notes.ts'
import { notesInWords } from '../stored-notes.ts'

/** What is said about a reading, by the code under which it is stored. */
const SENTENCES = {
  deleted: () => 'This document has been deleted.',
  'no-text': () => 'This document has no text that could be read.',
  'text-failed': () => 'The text of this document could not be read.',
  'engine-failed': () => 'The engine could not read this document.',
  'given-up': () => 'Reading this document was given up.',
  'left-out': (count: number) =>
    count === 1
      ? 'The one proposal that is least certain was left out.'
      : `The ${count} proposals that are least certain were left out.`,
}

export interface ReadingNote {
  code: keyof typeof SENTENCES
  count?: number
}

/** A reading that failed for want of text has the notes of its file. */
export function readingNote(stored: string | null): string | null {
  return notesInWords<ReadingNote | Note>(stored, (note) => (isOwn(note) ? own(note) : sentenceOf(note)))
}

function isOwn(note: ReadingNote | Note): note is ReadingNote {
  return note.code in SENTENCES
}

function own({ code, count = 0 }: ReadingNote): string {
  return SENTENCES[code](count)
}

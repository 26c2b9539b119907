import { expect, test } from 'vitest'
import { readingNote } from './document-ai/notes.ts'
import { exportNote, storedExportNotes } from './reports/exports/notes.ts'
import { modelNote, stampInWords } from './ai/language-model/notes.ts'
import { reportNote, storedReportNotes } from './reports/notes.ts'
import { storeNotes } from './stored-notes.ts'

test('what is stored is codes and values, and what is shown a sentence', () => {
  const notes = storedReportNotes({ code: 'no-room' }, { code: 'tried', count: 5 })
  expect(notes).toBe('[{"code":"no-room"},{"code":"tried","count":5}]')
  expect(reportNote(notes)).toMatch(/^The report could not be made\. There is no room left .* It was tried 5 times/)
  expect(exportNote(storedExportNotes({ code: 'dropped' }))).toMatch(/an administrator took it off the queue/)
  expect(readingNote(storeNotes([{ code: 'scanned' }]))).toBe('This document has no text (it looks scanned).')
})

const engineNote = (note: string | null) =>
  stampInWords({ name: 'local', version: '1', learnedFrom: 0, ...(note !== null && { note }) }).note ?? null

test('a note on the language model is stored as its code, too', () => {
  expect(modelNote('timeout')).toBe('[{"code":"timeout"}]')
  expect(engineNote(modelNote('timeout'))).toBe(
    'The language model did not answer in time; this is the local engine’s answer.',
  )
})

test.each([readingNote, exportNote, reportNote, engineNote])(
  'rows from before there were codes keep their sentence',
  (told) => {
    expect(told('It was [not] made.')).toBe('It was [not] made.')
    expect(told(null)).toBeNull()
  },
)

import { expect, test } from 'vitest'
import { readingNote } from './document-ai/notes.ts'
import { exportNote, storedExportNotes } from './exports/notes.ts'
import { reportNote, storedReportNotes } from './reports/notes.ts'
import { storeNotes } from './stored-notes.ts'

test('what is stored is codes and values, and what is shown a sentence', () => {
  const notes = storedReportNotes({ code: 'no-room' }, { code: 'tried', count: 5 })
  expect(notes).toBe('[{"code":"no-room"},{"code":"tried","count":5}]')
  expect(reportNote(notes)).toMatch(/^The report could not be made\. There is no room left .* It was tried 5 times/)
  expect(exportNote(storedExportNotes({ code: 'dropped' }))).toMatch(/an administrator took it off the queue/)
  expect(readingNote(storeNotes([{ code: 'scanned' }]))).toBe('This document has no text (it looks scanned).')
})

test.each([readingNote, exportNote, reportNote])('rows from before there were codes keep their sentence', (told) => {
  expect(told('It was [not] made.')).toBe('It was [not] made.')
  expect(told(null)).toBeNull()
})

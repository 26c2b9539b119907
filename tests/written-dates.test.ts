import { expect, test } from 'vitest'
import { findDates, writesMonthFirst } from '../engine/documents/facts/dates.ts'
import { readDate } from '../server/assistant/documents/document-dates.ts'
import { periodAt } from '../server/assistant/reading/dates.ts'
import { tokensOf } from '../server/assistant/reading/tokens.ts'
import { readHolidays } from '../web/settings/general/paste-holidays.ts'

const TODAY = '2026-11-18'

function inQuestion(text: string): string {
  const period = periodAt(tokensOf(text), 0, TODAY)
  return period?.from === period?.to ? (period?.from ?? '–') : `${period?.from}…${period?.to}`
}

function ofDocument(text: string): string {
  const { span } = readDate(`the letter of ${text}`, TODAY)
  if (!span) return '–'
  return span.from === span.to ? span.from : `${span.from}…${span.to}`
}

function inDocument(text: string): string {
  const [date] = findDates(text, TODAY, writesMonthFirst(text))
  if (date?.month) return `${date.month.year}-${date.month.month}`
  return date?.value ?? '–'
}

const asHoliday = (text: string) => readHolidays(`${text} ; National Day`).holidays[0]?.date ?? '–'

/** What a question, the name of a document, a document's text, and a pasted holiday make of a spelling; – is not a date. */
test.each([
  ['2026-10-05', '2026-10-05', '2026-10-05', '2026-10-05', '2026-10-05'],
  ['05.10.2026', '2026-10-05', '–', '2026-10-05', '2026-10-05'],
  ['5/10/2026', '2026-10-05', '–', '2026-10-05', '–'],
  ['10/25/2026', '2026-10-25', '–', '2026-10-25', '–'],
  ['31.02.2026', '–', '–', '–', '–'],
  ['5 October 2026', '2026-10-05', '2026-10-05', '2026-10-05', '2026-10-05'],
  ['5 oct 2026', '2026-10-05', '2026-10-05', '2026-10-05', '2026-10-05'],
  ['5 sept 2026', '2026-09-05', '2026-09-05', '2026-09-05', '2026-09-05'],
  ['5th of October 2026', '2026-10-05', '2026-10-05', '2026-10-05', '–'],
  ['October 5, 2026', '2026-10-05', '2026-10-05', '2026-10-05', '–'],
  ['5 Octember 2026', '–', '–', '–', '–'],
  ['5 October', '2026-10-05', '2026-10-05', '2026-10-05', '–'],
  ['20 December', '2025-12-20', '2025-12-20', '2026-12-20', '–'],
  ['October 2026', '2026-10-01…2026-10-31', '2026-10-01…2026-10-31', '2026-10', '–'],
  ['5 mars 2026', '–', '–', '2026-03-05', '–'],
  ['٥ أكتوبر ٢٠٢٦', '–', '–', '2026-10-05', '–'],
])('%s', (text, question, document, passage, holiday) => {
  const read = [inQuestion(text), ofDocument(text), inDocument(text), asHoliday(text)]
  expect(read).toEqual([question, document, passage, holiday])
})

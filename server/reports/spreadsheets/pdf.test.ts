import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { EXPORT_COLUMNS, EXPORT_COLUMN_KEYS, type ExportColumn, LIST_COLUMNS } from '../../../shared/export-columns.ts'
import { pdfText } from '../../testing/files-of-office.ts'
import { writePdfTable } from './pdf.ts'

const TITLES = [
  'Fix the freezing of the gate screen',
  'Add tariff preference codes for the new agreement to the declaration form and validation',
  'Login',
  'عرض حالة التخليص الجمركي على شاشة البوابة',
  'Automatic reconciliation of customs guarantee accounts with the central settlement system, including reversals',
]
const DESCRIPTIONS = [
  'The gate screen freezes about twice a day since the last update and trucks queue to the main road.',
  'Officers enter preference codes by hand from a printed list. Please add the codes of the new agreement to the declaration form, check them against the country of origin, and reject a declaration whose code is not in the agreement.',
  '',
  'يحتاج موظفو البوابة إلى رؤية حالة التخليص دون الاتصال بالمكتب المركزي',
]
const DEPARTMENTS = ['Cybersecurity', 'Customs Operations', 'Trade Facilitation', 'Infrastructure']
const PEOPLE = ['Jean-Baptiste Konstantinopoulou', 'محمد عبد الله', 'Ben Ochs']
const AT = '2026-11-26T10:06:00.000Z'
const each = <T>(values: readonly T[], i: number) => values[i % values.length]!

function requestAt(i: number): Record<ExportColumn, string | null> {
  return {
    requestId: `RFD-2026-${100_000 + i}`,
    title: each(TITLES, i),
    department: each(DEPARTMENTS, i),
    priority: each(['Low', 'Critical'], i),
    status: each(['Pending Review', 'In Progress', 'Completed'], i),
    assignedTo: each([...PEOPLE, 'Unassigned'], i),
    dueDate: each(['2027-01-15', null], i),
    ai: each(['Integration', 'Bug Fix', null], i),
    description: each(DESCRIPTIONS, i),
    requester: each(PEOPLE, i),
    createdAt: AT,
    updatedAt: AT,
    startedAt: each([AT, null], i),
    completedAt: each([null, null, AT], i),
  }
}

const ROWS = Array.from({ length: 60 }, (_, i) => requestAt(i))

test.each<[string, readonly ExportColumn[], number]>([
  ['all columns', EXPORT_COLUMN_KEYS, 12],
  ['the columns of the page', LIST_COLUMNS, 12],
  ['two columns', ['requestId', 'title'], 18],
])('a list with %s has one row a request, whole words and its headings on each page', async (_, keys, least) => {
  async function* rows() {
    yield ROWS.map((row) => keys.map((key) => row[key]))
  }
  const pdf = await buffer(
    writePdfTable(rows(), {
      columns: keys.map((key) => EXPORT_COLUMNS[key]),
      timeZone: 'Asia/Ho_Chi_Minh',
      name: 'Requests',
      about: { office: 'Customs', title: 'Requests', at: AT, facts: [{ label: 'Status', value: 'All' }], rows: 60 },
    }),
  )
  const pages = pdfText(pdf)
    .replaceAll(/\p{Cf}/gu, '')
    .split('\f')
    .slice(0, -1)
  for (const page of pages) {
    const words = new Set(page.split(/\s+/))
    for (const key of keys) for (const word of EXPORT_COLUMNS[key].label.split(' ')) expect(words).toContain(word)
    expect(page).toContain('(Asia/Ho_Chi_Minh)')
  }
  // A request begins its own line, and no other does.
  const numbers = pages.map((page) => page.match(/^RFD-2026-\d{6}\b/gm) ?? [])
  expect(numbers.flat()).toEqual(ROWS.map(({ requestId }) => requestId))
  for (const some of numbers.slice(0, -1)) expect(some.length).toBeGreaterThanOrEqual(least)
  // The reader joins Arabic to what stands beside it.
  const boundary = /[\s-]+|(?<=\p{sc=Arab})(?!\p{sc=Arab})|(?<!\p{sc=Arab})(?=\p{sc=Arab})/u
  const printed = new Set(pages.join('\n').split(boundary))
  const texts = ROWS.flatMap((row) =>
    keys.flatMap((key) => (EXPORT_COLUMNS[key].kind === 'text' ? [row[key] ?? ''] : [])),
  )
  for (const word of new Set(texts.flatMap((text) => text.split(/[\s-]+/)))) expect(printed).toContain(word)
})

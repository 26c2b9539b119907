import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, daysBetween } from '../../shared/dates.ts'
import type { Departments } from '../../shared/departments.ts'
import type { Report } from '../../shared/reports/definition.ts'
import { PRIORITIES, PRIORITY_KEYS, STATUS_KEYS, STATUSES } from '../../shared/request-rules.ts'
import { exportJobs } from './exports/jobs.ts'
import type { RequestRow } from '../requests/row.ts'
import { get, patch, post, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { csvRows, exportedFile, pdfText, reportFile, sheetRows } from '../testing/files-of-office.ts'
import { jobRunners } from '../testing/jobs.ts'
import { reportJobs } from './jobs.ts'

/** Compares the files of a random office, parsed by independent readers, with plain loops over the stored rows. */

const TODAY = '2026-03-10'
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠x', 'a "quoted", one', '<b>&amp;</b>']

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
let stored: RequestRow[]
let departments: Departments
const run = jobRunners()
let seed = 7
const dice = (sides: number) => (seed = (seed * 48271) % 2147483647) % sides

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-files-test-'))
  office = await testApp({ config: { dataDir }, policy: { idleMinutes: 1440 } })
  const { db, ada, ben, dan, app } = office
  departments = (await office.services.settings.policy()).departments
  for (let i = 0; i < 420; i++) {
    const { id } = await buildRequest(db, {
      requesterId: dice(2) ? ada.id : dan.id,
      createdAt: `${addDays(TODAY, -1 - dice(90))}T${String(dice(24)).padStart(2, '0')}:15:00.000Z`,
      title: FORMULAS[i] ?? `Request ${i}`,
      description: dice(3) ? 'One line.' : 'Two lines,\r\n"quoted"',
      status: STATUS_KEYS[dice(STATUS_KEYS.length)]!,
      priority: PRIORITY_KEYS[dice(PRIORITY_KEYS.length)]!,
      department: departments.keys[dice(departments.keys.length)]!,
      dueDate: addDays(TODAY, dice(60) - 40),
    })
    if (i % 4 === 0) {
      const { version } = (await get(app, ben, `/api/requests/${id}`)).body as { version: number }
      await patch(app, ben, `/api/requests/${id}`, { version, dueDate: addDays(TODAY, 1 + dice(30)) })
    }
  }
  stored = await db.read.selectFrom('requests').selectAll().orderBy('number').execute()
})
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(() => void run(office.services, { ...exportJobs(office.services), ...reportJobs(office.services) }))

const isOpen = ({ status }: Pick<RequestRow, 'status'>) => status === 'pending' || status === 'in_progress'
const isLate = (row: RequestRow) => isOpen(row) && row.due_date < TODAY
const daysLate = (rows: readonly RequestRow[]) => rows.reduce((sum, row) => sum + daysBetween(row.due_date, TODAY), 0)
const asDate = (day: string) => new Date(`${day}T00:00:00.000Z`)
const minute = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)}`
const idsIn = (text: string) => [...text.matchAll(/RFD-\d{4}-\d{4}/g)].map(([id]) => id)

function countsOf(values: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}

/** Requests on all pages of the list. */
async function listed(view: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ ...view, limit: '100', page: String(page) })
    const { body } = await get(office.app, office.cleo, `/api/requests?${query.toString()}`)
    const { requests } = body as { requests: { requestId: string }[] }
    ids.push(...requests.map(({ requestId }) => requestId))
    if (requests.length < 100) return ids
  }
}

const VIEWS: { view: Record<string, string>; holds: (row: RequestRow) => boolean }[] = [
  { view: {}, holds: () => true },
  {
    view: { status: 'pending,completed', priority: 'high,critical', sort: 'dueDate', order: 'asc' },
    holds: ({ status, priority }) =>
      ['pending', 'completed'].includes(status) && ['high', 'critical'].includes(priority),
  },
  { view: { overdue: 'true', sort: 'title', order: 'desc' }, holds: isLate },
  {
    view: { createdFrom: '2026-01-10', createdTo: '2026-02-10', sort: 'createdAt', order: 'asc' },
    holds: ({ created_at: at }) => at.slice(0, 10) >= '2026-01-10' && at.slice(0, 10) <= '2026-02-10',
  },
]
const COLUMNS = ['dueDate', 'requestId', 'status', 'title', 'priority', 'department', 'description', 'createdAt']
const HEADS = ['Due Date', 'Request ID', 'Status', 'Title', 'Priority', 'Department', 'Description', 'Created (UTC)']

test.each(VIEWS)('a list as CSV and as Excel is the view and the database, row by row: %j', async ({ view, holds }) => {
  const rows = new Map(stored.filter(holds).map((row) => [row.request_id, row]))
  const order = await listed(view)
  expect(order).toHaveLength(rows.size)
  const expected = order.map((id) => rows.get(id)!)

  const csv = csvRows(await exportedFile(office, { format: 'csv', view, columns: COLUMNS }))
  expect(Object.keys(csv[0]!)).toEqual(HEADS)
  expect(csv.map((row) => Object.values(row).map((cell) => cell.replace(/^'/, '')))).toEqual(
    expected.map((row) => [
      row.due_date,
      row.request_id,
      STATUSES[row.status],
      row.title,
      PRIORITIES[row.priority],
      departments.nameOf(row.department),
      row.description,
      minute(row.created_at),
    ]),
  )
  expect(countsOf(csv.map(({ Status }) => Status))).toEqual(countsOf(expected.map(({ status }) => STATUSES[status])))

  const [[heads, ...cells] = []] = [
    ...(await sheetRows(await exportedFile(office, { format: 'xlsx', view, columns: COLUMNS }))).values(),
  ]
  expect(heads).toEqual(HEADS)
  // The reader rounds a fraction of a day down to a millisecond.
  const created = (at: unknown) => minute(new Date((at as Date).getTime() + 1).toISOString())
  expect(cells.map((row) => [...row.slice(0, -1), created(row.at(-1))])).toEqual(
    expected.map((row) => [
      asDate(row.due_date),
      row.request_id,
      STATUSES[row.status],
      row.title,
      PRIORITIES[row.priority],
      departments.nameOf(row.department),
      row.description.replaceAll('\r\n', '\n'),
      minute(row.created_at),
    ]),
  )
  const days = (dates: readonly Date[]) => dates.reduce((sum, date) => sum + date.getTime() / 86_400_000, 0)
  expect(days(cells.map(([due]) => due as Date))).toBe(days(expected.map(({ due_date: due }) => asDate(due))))
})

test('a list as PDF has every request of the database once, in the order of the view', async () => {
  const view = { status: 'pending,in_progress', sort: 'requestId', order: 'asc' }
  const text = pdfText(await exportedFile(office, { format: 'pdf', view }))
  const expected = stored.filter(isOpen).map(({ request_id: id }) => id)
  expect(idsIn(text)).toEqual(expected)
  expect(text).toContain(`${expected.length} rows`)
})

test('the rows behind a figure have the days that a plain loop finds, and their sum', async () => {
  const body = { list: 'analytics-rows', view: { mark: 'open', measure: 'age' } }
  const now = office.clock().getTime()
  const expected = new Map(
    stored
      .filter(isOpen)
      .map((row) => [row.request_id, Math.round((100 * (now - Date.parse(row.created_at))) / 86_400_000) / 100]),
  )
  const total = [...expected.values()].reduce((sum, days) => sum + days, 0)
  const csv = csvRows(await exportedFile(office, { ...body, format: 'csv' }))
  expect(new Map(csv.map((row) => [row['Request ID'], Number(row['Age (days)'])]))).toEqual(expected)
  const [[heads, ...cells] = []] = [
    ...(await sheetRows(await exportedFile(office, { ...body, format: 'xlsx' }))).values(),
  ]
  expect(heads!.at(-1)).toBe('Age (days)')
  expect(cells).toHaveLength(expected.size)
  expect(cells.reduce((sum, row) => sum + (row.at(-1) as number), 0)).toBeCloseTo(total, 6)
})

test('a report has all requests of the database in each of its files, and groups that sum up to them', async () => {
  const content = {
    kind: 'custom',
    view: 'sort=requestId&order=asc',
    columns: ['requestId', 'title', 'status'],
    groupBy: 'status',
    chart: 'bars',
  }
  const report = (await post(office.app, office.ben, '/api/reports', { name: 'All', content, sharedWith: [] }))
    .body as Report
  const ids = stored.map(({ request_id: id }) => id)

  const sheets = await sheetRows(await reportFile(office, report.id, 'xlsx'))
  expect(sheets.get('Requests')!.slice(1)).toEqual(
    stored.map((row) => [row.request_id, row.title, STATUSES[row.status]]),
  )
  const groups = sheets.get('By status')!.slice(1)
  expect(Object.fromEntries(groups.slice(0, -1).map(([status, count]) => [status, count]))).toEqual(
    countsOf(stored.map(({ status }) => STATUSES[status])),
  )
  const late = (some: readonly RequestRow[]) => some.filter(isLate).length
  expect(groups.at(-1)!.slice(0, 4)).toEqual(['All', stored.length, stored.filter(isOpen).length, late(stored)])
  expect(groups.slice(0, -1).reduce((sum, row) => sum + (row[3] as number), 0)).toBe(late(stored))

  const csv = (await reportFile(office, report.id, 'csv')).toString()
  expect(idsIn(csv)).toEqual(ids)
  expect(idsIn(pdfText(await reportFile(office, report.id, 'pdf')))).toEqual(ids)
})

test('the overdue report lists every late request with the days that it is late', async () => {
  const late = stored.filter(isLate)
  expect(late.length).toBeGreaterThan(60)
  const [[heads, ...rows] = []] = [...(await sheetRows(await reportFile(office, 'overdue', 'xlsx'))).values()]
  const due = heads!.indexOf('Due Date')
  expect(rows.reduce((sum, row) => sum + daysBetween((row[due] as Date).toISOString().slice(0, 10), TODAY), 0)).toBe(
    daysLate(late),
  )
  const text = pdfText(await reportFile(office, 'overdue', 'pdf'))
  expect(idsIn(text).toSorted()).toEqual(late.map(({ request_id: id }) => id).toSorted())
  const days = text.split('\n').flatMap((line) => (/RFD-/.test(line) ? [Number(line.trim().split(/\s+/).at(-1))] : []))
  expect(days.reduce((sum, one) => sum + one, 0)).toBe(daysLate(late))
})

test('the promise ledger and its report have every move of the history', async () => {
  const history = await office.db.read
    .selectFrom('request_history')
    .innerJoin('requests', 'requests.number', 'request_history.request_number')
    .select(['requests.request_id', 'old_value', 'new_value'])
    .where('field', '=', 'dueDate')
    .execute()
  const expected = history.map((row) => `${row.request_id} ${row.old_value} ${row.new_value}`).toSorted()
  expect(expected.length).toBeGreaterThan(60)
  const shown = (row: unknown[], at: number[]) =>
    at.map((one) => (row[one] instanceof Date ? row[one].toISOString().slice(0, 10) : row[one])).join(' ')

  const ledger = csvRows(await exportedFile(office, { list: 'promises', format: 'csv', view: {} }))
  expect(ledger.map((row) => `${row['Request ID']} ${row['From']} ${row['To']}`).toSorted()).toEqual(expected)
  const moves = (await sheetRows(await reportFile(office, 'promises', 'xlsx')))
    .get('Due dates that were moved')!
    .slice(1)
  expect(moves.map((row) => shown(row, [1, 4, 5])).toSorted()).toEqual(expected)
})

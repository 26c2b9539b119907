import { expect, test } from 'vitest'
import type { Report, ReportContent } from '../../shared/reports/definition.ts'
import { READY_KEYS } from '../../shared/reports/ready.ts'
import { get, post, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { buildRequest } from '../testing/build.ts'
import { figureIn, previewReport, tableIn } from '../testing/reports.ts'

const office = await officeOfFile()

const CUSTOM = {
  kind: 'custom',
  view: '',
  columns: ['requestId', 'title', 'status'],
  groupBy: null,
  chart: 'none',
} as const satisfies ReportContent

const preview = (content: object, person = office.ben) => previewReport(office, content, person)
const ready = (key: string) => ({ kind: 'ready', ready: key })

test('every ready report can be made of an office without a single request', async () => {
  const list = await get(office.app, office.ben, '/api/reports')
  expect((list.body as { reports: Report[] }).reports.map(({ id }) => id)).toEqual(READY_KEYS)
  for (const key of READY_KEYS) {
    const document = await preview(ready(key))
    expect(document.blocks.length, key).toBeGreaterThan(1)
    expect(document).toMatchObject({ office: 'Customs Trade System Programme', timeZone: 'UTC' })
    const sentences = document.blocks.flatMap((block) =>
      block.kind === 'sentence' ? [block.text] : block.kind === 'chart' ? [block.finding] : [],
    )
    // Without requests, sentences say so instead of stating a share.
    expect(
      sentences.filter((sentence) => /\b0 (of|request|were)|Only 0/.test(sentence)),
      key,
    ).toEqual([])
  }
})

test('a report of one’s own can be made where no request matches', async () => {
  expect(tableIn(await preview(CUSTOM), 'Requests')).toMatchObject({ rows: [], total: 0 })
})

test('a filter by a department retired since says so, and which one does its work now', async () => {
  const { app, cleo } = office
  await put(app, cleo, '/api/settings/departments/operations/retirement', { successor: 'data' })
  const { about } = await preview({ ...CUSTOM, view: 'department=operations,it' })
  expect(about).toContain('Department: Operations (retired, now Data Management), IT Development')
})

test('overdue requests and their figures are those that a plain loop finds', async () => {
  const dues: string[] = []
  for (let i = 0; i < 70; i++) {
    const dueDate = `2026-0${2 + (i % 2)}-${String(1 + (i % 27)).padStart(2, '0')}`
    const status = i % 3 === 0 ? 'completed' : 'pending'
    const department = i % 4 === 0 ? 'it' : 'security'
    await buildRequest(office.db, {
      requesterId: office.ada.id,
      dueDate,
      status,
      department,
      priority: i % 5 ? 'low' : 'critical',
    })
    if (status === 'pending' && dueDate < '2026-03-10') dues.push(dueDate)
  }
  const document = await preview(ready('overdue'))
  const table = tableIn(document, 'Overdue requests')
  expect(figureIn(document, 'Overdue')).toBe(String(dues.length))
  expect(table.total).toBe(dues.length)
  expect(table.rows.map((row) => row[6])).toEqual(dues.sort().slice(0, table.rows.length))
  expect(figureIn(document, 'Unassigned')).toBe(String(dues.length))
})

test('groups count, sum up and take medians as a plain loop does', async () => {
  const requests: { department: string; status: string; days: number | null; dueDate: string }[] = []
  for (let i = 0; i < 40; i++) {
    const one = {
      department: (['it', 'compliance', 'operations'] as const)[i % 3]!,
      status: (['pending', 'completed', 'in_progress', 'completed', 'rejected'] as const)[i % 5]!,
      dueDate: i % 7 === 0 ? '2026-03-01' : '2026-05-01',
      days: i % 5 === 1 || i % 5 === 3 ? 1 + ((i * 7) % 13) : null,
    }
    const { number } = await buildRequest(office.db, {
      requesterId: office.ada.id,
      createdAt: '2026-02-01T09:00:00.000Z',
      ...one,
    })
    if (one.days !== null) {
      const completed_at = new Date(Date.parse('2026-02-01T09:00:00.000Z') + one.days * 86_400_000).toISOString()
      await office.db.write((tx) =>
        tx.updateTable('requests').set({ completed_at }).where('number', '=', number).execute(),
      )
    }
    requests.push(one)
  }
  const content = { ...CUSTOM, groupBy: 'department', chart: 'stacked' }
  const document = await preview(content)
  const plain = (of: typeof requests) => {
    const days = of.flatMap((one) => one.days ?? []).sort((a, b) => a - b)
    const middle = (days[Math.floor((days.length - 1) / 2)]! + days[Math.ceil((days.length - 1) / 2)]!) / 2
    const isOpen = (one: (typeof of)[number]) => one.status === 'pending' || one.status === 'in_progress'
    const having = (status: string) => of.filter((one) => one.status === status).length
    const overdue = of.filter((one) => isOpen(one) && one.dueDate < '2026-03-10').length
    return [of.length, of.filter(isOpen).length, overdue, having('completed'), having('rejected'), 0, middle]
  }
  const of = (key: string) => plain(requests.filter((one) => one.department === key))
  expect(tableIn(document, 'By department').rows).toEqual([
    ['IT Development', ...of('it')],
    ['Operations', ...of('operations')],
    ['Compliance', ...of('compliance')],
    ['All', ...plain(requests)],
  ])
  const chart = document.blocks.find((block) => block.kind === 'chart')
  expect(chart).toMatchObject({ shape: 'stacked', labels: ['IT Development', 'Operations', 'Compliance'] })
  for (const groupBy of ['priority', 'status', 'assignedTo', 'requester', 'createdMonth', 'completedMonth']) {
    const table = (await preview({ ...CUSTOM, groupBy, chart: 'bars' })).blocks.find((block) => block.kind === 'table')
    const counts = table?.kind === 'table' ? table.rows.map((row) => Number(row[1])) : []
    expect(
      counts.slice(0, -1).reduce((sum, count) => sum + count, 0),
      groupBy,
    ).toBe(40)
  }
})

test('a group is named after its person, also one with a single name', async () => {
  const { db, ada, dan } = office
  await db.write((tx) => tx.updateTable('users').set({ last_name: '' }).where('id', '=', ada.id).execute())
  for (const requesterId of [ada.id, ada.id, dan.id]) await buildRequest(db, { requesterId })
  const document = await preview({ ...CUSTOM, groupBy: 'requester', chart: 'bars' })
  const table = tableIn(document, 'By requester')
  expect(table.rows.map(([name]) => name)).toEqual(['Ada', 'Dan Osei', 'All'])
  const words = { name: 'Requests by requester', finding: 'Ada has the most: 2 of 3 requests.' }
  expect(document.blocks).toContainEqual(expect.objectContaining(words))
})

test('a search and filters narrow figures and rows alike', async () => {
  for (let i = 0; i < 6; i++) {
    await buildRequest(office.db, {
      requesterId: office.ada.id,
      title: i % 2 ? 'Seal check' : 'Other',
      priority: i % 3 ? 'low' : 'high',
    })
  }
  const document = await preview({ ...CUSTOM, view: 'search=seal&priority=low', groupBy: 'priority' })
  expect(figureIn(document, 'Requests')).toBe('2')
  expect(tableIn(document, 'Requests').total).toBe(2)
  expect(document.about).toEqual(['Requests of everybody', 'Search: seal', 'Priority: Low'])
  const { ada, ben } = office
  const view = `dueFrom=2026-03-10&createdTo=2026-03-31&assignedTo=${ben.id}&requester=${ada.id}`
  expect((await preview({ ...CUSTOM, view })).about).toEqual([
    'Requests of everybody',
    'Assigned to: Ben Marlow',
    'Requested by: Ada Quint',
    'Due: from 2026-03-10',
    'Created: until 2026-03-31',
  ])
  const bad = await post(office.app, office.ben, '/api/report-previews', {
    content: { ...CUSTOM, view: 'staus=x' },
  })
  expect(bad.statusCode).toBe(400)
  const unreadable = { content: { ...CUSTOM, view: 'search=%E0%A4' } }
  expect((await post(office.app, office.ben, '/api/report-previews', unreadable)).statusCode).toBe(400)
  const unknown = { ...CUSTOM, view: 'department=nowhere' }
  expect((await post(office.app, office.ben, '/api/report-previews', { content: unknown })).statusCode).toBe(400)
})

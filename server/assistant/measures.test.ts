import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerPart, AssistantAnswer } from '../../shared/assistant/messages.ts'
import { rebuildCounters } from '../requests/counters/rebuild.ts'
import { askAssistant, type AskedRow, fillWithAsked } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, testApp } from '../testing/app.ts'
import { buildRequest, emptyRequests } from '../testing/build.ts'
import type { Person } from '../testing/cast.ts'

const ai = localAi()
let office: Awaited<ReturnType<typeof testApp>>
let rows: AskedRow[]

beforeAll(async () => {
  office = await testApp({ ai, now: '2026-03-18T09:00:00.000Z' })
  await emptyRequests(office.db)
  rows = await fillWithAsked(office)
}, LEARNING_MS)
beforeEach(async () => {
  await office.services.settings.change({ visibility: 'all', timeZone: 'UTC' })
  for (const person of [office.ada, office.ben, office.dan])
    await del(office.app, person, '/api/ai/conversations/current')
})
afterAll(() => office.close())

const ask = (person: Person, message: string) => askAssistant(office, person, message)
const isOpen = ({ status }: AskedRow) => status === 'pending' || status === 'in_progress'
const isLate = (row: AskedRow) => isOpen(row) && row.dueDate < '2026-03-18'
const count = (keep: (row: AskedRow) => boolean) => rows.filter(keep).length

function tableOf({ message }: AssistantAnswer): Record<string, string> {
  const table = message.parts.find((part): part is Extract<AnswerPart, { kind: 'table' }> => part.kind === 'table')
  return Object.fromEntries(table?.rows.map(({ cells }) => [cells[0], cells[1]]) ?? [])
}

function shownIn({ message }: AssistantAnswer): string[] {
  return message.parts.flatMap((part) =>
    part.kind === 'requests' ? part.requests.map(({ requestId }) => requestId) : [],
  )
}

describe('numbers come from the rows', () => {
  test('counts with any filter', async () => {
    const { ben } = office
    const cases: [string, (row: AskedRow) => boolean][] = [
      ['How many requests are open?', isOpen],
      ['How many open requests are not in IT?', (row) => isOpen(row) && row.department !== 'it'],
      ['How many requests are overdue by more than 10 days?', (row) => isLate(row) && row.dueDate < '2026-03-08'],
      [
        'How many critical or high priority requests were created in February?',
        (row) => row.createdAt.startsWith('2026-02') && (row.priority === 'high' || row.priority === 'critical'),
      ],
      ['How many requests did Dan submit?', (row) => row.requester === office.dan.id],
      ['How many requests took more than 10 days?', (row) => row.days !== null && row.days > 10],
      ['How many open requests are not assigned to Ben?', (row) => isOpen(row) && row.assignee !== office.ben.id],
      ['How many requests are unassigned and open?', (row) => isOpen(row) && row.assignee === null],
      [
        'How many requests were rejected in January?',
        (row) => row.status === 'rejected' && row.createdAt.startsWith('2026-01'),
      ],
    ]
    for (const [question, keep] of cases) {
      const { response, message } = await ask(ben, question)
      const figure = count(keep)
      expect(response, question).toMatch(figure === 0 ? /^There are no / : new RegExp(`^${figure} `))
      expect(message.reading, question).toMatchObject({ outcome: 'answered', leftOut: [] })
    }
  })

  test('a sum of statuses lists each of them', async () => {
    for (const question of ['sum of open and pending', 'how many are open and pending']) {
      const answer = await ask(office.ben, question)
      expect(answer.response, question).toMatch(new RegExp(`^${count(isOpen)} open requests`))
      expect(tableOf(answer), question).toMatchObject({
        'Pending Review': String(count(({ status }) => status === 'pending')),
      })
    }
  })

  test('a backlog by month shows the open requests at the end of each month, and those created in it', async () => {
    const answer = await ask(office.ben, 'backlog by month')
    const table = answer.message.parts.find((part) => part.kind === 'table')!
    expect(table.columns).toEqual(['Month', 'Created, still open', 'Open at its end'])
    expect(table.rows.at(-1)!.cells[2]).toBe(String(count(isOpen)))
    expect(answer.response).toMatch(new RegExp(`Open at the end of each month, and now: .* and ${count(isOpen)}\\.$`))
    // Former assignees are not stored.
    const { response } = await ask(office.ben, 'open requests assigned to Ben by month')
    expect(response).not.toContain('Open at the end')
  })

  test('rows in the requested order', async () => {
    const { ben } = office
    const oldest = rows.filter(isOpen).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    expect(shownIn(await ask(ben, 'Which open request is the oldest?'))).toEqual([oldest[0]!.requestId])
    const slowest = rows.filter(({ days }) => days !== null).toSorted((a, b) => b.days! - a.days!)
    expect(shownIn(await ask(ben, 'Show the three slowest requests'))).toEqual(
      slowest.slice(0, 3).map(({ requestId }) => requestId),
    )
  })

  test('groups, most or fewest first', async () => {
    const { ben } = office
    const departments = tableOf(await ask(ben, 'Open requests by department'))
    expect(departments).toMatchObject({
      'IT Development': String(count((row) => isOpen(row) && row.department === 'it')),
      Cybersecurity: '0',
    })
    const people = tableOf(await ask(ben, 'Who has the most open requests?'))
    expect(people).toMatchObject({
      'Ben Marlow': String(count((row) => isOpen(row) && row.assignee === office.ben.id)),
      Unassigned: String(count((row) => isOpen(row) && row.assignee === null)),
    })
    const { response } = await ask(ben, 'Which department has the fewest open requests?')
    expect(response).toMatch(/Cybersecurity and Data Management have the fewest: 0 each\./)
    expect((await ask(ben, 'Which priority has the most overdue requests in Operations?')).response).toBe(
      'Low has the most: 1. There is 1 overdue request in Operations in all.',
    )
  })

  test('among the fewest are people without any, but only those asked about', async () => {
    const { ben } = office
    expect((await ask(ben, 'Who has the fewest open requests?')).response).toMatch(/^Cleo Varga has the fewest: 0\./)
    const { response } = await ask(ben, 'Who except Cleo has the fewest open requests?')
    expect(response).toMatch(/^Ben Marlow has the fewest: [1-9]/)
  })

  test('durations at the median and on average', async () => {
    const days = rows.flatMap((row) => row.days ?? []).toSorted((a, b) => a - b)
    const mean = days.reduce((sum, one) => sum + one, 0) / days.length
    const middle = (days[days.length / 2]! + days[days.length / 2 - 1]!) / 2
    const { response } = await ask(office.ben, 'What is the average completion time?')
    expect(response).toContain(
      `is ${mean.toFixed(1).replace(/\.0$/, '')} days (median ${middle.toFixed(1).replace(/\.0$/, '')} days), over ${days.length} requests`,
    )
    // Each group links to the measured rows, where the list can show them.
    const hrefsOf = async (question: string) =>
      (await ask(office.ben, question)).message.parts.flatMap((part) =>
        part.kind === 'table' ? part.rows.map(({ href }) => href) : [],
      )
    expect(await hrefsOf('average completion time by department')).toContain('/requests?status=completed&department=it')
    expect(await hrefsOf('average waiting time until work starts by department')).not.toContain(expect.anything())
  })

  test('comparisons, shares and trends', async () => {
    const { ben } = office
    const sides = tableOf(await ask(ben, 'Compare open requests in IT and Operations'))
    expect(sides).toEqual({
      'IT Development': String(count((row) => isOpen(row) && row.department === 'it')),
      Operations: String(count((row) => isOpen(row) && row.department === 'operations')),
    })
    const byDepartment = await ask(ben, 'What share of open requests is overdue, by department?')
    const inIt = (row: AskedRow) => row.department === 'it'
    const share = (100 * count((row) => inIt(row) && isLate(row))) / count((row) => inIt(row) && isOpen(row))
    expect(tableOf(byDepartment)['IT Development']).toBe(`${Number.isInteger(share) ? share : share.toFixed(1)}%`)
    const late = await ask(ben, 'What share of open requests is overdue?')
    expect(late.response).toContain(`${count(isLate)} of ${count(isOpen)}`)
    const months = tableOf(await ask(ben, 'How many requests were created per month this year?'))
    expect(months).toEqual({
      'January 2026': String(count((row) => row.createdAt.startsWith('2026-01'))),
      'February 2026': String(count((row) => row.createdAt.startsWith('2026-02'))),
      'March 2026': String(count((row) => row.createdAt.startsWith('2026-03'))),
    })
  })

  test('a rolling time shorter than the unit is one column', async () => {
    const recent = ({ createdAt }: AskedRow) => createdAt >= '2026-03-09'
    const answer = await ask(office.ben, 'How many requests per month in the last 10 days?')
    expect(tableOf(answer)).toEqual({ 'March 2026': String(count(recent)) })
    const query = { measure: 'count', filter: { createdFrom: '2026-05-01' }, group: 'month' } as const
    expect(tableOf(await askAssistant(office, office.ben, 'Per month', query))).toEqual({ 'May 2026': '0' })
  })

  test('of more days than can be shown the newest are, and the others are said to be left out', async () => {
    for (const question of [
      'How many requests came in per day this year?',
      'What came in and was completed per day?',
    ]) {
      const query = { measure: 'flow', filter: { createdFrom: '2026-01-01' }, group: 'day' } as const
      const answer = await askAssistant(office, office.ben, question, question.startsWith('What') ? query : undefined)
      const days = Object.keys(tableOf(answer))
      expect([days.length, days.at(-1)], question).toEqual([60, '18 March 2026'])
      expect(answer.response, question).toContain('I show at most 60 days, so the earlier ones are left out.')
    }
    expect((await ask(office.ben, 'requests per month this year')).response).not.toContain('I show at most')
  })

  test('a day begins when it does in the office', async () => {
    const { ben, db, ada } = office
    const late = await buildRequest(db, { requesterId: ada.id, createdAt: '2026-02-28T23:30:00.000Z' })
    try {
      await office.services.settings.change({ timeZone: 'Europe/Vienna' })
      const inMarch = await ask(ben, 'Which requests were created on 1 March?')
      expect(shownIn(inMarch)).toContain(late.request_id)
      // 01:30 on the day after it was due.
      await db.write((tx) =>
        tx
          .updateTable('requests')
          .set({ status: 'completed', due_date: '2026-03-01', completed_at: '2026-03-01T23:30:00.000Z' })
          .where('number', '=', late.number)
          .execute(),
      )
      expect(shownIn(await ask(ben, 'Which requests created on 1 March were completed late?'))).toEqual([
        late.request_id,
      ])
    } finally {
      await db.write((tx) => tx.deleteFrom('request_history').where('request_number', '=', late.number).execute())
      await db.write((tx) => tx.deleteFrom('search_documents').where('request_number', '=', late.number).execute())
      await db.write((tx) => tx.deleteFrom('requests').where('number', '=', late.number).execute())
      await db.write((tx) => rebuildCounters(tx, 'UTC'))
    }
  })
})

test('with visibility own every question counts only one’s own requests', async () => {
  const { ada } = office
  await office.services.settings.change({ visibility: 'own' })
  const own = (row: AskedRow) => row.requester === ada.id || row.assignee === ada.id
  const cases: [string, (row: AskedRow) => boolean][] = [
    ['How many requests took more than 5 days?', (row) => row.days !== null && row.days > 5],
    ['How many requests are not assigned to me?', (row) => row.assignee !== ada.id],
    [
      'How many requests were completed late?',
      (row) =>
        row.days !== null &&
        new Date(Date.parse(row.createdAt) + row.days * 86_400_000).toISOString().slice(0, 10) > row.dueDate,
    ],
  ]
  for (const [question, keep] of cases) {
    const figure = count((row) => own(row) && keep(row))
    expect((await ask(ada, question)).response, question).toMatch(
      figure === 0 ? /^There are no / : new RegExp(`^${figure} `),
    )
  }
  expect((await ask(ada, 'Who has the most open requests?')).message.reading?.outcome).toBe('refused')
  expect(JSON.stringify(await ask(ada, 'requests assigned to Ben'))).not.toContain('Marlow')
})

test('similar requests come from the index', async () => {
  const { ben } = office
  ai.index(await office.db.read.selectFrom('requests').select(['id', 'title', 'description']).execute())
  const answer = await ask(ben, `Are there duplicates of ${rows[0]!.requestId}?`)
  expect(shownIn(answer).length).toBeGreaterThan(0)
  expect(shownIn(answer)).not.toContain(rows[0]!.requestId)
  expect(answer.response).toContain('similar')
  for (const words of ['Show me requests like', 'Requests like', 'Are there other requests like'])
    expect((await ask(ben, `${words} ${rows[0]!.requestId}`)).response, words).toBe(answer.response)
  expect((await ask(ben, `How long do requests like ${rows[0]!.requestId} take?`)).response).not.toBe(answer.response)
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerPart, AssistantAnswer } from '../../shared/assistant/messages.ts'
import type { AssistantQuery } from '../../shared/assistant/query.ts'
import { rebuildCounters } from '../requests/counters/rebuild.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, get, post, testApp } from '../testing/app.ts'
import { buildRequest, emptyRequests } from '../testing/build.ts'
import type { Person } from '../testing/cast.ts'

const ai = localAi()
let office: Awaited<ReturnType<typeof testApp>>
let rows: Row[]

beforeAll(async () => {
  office = await testApp({ ai, now: '2026-03-18T09:00:00.000Z' })
  await emptyRequests(office.db)
  rows = await fill()
}, LEARNING_MS)
beforeEach(async () => {
  await office.services.settings.change({ visibility: 'all', timeZone: 'UTC' })
  for (const person of [office.ada, office.ben, office.dan])
    await del(office.app, person, '/api/ai/conversations/current')
})
afterAll(() => office.close())

interface Row {
  requestId: string
  department: 'it' | 'compliance' | 'operations'
  priority: 'low' | 'medium' | 'high' | 'critical'
  status: 'pending' | 'in_progress' | 'completed' | 'rejected'
  createdAt: string
  days: number | null
  dueDate: string
  requester: string
  assignee: string | null
}

/** Twenty-four requests whose figures are worked out beside the product. */
async function fill(): Promise<Row[]> {
  const { db, ada, dan, ben, cleo } = office
  const built: Row[] = []
  for (let i = 0; i < 24; i++) {
    const row = {
      department: (['it', 'compliance', 'operations'] as const)[i % 3]!,
      priority: (['low', 'medium', 'high', 'critical'] as const)[i % 4]!,
      status: (['pending', 'completed', 'in_progress', 'completed', 'rejected', 'completed'] as const)[i % 6]!,
      createdAt: `2026-0${1 + (i % 3)}-${String(1 + (i % 14)).padStart(2, '0')}T08:00:00.000Z`,
      dueDate: i % 5 === 0 ? '2026-03-01' : `2026-03-${19 + (i % 9)}`,
      requester: i % 2 ? ada.id : dan.id,
      assignee: i % 4 === 0 ? null : i % 4 === 1 ? cleo.id : ben.id,
    }
    const { assignee, requester, ...values } = row
    const stored = await buildRequest(db, {
      ...values,
      requesterId: requester,
      assignedToId: assignee,
      title: `Seal check ${i} at the gate`,
    })
    const days = row.status === 'completed' ? 1 + i : null
    if (days !== null) {
      const completed_at = new Date(Date.parse(row.createdAt) + days * 86_400_000).toISOString()
      await db.write((tx) =>
        tx.updateTable('requests').set({ completed_at }).where('number', '=', stored.number).execute(),
      )
    }
    built.push({ ...row, requestId: stored.request_id, days })
  }
  return built
}

async function ask(person: Person, message: string, query?: AssistantQuery): Promise<AssistantAnswer> {
  const res = await post(office.app, person, '/api/ai/user-assistant', { message, ...(query && { query }) })
  expect(res.statusCode, message).toBe(200)
  return res.body
}

const isOpen = ({ status }: Row) => status === 'pending' || status === 'in_progress'
const isLate = (row: Row) => isOpen(row) && row.dueDate < '2026-03-18'
const count = (keep: (row: Row) => boolean) => rows.filter(keep).length

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
    const cases: [string, (row: Row) => boolean][] = [
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

  test('rows in the order asked for', async () => {
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
  })

  test('durations at the median and on average', async () => {
    const days = rows.flatMap((row) => row.days ?? []).toSorted((a, b) => a - b)
    const mean = days.reduce((sum, one) => sum + one, 0) / days.length
    const middle = (days[days.length / 2]! + days[days.length / 2 - 1]!) / 2
    const { response } = await ask(office.ben, 'What is the average completion time?')
    expect(response).toContain(
      `is ${mean.toFixed(1).replace(/\.0$/, '')} days (median ${middle.toFixed(1).replace(/\.0$/, '')} days), over ${days.length} requests`,
    )
    // Each group leads to the rows that were measured, where the list can show them.
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
    const inIt = (row: Row) => row.department === 'it'
    const share = (100 * count((row) => inIt(row) && isLate(row))) / count((row) => inIt(row) && isOpen(row))
    expect(tableOf(byDepartment)['IT Development']).toBe(`${Number.isInteger(share) ? share : share.toFixed(1)} %`)
    const late = await ask(ben, 'What share of open requests is overdue?')
    expect(late.response).toContain(`${count(isLate)} of ${count(isOpen)}`)
    const months = tableOf(await ask(ben, 'How many requests were created per month this year?'))
    expect(months).toEqual({
      'January 2026': String(count((row) => row.createdAt.startsWith('2026-01'))),
      'February 2026': String(count((row) => row.createdAt.startsWith('2026-02'))),
      'March 2026': String(count((row) => row.createdAt.startsWith('2026-03'))),
    })
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

test('with visibility own everything is counted among one’s own, whatever is asked', async () => {
  const { ada } = office
  await office.services.settings.change({ visibility: 'own' })
  const own = (row: Row) => row.requester === ada.id || row.assignee === ada.id
  const cases: [string, (row: Row) => boolean][] = [
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

describe('never guesses', () => {
  test('asks back with questions that give their answers', async () => {
    const { ben } = office
    const { message, understood } = await ask(ben, 'how many open requests were escalated to the minister')
    expect(understood).toBe(false)
    const { outcome, leftOut, choices } = message.reading!
    expect(outcome).toBe('asked-back')
    expect(leftOut.join(' ')).toContain('escalated')
    expect(choices).toHaveLength(3)
    for (const { label, query } of choices) {
      const pressed = await ask(ben, label, query ?? undefined)
      expect(pressed.message.reading?.outcome, label).toBe('answered')
    }
  })

  test('orders change nothing and lead to the place', async () => {
    const { ben, app } = office
    const [first] = rows
    for (const order of [
      `cancel ${first!.requestId}`,
      'please delete all rejected requests',
      `assign ${first!.requestId} to Cleo`,
      'approve everything that is pending',
    ]) {
      const { response, message } = await ask(ben, order)
      expect(response, order).toContain('Nothing has been changed')
      expect(message.parts[0], order).toMatchObject({ kind: 'links' })
    }
    expect((await get(app, ben, '/api/requests')).body.total).toBe(rows.length)
  })

  test('what is to come is refused with what has been', async () => {
    const { response, message } = await ask(office.ben, 'How many requests will come in next month?')
    expect(message.reading?.outcome).toBe('refused')
    expect(response).toMatch(/I make no forecast\. In the last three full months .* came in on average/)
  })

  test.each([
    ['كم عدد الطلبات المتأخرة؟', 'ar', 'rtl'],
    ['Combien de demandes sont en retard ?', 'fr', 'ltr'],
    ['Сколько заявок просрочено?', 'ru', 'ltr'],
  ])('%s is answered in its language, with buttons', async (question, lang, dir) => {
    const { message, response } = await ask(office.ben, question)
    expect(message.reading).toMatchObject({ outcome: 'asked-back', language: { lang, dir } })
    expect(message.reading!.choices).toHaveLength(3)
    expect(response).not.toMatch(/^I /)
  })

  test('a second question is answered, too, or named', async () => {
    const { ben } = office
    const two = await ask(ben, 'How many requests are open, and who has the most of them?')
    expect(two.response).toMatch(new RegExp(`^${count(isOpen)} open requests[^]*Ben Marlow has the most`))
    const half = await ask(ben, 'How many requests are overdue? What is the weather?')
    expect(half.response).toContain('I left out “What is the weather”')
  })

  test('the second part of a question is of the same requests, and of no others', async () => {
    const { ben, ada } = office
    const mine = rows.filter(({ requester }) => requester === ada.id)
    const two = await ask(ada, 'How many did I submit and how many got rejected?')
    expect(two.response).toMatch(new RegExp(`^${mine.length} requests submitted by you`))
    expect(two.message.reading?.query?.filter).toEqual({ status: ['rejected'], requester: ['me'] })
    const both = await ask(ben, 'How many open and how many overdue requests does IT have?')
    expect(both.response).toContain('in IT Development.\n\nI left out “How many open”')
    const figure = await ask(ben, 'Completed requests per person and their average time')
    expect(figure.response).toContain('I left out “their average time”')
  })
})

test('a query that comes as a structure is answered as it stands, and refused when it is none', async () => {
  const { ben, app } = office
  const query: AssistantQuery = { measure: 'count', filter: { status: ['pending'], department: ['it'] } }
  const found = await ask(ben, 'whatever the chips say', query)
  expect(found.message.reading).toMatchObject({ outcome: 'answered', query })
  const figure = count((row) => row.status === 'pending' && row.department === 'it')
  expect(found.response).toMatch(figure === 0 ? /^There are no / : new RegExp(`^${figure} pending`))
  const { body } = await get(app, ben, '/api/ai/conversations/current')
  expect(body.messages.at(-1).reading).toMatchObject({ query })
  for (const bad of [
    { measure: 'drop' },
    { measure: 'count', filter: { status: ['open'] } },
    { measure: 'count', filter: {}, limit: 1e9 },
  ]) {
    const res = await post(app, ben, '/api/ai/user-assistant', { message: 'x', query: bad })
    expect(res.statusCode).toBe(400)
  }
})

test('requests like another one come from the index', async () => {
  const { ben } = office
  ai.index(await office.db.read.selectFrom('requests').select(['id', 'title', 'description']).execute())
  const found = await ask(ben, `Are there duplicates of ${rows[0]!.requestId}?`)
  expect(shownIn(found).length).toBeGreaterThan(0)
  expect(shownIn(found)).not.toContain(rows[0]!.requestId)
  expect(found.response).toContain('similar')
})

test('conversations of before still open', async () => {
  const { ben, db, app } = office
  const at = '2026-03-10T09:00:00.000Z'
  const topic = JSON.stringify({ filter: { status: ['pending'] }, isMine: true, periods: [] })
  const parts = JSON.stringify([{ kind: 'links', links: [{ label: 'Show all 3', href: '/requests?status=pending' }] }])
  await db.write(async (tx) => {
    await tx
      .insertInto('conversations')
      .values({ id: 'old', user_id: ben.id, started_at: at, last_at: at, topic })
      .execute()
    await tx
      .insertInto('conversation_messages')
      .values({
        conversation_id: 'old',
        role: 'assistant',
        content: '3 pending requests.',
        parts,
        engine: null,
        at,
        scope: 'office',
        reading: null,
      })
      .execute()
  })
  const { body } = await get(app, ben, '/api/ai/conversations/current')
  expect(body.messages).toMatchObject([{ content: '3 pending requests.' }])
  expect((await ask(ben, 'and the critical ones?')).conversationId).toBe('old')
})

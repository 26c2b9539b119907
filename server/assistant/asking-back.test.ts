import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AssistantQuery } from '../../shared/assistant/query.ts'
import { askAssistant, type AskedRow, fillWithAsked } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, get, post, testApp } from '../testing/app.ts'
import { emptyRequests } from '../testing/build.ts'
import type { Person } from '../testing/cast.ts'

let office: Awaited<ReturnType<typeof testApp>>
let rows: AskedRow[]

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  await emptyRequests(office.db)
  rows = await fillWithAsked(office)
}, LEARNING_MS)
beforeEach(async () => {
  for (const person of [office.ada, office.ben]) await del(office.app, person, '/api/ai/conversations/current')
})
afterAll(() => office.close())

const ask = (person: Person, message: string, query?: AssistantQuery) => askAssistant(office, person, message, query)
const isOpen = ({ status }: AskedRow) => status === 'pending' || status === 'in_progress'
const count = (keep: (row: AskedRow) => boolean) => rows.filter(keep).length

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

  test('a misspelt search word is offered in its likely spelling', async () => {
    const { message } = await ask(office.ben, 'pending requests about the chekc')
    expect(message.content).toContain('no pending requests that mention “chekc”')
    const [first] = message.reading!.choices
    expect(first?.query?.filter).toEqual({ status: ['pending'], search: 'check' })
  })

  test('a statement beside a question narrows it, or it asks back', async () => {
    const { ben } = office
    const { response } = await ask(ben, 'Show me pending requests. Only compliance.')
    const pending = count(({ status, department }) => status === 'pending' && department === 'compliance')
    expect(response).toContain(pending === 0 ? 'no pending requests in Compliance' : `${pending} pending request`)
    for (const message of [
      'Last week was crazy. How many came in?',
      'Ben asked about his requests. How many are open?',
    ]) {
      const { message: answer } = await ask(ben, message)
      expect(answer.reading?.outcome, message).toBe('asked-back')
    }
    const { response: greeted } = await ask(ben, 'Hello, I am preparing my slides. How many requests are overdue?')
    expect(greeted).toMatch(/overdue requests?\.$/)
  })

  test.each([
    'who made this',
    'created minus completed this quarter',
    'what happens if my request is overdue',
    'how many requests may I submit',
    'open vs closed requests this month',
    'what happens to requests older than a year',
    'can I undo a rejection',
    'summary for Compliance',
    'how busy were we in January',
    'how many requests are before me in the queue',
    'which requests did Ben and Cleo both work on',
    'which ones were late and by how much',
    'what is the ratio of completed to rejected',
    'which accounts are locked',
    'what time do you close',
    'mean time between requests',
    'how big is the database',
  ])('it asks back rather than tell of something else: %s', async (question) => {
    const { message } = await ask(office.ben, question)
    expect(message.reading?.outcome).toBe('asked-back')
  })

  test('data that is not stored with a request is refused, without describing the request', async () => {
    const [first] = rows
    for (const question of [`what did ${first!.requestId} cost`, `translate ${first!.requestId} to French`]) {
      const { response, message } = await ask(office.ben, question)
      expect(message.parts, question).toEqual([])
      expect(response, question).toMatch(/^I can’t tell anything about/)
    }
  })

  test('comments are neither shown nor changed', async () => {
    const [first] = rows
    const { response, message } = await ask(office.ben, `what did Ada write on ${first!.requestId}`)
    expect(response).toContain('I can’t tell what was said about a request; you can read that on its Comments tab.')
    expect(message.parts).toEqual([])
    expect((await ask(office.ben, 'delete my comment')).response).toContain('Comments stay as they were written')
    expect((await ask(office.ben, 'change my password')).response).toContain('open Profile')
  })

  test('“for today” means due today, and a status ends the search words', async () => {
    const { message } = await ask(office.ben, 'anything urgent for today')
    expect(message.reading?.query?.filter).toMatchObject({ dueFrom: '2026-03-18', dueTo: '2026-03-18' })
    const { message: found } = await ask(office.ben, 'requests about seals in progress')
    expect(found.reading?.query?.filter).toEqual({ search: 'seal', status: ['in_progress'] })
  })

  test('function words are not offered as search words', async () => {
    for (const question of ['which requests did Ben and Cleo both work on', 'open requests and by how much']) {
      const { message } = await ask(office.ben, question)
      expect(message.reading?.choices, question).toHaveLength(3)
      for (const { label } of message.reading!.choices) expect(label).not.toContain('mention')
    }
    const { message } = await ask(office.ben, 'open requests with a xylophone')
    expect(message.reading?.choices.map(({ label }) => label).join()).toContain('xylophone')
  })

  test('a question for one request is offered in the singular', async () => {
    const { message } = await ask(office.ben, 'the second oldest open request')
    expect(message.reading?.choices[0]).toMatchObject({ label: 'List the oldest open request', query: { limit: 1 } })
    const { response } = await ask(office.ben, message.reading!.choices[0]!.label)
    expect(response).toMatch(/^The oldest open request is /)
  })

  test('the position in a previous result is not guessed', async () => {
    await ask(office.ben, 'list overdue requests')
    const { message } = await ask(office.ben, 'who is working on the first one')
    expect(message.reading).toMatchObject({ outcome: 'asked-back', leftOut: ['first'] })
  })

  test('a follow-up reverses a ranking, or groups the previous requests by person', async () => {
    await ask(office.ben, 'who has the most open requests')
    const { message: turned } = await ask(office.ben, 'and the fewest?')
    expect(turned.reading?.query).toMatchObject({ group: 'assignee', order: 'fewest', measure: 'count' })
    await ask(office.ben, 'overdue requests')
    const { message: owned } = await ask(office.ben, 'who owns them')
    expect(owned.reading?.query).toMatchObject({ group: 'assignee', filter: { overdue: true } })
  })

  test('“and finished?” asks for requests completed in the same period, not for those created in it', async () => {
    await ask(office.ben, 'how many requests came in last week')
    for (const question of ['and finished?', 'and finish?']) {
      const { message } = await ask(office.ben, question)
      const { filter } = message.reading!.query!
      expect(filter.createdFrom ?? filter.createdTo, question).toBeUndefined()
      expect(filter.completedFrom, question).toBe('2026-03-09')
      await ask(office.ben, 'how many requests came in last week')
    }
  })

  test('any question about one’s newest request describes it', async () => {
    // Requests are numbered in the order of creation.
    const newest = rows.findLast(({ requester }) => requester === office.ada.id)
    for (const question of ['when was my last request created', 'is my latest one done yet', 'my newest request']) {
      const { response } = await ask(office.ada, question)
      expect(response, question).toContain(newest!.requestId)
    }
    const { message } = await ask(office.ada, 'what did my last request cost')
    expect(message.reading?.outcome).not.toBe('answered')
  })

  test.each([
    ['share of critical in the backlog', { priority: ['critical'] }],
    ['what share of open requests is critical', { priority: ['critical'] }],
  ])('a share is of what it is said to be part of: %s', async (question, part) => {
    const { message } = await ask(office.ben, question)
    expect(message.reading?.query).toMatchObject({
      measure: 'share',
      filter: part,
      of: { status: ['pending', 'in_progress'] },
    })
    expect(message.reading?.query?.of?.priority).toBeUndefined()
  })

  test('a second part that only orders belongs to the first', async () => {
    await ask(office.ben, 'show the requests in progress')
    const { message } = await ask(office.ben, 'sort them by due date and give me the top 2')
    expect(message.reading?.query).toMatchObject({ filter: { status: ['in_progress'] }, sort: 'due', limit: 2 })
  })

  test('orders change nothing and lead to the place', async () => {
    const { ben, app } = office
    const [first] = rows
    for (const order of [
      `cancel ${first!.requestId}`,
      'please delete all rejected requests',
      `assign ${first!.requestId} to Cleo`,
      `could someone please delete ${first!.requestId} for me`,
      'remove Dan from the system',
      'start a backup now',
      'approve everything that is pending',
    ]) {
      const { response, message } = await ask(ben, order)
      expect(response, order).toContain('Nothing has been changed')
      expect(message.parts[0], order).toMatchObject({ kind: 'links' })
    }
    expect((await get(app, ben, '/api/requests')).body.total).toBe(rows.length)
  })

  test('a forecast is refused with the past figures', async () => {
    const { response, message } = await ask(office.ben, 'How many requests will come in next month?')
    expect(message.reading?.outcome).toBe('refused')
    expect(response).toMatch(
      /^I can’t tell what will come in\. In the last three full months, \w+ .* came in on average/,
    )
    expect(response).not.toMatch(/\d{4}-\d\d\b(?!-)/)
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

  test('a second question is answered, too, or named as left out', async () => {
    const { ben } = office
    const two = await ask(ben, 'How many requests are open, and who has the most of them?')
    expect(two.response).toMatch(new RegExp(`^${count(isOpen)} open requests[^]*Ben Marlow has the most`))
    const half = await ask(ben, 'How many requests are overdue? What is the weather?')
    expect(half.response).toContain('I left out “What is the weather”')
    const twice = await ask(ben, 'How many requests are overdue? What is the weather? What is the weather?')
    expect(twice.response).toContain('I left out “What is the weather”: please ask that by itself.')
  })

  test('the second part of a question is about exactly the same requests', async () => {
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

test('a structured query is answered unchanged, and refused when it is invalid', async () => {
  const { ben, app } = office
  const query: AssistantQuery = { measure: 'count', filter: { status: ['pending'], department: ['it'] } }
  const answer = await ask(ben, 'whatever the chips say', query)
  expect(answer.message.reading).toMatchObject({ outcome: 'answered', query })
  const figure = count((row) => row.status === 'pending' && row.department === 'it')
  expect(answer.response).toMatch(figure === 0 ? /^There are no / : new RegExp(`^${figure} pending`))
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

import { describe, expect, test } from 'vitest'
import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { People } from './people.ts'
import { readQuestion } from './read.ts'
import { Vocabulary } from './vocabulary.ts'

// Real questions, grouped by what used to go wrong: no part of a question may be lost silently.

const vocabulary = new Vocabulary()
const people = new People(
  ['Elena Marku', 'Daniel Petrov', 'Jonas Brandt'].map((name) => {
    const [first_name = '', last_name = ''] = name.split(' ')
    return { id: first_name.toLowerCase(), first_name, last_name }
  }),
  (word) => vocabulary.isGrammarWord(word),
)
const today = '2026-11-18'
const OPEN = ['pending', 'in_progress'] as const

function read(question: string, before?: string) {
  const given = { vocabulary, people, today }
  const earlier = before === undefined ? undefined : (readQuestion(before, given).query ?? undefined)
  return readQuestion(question, { ...given, before: earlier })
}

/** The words left out: with any of them, the assistant asks back. */
function unparsedWords(question: string, before?: string) {
  return read(question, before).leftOut.join(' ')
}

describe('parts that do not fit into one query are named', () => {
  test.each([
    ['by each one’s own', 'what got cancelled by its requester', 'requester'],
    ['whether something goes well', 'is the database ok', 'ok'],
    ['two groups', 'open requests per person and priority', 'priority'],
    ['a group of a comparison', 'compare October and September completions by department', 'department'],
    ['two orders', 'the oldest and the newest open request', 'newest'],
    ['an ordinal', 'second oldest open request', 'second'],
    ['an order within groups', 'oldest open request per department', 'oldest'],
    ['“or” across fields', 'open requests that are critical or overdue', 'or'],
    ['a sum across fields', 'open plus overdue', 'plus'],
    ['a sum of what overlaps', 'sum of open and overdue', 'and'],
    ['what is only nearly so', 'almost overdue', 'almost'],
    ['longer than another state', 'pending longer than in progress', 'longer than'],
    ['what somebody may do', 'what can Elena do', 'can'],
    ['who belongs to a department', 'who is in Compliance', 'who'],
    ['a part in words', 'one in how many is rejected', 'one in how many'],
    ['a day of no month', 'on the 10th', '10th'],
    ['requests of somebody unknown', 'tell me about Bernard’s requests', 'Bernard'],
    ['where words are to stand', 'requests that mention tariff in the title', 'title'],
    ['how it was then', 'requests that were pending last month', 'last month'],
    ['since when it waits', 'requests that have been waiting since September', 'since September'],
    ['days late of completed ones', 'requests finished more than two weeks late', 'two weeks'],
    ['how long overdue ones took', 'average lead time of overdue requests', 'lead time'],
    ['a limit of groups', 'who has more than 5 open requests', 'more than'],
    ['groups that have none', 'which departments have no overdue requests', 'departments'],
    ['groups without any', 'departments with no overdue requests', 'departments'],
    ['people as what is counted', 'number of people with open requests', 'people'],
    ['departments as what is counted', 'how many departments have overdue requests', 'departments'],
    ['people of whom nothing is told', 'people without open requests', 'people'],
    ['from one department to another', 'how many requests does Operations send to IT', 'IT'],
    ['which way they went', 'how many compliance requests went back last week', 'went back'],
    ['another time', 'how many compliance requests were completed then', 'then'],
    ['an unknown group', 'completed in Q3, grouped by whoever did it', 'grouped by whoever'],
    ['whether all goes well', 'are we on track for december', 'on track'],
    ['for whom it was made', 'requests that Elena made for herself', 'herself'],
    ['all of all', 'what percentage of requests', 'percentage'],
    ['the asker’s own deeds', 'which ones did I reject', 'I'],
    ['the asker’s changes', 'requests I changed yesterday', 'I'],
    ['when it was rejected last', 'the most recent rejection', 'most recent'],
    ['a measure of the last few', 'how long did the last 5 completed requests take', '5'],
    ['a count of the last few', 'how many of the last 10 requests were rejected', '10'],
    ['a time with a before and an after', 'requests not due this month', 'this month'],
    ['what is not kept', 'which requests are blocked', 'blocked'],
    ['an end that several have', 'completed and rejected requests of last month', 'last month'],
    ['states that exclude one another', 'pending requests that were completed', 'completed'],
    ['a figure that is none', 'what is the average priority', 'average priority'],
    ['time to come', 'how much time is left on average', 'left'],
    ['who somebody is', 'who is Elena', 'who'],
    ['what somebody thinks of it', 'easy requests', 'easy'],
    ['what it was before', 'requests raised from high to critical', 'high'],
    ['what is about to happen', 'requests about to be late', 'about'],
    [
      'what is open or was completed late',
      'how many requests that were due last month were not completed on time',
      'not completed on time',
    ],
    ['what the asker could do', 'requests I can close today', 'I'],
    ['the age of what is closed', 'how long do requests sit before rejection', 'rejection'],
  ])('%s: %s', (_, question, words) => {
    expect(unparsedWords(question)).toContain(words)
  })
})

describe('which requests are meant', () => {
  test.each<[string, QueryFilter]>([
    ['open but not started', { status: ['pending'] }],
    [
      'requests started in October but not finished',
      { status: [...OPEN], startedFrom: '2026-10-01', startedTo: '2026-10-31' },
    ],
    ['open plus pending', { status: [...OPEN] }],
    ['which requests are open and pending', { status: ['pending'] }],
    ['moved to in progress since Monday', { status: ['in_progress'], startedFrom: '2026-11-16' }],
    ['overdue and in progress', { overdue: true, status: ['in_progress'] }],
    ['requests asked for by anyone but Elena', { notRequester: ['elena'] }],
    ['requests not by Elena', { notRequester: ['elena'] }],
    ['Jonas’ open requests', { requester: ['jonas'], status: [...OPEN] }],
    [
      'Elena’s work that is due this week',
      { assignee: ['elena'], status: [...OPEN], dueFrom: '2026-11-16', dueTo: '2026-11-22' },
    ],
    ['what is Elena sitting on', { assignee: ['elena'], status: [...OPEN] }],
    ["what was due last week and isn't finished", { status: [...OPEN], dueFrom: '2026-11-09', dueTo: '2026-11-15' }],
    ['what is Elena working on', { assignee: ['elena'], status: [...OPEN] }],
    [
      'what does Elena need to finish this month',
      { assignee: ['elena'], status: [...OPEN], dueFrom: '2026-11-01', dueTo: '2026-11-30' },
    ],
    ['open requests whose due date is this week', { status: [...OPEN], dueFrom: '2026-11-16', dueTo: '2026-11-22' }],
    ['requests due in the first half of December', { status: [...OPEN], dueFrom: '2026-12-01', dueTo: '2026-12-15' }],
    ['open requests that were created more than two months ago', { status: [...OPEN], createdTo: '2026-09-17' }],
    ['overdue requests older than 3 months', { overdue: true, createdTo: '2026-08-17' }],
    [
      'completed ones from September',
      { status: ['completed'], completedFrom: '2026-09-01', completedTo: '2026-09-30' },
    ],
    ['slowest requests of this year', { completedFrom: '2026-01-01', completedTo: '2026-12-31' }],
    ['the 20 most urgent', { status: [...OPEN] }],
    ['requests about manifests', { search: 'manifest' }],
    [
      'tickets about trucks due this month',
      { search: 'truck', status: [...OPEN], dueFrom: '2026-11-01', dueTo: '2026-11-30' },
    ],
    ['which ones mention "watch list"', { search: '"watch list"' }],
    ['requests that mention all of “watch list”', { search: 'watch list' }],
    ['requests waiting for me', { assignee: ['me'], status: [...OPEN] }],
    ['what is on my plate', { assignee: ['me'], status: [...OPEN] }],
    ['tell me about the overdue ones', { overdue: true }],
    ['how long does it take Elena to finish', { assignee: ['elena'] }],
    ['how long on average until first review', {}],
    ['what nobody has picked up yet', { status: [...OPEN], assignee: ['unassigned'] }],
    ['unassigned requests', { assignee: ['unassigned'] }],
    ['how many requests does nobody work on', { status: [...OPEN], assignee: ['unassigned'] }],
    ['which requests are assigned to somebody', { notAssignee: ['unassigned'] }],
    ['which ones are assigned to me', { assignee: ['me'] }],
    ['requests that are assigned to me', { assignee: ['me'] }],
    ['how many open requests are assigned to Elena Marku', { assignee: ['elena'], status: [...OPEN] }],
    [
      'how many requests were assigned to me this year',
      { assignee: ['me'], createdFrom: '2026-01-01', createdTo: '2026-12-31' },
    ],
    ['which requests are in review longer than 3 days', { status: ['pending'], createdTo: '2026-11-14' }],
    ['development type Integration', { type: ['Integration'] }],
    ['hwo many are overdue', { overdue: true }],
    ['everything except completed and rejected, IT only', { status: [...OPEN, 'cancelled'], department: ['it'] }],
    ['Elena’s requests handled by Daniel', { requester: ['elena'], assignee: ['daniel'] }],
    [
      'I was wondering how many requests we might have completed in the previous quarter',
      { status: ['completed'], completedFrom: '2026-07-01', completedTo: '2026-09-30' },
    ],
    ['my boss wants the number of critical requests', { priority: ['critical'] }],
    [
      'open requests of all departments but IT',
      { status: [...OPEN], department: ['data', 'security', 'operations', 'compliance'] },
    ],
    ['everyone except Elena: open requests', { status: [...OPEN], notAssignee: ['elena'] }],
    ['what is Elena waiting for', { requester: ['elena'], status: ['pending'] }],
    ["which of Elena's requests were finished late", { requester: ['elena'], status: ['completed'], late: true }],
    ['who has the most requests now', { status: [...OPEN] }],
    ['where can I see my requests', { requester: ['me'] }],
    ['how long have open requests been waiting', { status: [...OPEN] }],
    ['how soon do we start critical ones', { priority: ['critical'] }],
    ['requests rejected by us', { status: ['rejected'] }],
    ['is anything with the word warehouse in it', { search: 'warehouse' }],
    ['open requests in compliance and in it', { status: [...OPEN], department: ['it', 'compliance'] }],
  ])('%s', (question, filter) => {
    const { query, leftOut } = read(question)
    expect(leftOut).toEqual([])
    expect(query?.filter).toEqual(filter)
  })
})

describe('what is asked about them', () => {
  test.each<[string, Partial<AssistantQuery>]>([
    ['by how many days are the overdue ones overdue', { measure: 'duration', stage: 'delay' }],
    ['how old is the backlog', { measure: 'duration', stage: 'age', filter: { status: [...OPEN] } }],
    ['which week was the busiest', { measure: 'count', group: 'week', order: 'most', filter: {} }],
    ['which department sends us the most work', { group: 'department', order: 'most', filter: {} }],
    ['least busy colleague', { group: 'assignee', order: 'fewest', filter: { status: [...OPEN] } }],
    ['team workload', { group: 'assignee', filter: { status: [...OPEN] } }],
    ['what percentage of pending requests are unassigned', { measure: 'share', of: { status: ['pending'] } }],
    ['critical share of open requests', { measure: 'share', of: { status: [...OPEN] } }],
    ['share of open requests older than a month', { measure: 'share', of: { status: [...OPEN] } }],
    ['on-time rate per department', { measure: 'share', group: 'department' }],
    [
      'which department has the highest share of overdue requests',
      { measure: 'share', group: 'department', order: 'most' },
    ],
    ['share per department', { measure: 'count', group: 'department' }],
    ['who did more this month, Elena or Jonas', { filter: { completedFrom: '2026-11-01', completedTo: '2026-11-30' } }],
    ['how many of the requests that came in in October are done', { measure: 'count' }],
    ['how many are pending, in progress and completed', { measure: 'count', group: 'status' }],
    ['how many low, medium, high and critical requests are open', { measure: 'count', group: 'priority' }],
    [
      'number of open and closed requests',
      { measure: 'count', compare: [{ status: [...OPEN] }, { status: ['completed'] }] },
    ],
    ['who are the top 3 requesters', { measure: 'count', group: 'requester', limit: 3 }],
    ['how many requests are assigned to each person', { measure: 'count', group: 'assignee' }],
    ['how many requests did everybody submit this month', { measure: 'count', group: 'requester' }],
    ['mix of priorities', { group: 'priority' }],
    ['typical time Elena takes to finish something', { measure: 'duration', stage: 'lead' }],
    ['mean time to close', { measure: 'duration', stage: 'lead', statistic: 'average' }],
    ['latest completed requests', { measure: 'list', sort: 'finished' }],
  ])('%s', (question, query) => {
    const result = read(question)
    expect(result.leftOut).toEqual([])
    expect(result.query).toMatchObject(query)
  })
})

describe('a follow-up question', () => {
  test.each<[string, string, Partial<AssistantQuery>]>([
    [
      'open requests in IT',
      'which is the oldest?',
      { sort: 'oldest', limit: 1, filter: { status: [...OPEN], department: ['it'] } },
    ],
    [
      'open requests in IT',
      'average age',
      { measure: 'duration', stage: 'age', filter: { status: [...OPEN], department: ['it'] } },
    ],
    [
      'open requests in IT',
      'sort them by due date',
      { sort: 'due', filter: { status: [...OPEN], department: ['it'] } },
    ],
    [
      'how many were completed in October',
      'how many of those late',
      { filter: { status: ['completed'], completedFrom: '2026-10-01', completedTo: '2026-10-31', late: true } },
    ],
    [
      'how many were completed in October',
      'and rejected?',
      { filter: { status: ['rejected'], closedFrom: '2026-10-01', closedTo: '2026-10-31' } },
    ],
    [
      'average lead time for IT',
      'last year',
      { filter: { department: ['it'], completedFrom: '2025-01-01', completedTo: '2025-12-31' } },
    ],
    ['what is Elena working on?', 'and what did she ask for herself', { filter: { requester: ['elena'] } }],
  ])('%s → %s', (before, question, query) => {
    const result = read(question, before)
    expect(result.leftOut).toEqual([])
    expect(result.query).toMatchObject(query)
    expect(result.query?.filter).toEqual(query.filter)
  })
})

test('a question about a feature of the product is not about requests', () => {
  expect(read('is there an API').isGuide).toBe(true)
  expect(read('is there a critical request').isGuide).toBe(false)
})

test('a guide’s coverage needs the wanted action and weights the other words by rarity', () => {
  const covered = (question: string, label: string) => vocabulary.subjects.coverageOf(question, label, '')
  expect(covered('how do I add a comment', 'comments')).toBeGreaterThan(0.7)
  expect(covered('how do I translate a comment', 'comments')).toBe(0)
  expect(covered('how do I sort the list', 'export')).toBe(0)
  const [some, less] = ['my password is gone', 'my password ate a sandwich'].map((one) => covered(one, 'password'))
  expect(some).toBeGreaterThan(less!)
  expect(less).toBeLessThan(0.5)
  expect(covered('how do I change my pasword', 'password')).toBeGreaterThan(0.7)
})

test('a quotation that ends in s is no genitive, and words left out are named as typed', () => {
  expect(unparsedWords("show 'open requests' qwertz")).toBe('qwertz')
})

test('another form of a word is no typo, and a corrected word keeps its number', () => {
  expect(read('open requests in the departmnt Compliance').corrections).toEqual([
    { typed: 'departmnt', read: 'department' },
  ])
  expect(read('which requests are blocked').corrections).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { readDocumentQuestion } from '../documents/document-question.ts'
import { ABILITIES } from '../../../shared/assistant/abilities.ts'
import { AssistantQuery } from '../../../shared/assistant/query.ts'
import { People } from './people.ts'
import { readQuestion } from './read.ts'
import { Vocabulary } from './vocabulary.ts'

const vocabulary = new Vocabulary()
const NAMES = ['Elena Marku', 'Daniel Petrov', 'Lucía Ferrer', 'Grace Mensah', 'Mark May', 'Daniel Osei-Bonsu']
const people = new People(
  NAMES.map((name) => ({
    id: name.split(' ')[1]!.toLowerCase(),
    first_name: name.split(' ')[0]!,
    last_name: name.split(' ')[1]!,
  })),
  (word) => vocabulary.isGrammarWord(word),
)
const today = '2026-11-18'

function read(question: string, before?: AssistantQuery) {
  return readQuestion(question, { vocabulary, people, today, before })
}

function filterOf(question: string) {
  const { query, leftOut } = read(question)
  expect(leftOut, question).toEqual([])
  return query?.filter
}

const OPEN = ['pending', 'in_progress']

test.each([
  ['open requests', { status: OPEN }],
  ['what has not been finished yet', { status: OPEN }],
  ['requests that are not completed', { status: ['pending', 'in_progress', 'rejected', 'cancelled'] }],
  ['neither completed nor cancelled requests', { status: ['pending', 'in_progress', 'rejected'] }],
  ['open requests that are not critical', { status: OPEN, priority: ['low', 'medium', 'high'] }],
  [
    'open requests except IT and Data Management',
    { status: OPEN, department: ['security', 'operations', 'compliance'] },
  ],
  ['everything overdue without Compliance', { overdue: true, department: ['it', 'data', 'security', 'operations'] }],
  ['high priority or above in IT', { priority: ['high', 'critical'], department: ['it'] }],
  ['open requests not assigned to Elena', { status: OPEN, notAssignee: ['marku'] }],
  ['unassigned critical requests', { assignee: ['unassigned'], priority: ['critical'] }],
  ['requests nobody is working on', { assignee: ['unassigned'], status: ['pending', 'in_progress'] }],
  [
    'what has Elena Marku finished since Monday',
    { assignee: ['marku'], status: ['completed'], completedFrom: '2026-11-16' },
  ],
  [
    'requests Grace asked for last month',
    { requester: ['mensah'], createdFrom: '2026-10-01', createdTo: '2026-10-31' },
  ],
  ['requests submitted by Petrov', { requester: ['petrov'] }],
  ['what did Lucia submit', { requester: ['ferrer'] }],
  ['my overdue requests', { requester: ['me'], overdue: true }],
  ['requests assigned to me', { assignee: ['me'] }],
  ['overdue by more than 2 weeks', { overdue: true, moreDaysOverdue: 14 }],
  ['requests overdue by at least 3 days', { overdue: true, moreDaysOverdue: 2 }],
  ['requests that took longer than 60 days', { status: ['completed'], moreDaysTaken: 60 }],
  ['open requests older than 30 days', { status: OPEN, createdTo: '2026-10-18' }],
  ['requests due next week', { status: OPEN, dueFrom: '2026-11-23', dueTo: '2026-11-29' }],
  ['what is due in the next 7 days', { status: OPEN, dueFrom: '2026-11-18', dueTo: '2026-11-25' }],
  ['what is due after the next 7 days', { status: OPEN, dueFrom: '2026-11-26' }],
  ['what is due within 7 days', { status: OPEN, dueFrom: '2026-11-18', dueTo: '2026-11-25' }],
  ['requests not completed on time', { overdue: true }],
  [
    'how many requests were not completed on time last quarter',
    { status: ['completed'], late: true, completedFrom: '2026-07-01', completedTo: '2026-09-30' },
  ],
  [
    'which requests were not finished on time in October',
    { status: ['completed'], late: true, completedFrom: '2026-10-01', completedTo: '2026-10-31' },
  ],
  ['requests rejected in October', { status: ['rejected'], closedFrom: '2026-10-01', closedTo: '2026-10-31' }],
  [
    'requests created in September that were completed in October',
    {
      createdFrom: '2026-09-01',
      createdTo: '2026-09-30',
      status: ['completed'],
      completedFrom: '2026-10-01',
      completedTo: '2026-10-31',
    },
  ],
  ['requests completed late in Operations', { status: ['completed'], late: true, department: ['operations'] }],
  ['integration requests in progress', { type: ['Integration'], status: ['in_progress'] }],
  ['requests about the tariff tree in Compliance', { search: 'tariff tree', department: ['compliance'] }],
  ['requests that mention “data quality”', { search: '"data quality"' }],
  ["what hasn't Elena finished yet", { assignee: ['marku'], status: OPEN }],
  ["urgent requests that aren't assigned", { priority: ['high', 'critical'], assignee: ['unassigned'] }],
  ['anything critical for me', { priority: ['critical'], assignee: ['me'] }],
  ['requests not touched for 30 days', { updatedTo: '2026-10-18', status: ['pending', 'in_progress'] }],
  ['requests completed in under 10 days', { status: ['completed'], fewerDaysTaken: 10 }],
  ['requests not updated since 1 November', { updatedTo: '2026-10-31', status: ['pending', 'in_progress'] }],
])('%s', (question, filter) => {
  expect(filterOf(question)).toEqual(filter)
})

test.each<[string, Partial<AssistantQuery>]>([
  ['how many requests are open', { measure: 'count' }],
  ['the three oldest open requests', { measure: 'list', sort: 'oldest', limit: 3 }],
  ['which open request is the oldest', { measure: 'list', sort: 'oldest', limit: 1 }],
  ['most overdue request', { measure: 'list', sort: 'overdue', limit: 1 }],
  ['slowest request this year', { measure: 'list', sort: 'slowest', limit: 1 }],
  ['who has the most open requests', { measure: 'count', group: 'assignee', order: 'most' }],
  ['who submitted the fewest requests', { measure: 'count', group: 'requester', order: 'fewest' }],
  ['top three departments by overdue requests', { measure: 'count', group: 'department', order: 'most', limit: 3 }],
  ['open requests by priority', { measure: 'count', group: 'priority' }],
  ['which department is the slowest', { measure: 'duration', stage: 'lead', group: 'department', order: 'most' }],
  ['average time to complete critical requests', { measure: 'duration', statistic: 'average', stage: 'lead' }],
  ['median time until someone starts on a request', { measure: 'duration', statistic: 'median', stage: 'review' }],
  ['average age of pending requests', { measure: 'duration', statistic: 'average', stage: 'age' }],
  ['what share of requests is overdue', { measure: 'share', of: {} }],
  ['requests per month this year', { measure: 'count', group: 'month' }],
  [
    'compare Compliance and Operations',
    { measure: 'count', compare: [{ department: ['compliance'] }, { department: ['operations'] }] },
  ],
  [
    'is IT slower than Compliance',
    { measure: 'duration', compare: [{ department: ['it'] }, { department: ['compliance'] }] },
  ],
  [
    'did we complete more last month than the month before',
    {
      measure: 'count',
      compare: [
        { completedFrom: '2026-10-01', completedTo: '2026-10-31' },
        { completedFrom: '2026-09-01', completedTo: '2026-09-30' },
      ],
    },
  ],
])('%s', (question, query) => {
  const result = read(question)
  expect(result.leftOut).toEqual([])
  expect(result.query).toMatchObject(query)
})

test('a comparison has at most five sides, and the others are named as left out', () => {
  const months = read('Compare January, February, March, April, May and June')
  expect(months.query?.compare).toHaveLength(5)
  expect(months.leftOut).toEqual(['June'])
  const all = read('Compare Elena, Daniel Petrov, Lucia, Grace, Mark May and Daniel Osei-Bonsu')
  expect(all.query?.compare).toHaveLength(5)
  expect(all.leftOut.join(' ')).toContain('Osei-Bonsu')
})

test.each(['requests that took more than 11 years', 'requests about "   "'])(
  'what no query can express is not read: %s',
  (question) => {
    expect(AssistantQuery.nullable().safeParse(read(question).query).success).toBe(true)
  },
)

describe('words that no rule uses', () => {
  test.each([
    ['critical or overdue requests', 'or'],
    ['how many were open a month ago', 'a month ago'],
    ['is Compliance any slower than the others', 'others'],
    ['requests rejected by Grace', 'Grace'],
    ['how many requests came in on a Monday', 'Monday'],
    ['requests that were assigned to Elena but are now assigned to Daniel Petrov', 'Daniel'],
    ['the newest three from each department', 'newest'],
    ['how many came in recently', 'recently'],
    ['how many people work here', 'people'],
    ['what will be overdue by Friday', 'Friday'],
    ['did the number of overdue requests go down', 'go down'],
  ])('%s', (question, word) => {
    expect(read(question).leftOut.join(' ')).toContain(word)
  })

  test('are named', () => {
    expect(read('how many overdue requests were reopened').leftOut).toEqual(['reopened'])
    expect(read('open requests with a purple sticker').leftOut.join(' ')).toContain('sticker')
  })

  test('do not turn other questions into questions about requests', () => {
    for (const question of ['what is the average salary', 'what is the weather today', 'capital of Peru']) {
      const { query, leftOut } = read(question)
      expect(query === null || leftOut.length > 0, question).toBe(true)
    }
  })
})

test.each([
  ['wich requests are overdew', ['which', 'overdue']],
  ['requests that slipped this month', []],
  ['requests that Elena has been sitting on forever', []],
])('a slip is one that is easily made: %s', (question, words) => {
  expect(read(question).corrections.map(({ read: word }) => word)).toEqual(words)
})

test('typos are corrected to the nearest word, and reported', () => {
  const { query, corrections } = read('overdue reqests in Compalince assigned to Elnea')
  expect(query?.filter).toEqual({ overdue: true, department: ['compliance'], assignee: ['marku'] })
  expect(corrections.map(({ read: word }) => word)).toEqual(['requests', 'compliance', 'elena'])
})

test('a text of only unknown words is not corrected', () => {
  const words = Array.from({ length: 20 }, (_, i) => `reqests${'abcdefghijklmnopqrstuvwxyz'[i]}`)
  expect(read(words.join(' ')).corrections.length).toBeLessThanOrEqual(8)
})

test('the words to which typos are corrected are collected once for all readings', () => {
  expect(vocabulary.correctable(people.words)).toBe(vocabulary.correctable(people.words))
  expect(vocabulary.correctable(new Set(['zoran']))).not.toBe(vocabulary.correctable(people.words))
})

test('the topic of a search is never corrected or parsed', () => {
  const { query, corrections } = read('requests about overdu datta and critical habour')
  expect(query?.filter.search).toContain('overdu datta')
  expect(corrections.length).toBe(0)
})

test('“IT” is a department, “it” is not', () => {
  expect(read('open requests in IT').query?.filter.department).toEqual(['it'])
  expect(read('how long does it take to complete a request').query?.filter.department).toBeUndefined()
})

test('a name that several people share is unclear, and one that is also a word needs a capital', () => {
  expect(read('open requests assigned to Daniel').who.unclear).toMatchObject([
    { name: 'daniel', ids: ['petrov', 'osei-bonsu'] },
  ])
  expect(read('open requests assigned to Daniel Petrov').query?.filter.assignee).toEqual(['petrov'])
  expect(read('requests completed in May').query?.filter.assignee).toBeUndefined()
})

describe('a follow-up question', () => {
  const first = read('How many open requests are there in Compliance?').query!

  test.each([
    ['and the critical ones?', { status: OPEN, department: ['compliance'], priority: ['critical'] }],
    ['only IT', { status: OPEN, department: ['it'] }],
    ['which of those are overdue?', { overdue: true, department: ['compliance'] }],
    [
      'what about last month',
      { status: OPEN, department: ['compliance'], createdFrom: '2026-10-01', createdTo: '2026-10-31' },
    ],
  ])('%s', (question, filter) => {
    expect(read(question, first).query?.filter).toEqual(filter)
  })

  test('keeps the measure and removes negated values from the previous filter', () => {
    const all = read('average completion time in IT and Compliance').query!
    expect(read('and without IT?', all).query).toEqual({ ...all, filter: { department: ['compliance'] } })
    expect(read('and by month?', all).query).toMatchObject({ measure: 'duration', group: 'month' })
  })

  test('is not a follow-up when it is complete', () => {
    expect(read('How many requests were rejected in Operations?', first).query?.filter).toEqual({
      status: ['rejected'],
      department: ['operations'],
    })
  })
})

test('every example of the help is understood completely', () => {
  for (const { name, examples } of ABILITIES) {
    for (const example of examples) {
      if (name === 'documents') {
        expect(readDocumentQuestion(example, '2026-03-18', false), example).not.toBeNull()
        continue
      }
      expect(readDocumentQuestion(example, '2026-03-18', true), example).toBeNull()
      const result = read(example)
      expect(result.leftOut, example).toEqual([])
      const isSpecial = name === 'summary' || name === 'one' || name === 'similar'
      expect(isSpecial || result.query !== null, example).toBe(true)
    }
  }
})

test.each([
  ['how many critical requests were completed by Daniel Petrov’s people', 'petrov’s'],
  ['is everything ok with IT', 'everything ok'],
  ['which requests were discussed in Compliance', 'discussed'],
  ['what did they say about the pending requests', 'say about'],
  ['how many requests were created in early October', 'early'],
  ['which requests were created since late October', 'late'],
])('what no request holds is named: %s', (question, leftOut) => {
  expect(read(question).leftOut.join(' ').toLowerCase()).toContain(leftOut)
})

test.each([
  ['which requests are sitting with Compliance', { department: ['compliance'] }],
  ['longest running request in Compliance', { department: ['compliance'], status: OPEN }],
  ['how many requests came in over the past half year', { createdFrom: '2026-05-19', createdTo: '2026-11-18' }],
])('%s', (question, filter) => {
  const { query, leftOut } = read(question)
  expect(leftOut).toEqual([])
  expect(query?.filter).toMatchObject(filter)
})

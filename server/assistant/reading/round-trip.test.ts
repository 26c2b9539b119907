import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chipsOf } from '../../../shared/assistant/chips.ts'
import { AssistantQuery } from '../../../shared/assistant/query.ts'
import type { NameOf } from '../../../shared/assistant/words.ts'
import { questionOf } from '../../../shared/assistant/question-of.ts'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { PRIORITY_KEYS, STATUS_KEYS } from '../../../shared/requests.ts'
import { People } from './people.ts'
import { readQuestion } from './read.ts'
import { Vocabulary } from './vocabulary.ts'

const vocabulary = new Vocabulary()
const names = new Map([
  ['p1', 'Elena Marku'],
  ['p2', 'Daniel Petrov'],
])
const people = new People(
  [...names].map(([id, name]) => ({ id, first_name: name.split(' ')[0]!, last_name: name.split(' ')[1]! })),
  (word) => vocabulary.isGrammarWord(word),
)
const nameOf: NameOf = (id, of) => (of === 'department' ? FIRST_DEPARTMENTS.nameOf(id) : (names.get(id) ?? id))

const subset = <T>(all: readonly T[], most: number) => fc.subarray([...all], { minLength: 1, maxLength: most })
const span = fc.constantFrom(
  ['2026-10-01', '2026-10-31'],
  ['2026-03-02', '2026-05-15'],
  ['2025-01-01', '2025-12-31'],
  ['2026-07-01', '2026-09-30'],
)
const filters = fc
  .record(
    {
      status: subset(STATUS_KEYS, 2),
      priority: subset(PRIORITY_KEYS, 3),
      department: subset(FIRST_DEPARTMENTS.keys, 3),
      requester: fc.constantFrom(['p1'], ['me']),
      assignee: fc.constantFrom(['p2'], ['unassigned']),
      created: span,
    },
    { requiredKeys: [] },
  )
  .map(({ created, ...rest }) => ({ ...rest, ...(created && { createdFrom: created[0], createdTo: created[1] }) }))
const queries = fc.oneof(
  filters.map((filter) => ({ measure: 'count' as const, filter })),
  fc
    .tuple(
      filters,
      fc.constantFrom('department', 'status', 'priority', 'assignee', 'requester', 'week', 'month'),
      fc.constantFrom(undefined, 'most', 'fewest'),
    )
    .map(([filter, group, order]) => ({
      measure: 'count' as const,
      filter,
      group,
      ...(order && !['week', 'month'].includes(group) && { order }),
    })),
  fc
    .tuple(filters, fc.constantFrom('oldest', 'newest', 'slowest', 'updated'), fc.integer({ min: 2, max: 20 }))
    .map(([filter, sort, limit]) => ({ measure: 'list' as const, filter, sort, limit })),
  fc
    .tuple(filters, fc.constantFrom('median', 'average'), fc.constantFrom('lead', 'review', 'work'))
    .map(([filter, statistic, stage]) => ({
      measure: 'duration' as const,
      filter: withoutStatus(filter),
      statistic,
      stage,
    })),
)

/** Drops the status, which a duration may imply. */
function withoutStatus<T extends { status?: unknown }>({ status: _status, ...rest }: T) {
  return rest
}

test('a query put into words is parsed as the same query', () => {
  fc.assert(
    fc.property(queries, (given) => {
      const query = AssistantQuery.parse(given)
      const question = questionOf(query, nameOf)
      const { query: read, leftOut } = readQuestion(question, { vocabulary, people, today: '2026-11-18' })
      expect(leftOut, question).toEqual([])
      expect(inOrder(read), question).toEqual(inOrder(query))
    }),
    { numRuns: 400 },
  )
})

test('every change of a chip results in a valid query', () => {
  fc.assert(
    fc.property(queries, (given) => {
      for (const { without, others } of chipsOf(AssistantQuery.parse(given), nameOf, FIRST_DEPARTMENTS.keys)) {
        for (const changed of [...(without ? [without] : []), ...others.map(({ query }) => query)]) {
          expect(AssistantQuery.safeParse(changed).success).toBe(true)
        }
      }
    }),
    { numRuns: 100 },
  )
})

/** Sorts the values of a field into the field's order. */
function inOrder(query: AssistantQuery | null): unknown {
  return (
    query && {
      ...query,
      filter: Object.fromEntries(
        Object.entries(query.filter).map(([key, value]) => [key, Array.isArray(value) ? value.toSorted() : value]),
      ),
    }
  )
}

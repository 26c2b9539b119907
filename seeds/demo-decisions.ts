import { Classification, type SuggestedField } from '../shared/ai.ts'
import { type DevelopmentType, DEVELOPMENT_TYPES, SUGGESTED_FIELDS } from '../shared/suggestion-rules.ts'
import { FIRST_DEPARTMENTS } from '../shared/departments.ts'
import { PRIORITY_KEYS } from '../shared/request-rules.ts'
import type { Db, Tx } from '../server/platform/database/db.ts'
import type { Job } from '../server/platform/jobs/job.ts'
import type { RequestRow } from '../server/requests/row.ts'
import { decideType, storeDecision } from '../server/ai/suggestions/queries.ts'
import { storeSuggestion } from '../server/ai/suggestions/stored-suggestion.ts'
import { oneOf, type Random, randomFrom, seedOf } from './common/random.ts'

/** The kind of work by words of the titles of the daily work. */
const TYPES: readonly [RegExp, DevelopmentType][] = [
  [/access right/i, 'Security'],
  [/^(?:label|button)/i, 'UI'],
  [/\btables?\b/i, 'Database'],
  [/^(?:rule|validate)/i, 'Backend'],
  [/^(?:api|rest)/i, 'API'],
  [/^(?:exchange|connect)/i, 'Integration'],
  [/^(?:new module|replace)/i, 'Full-Stack'],
]
const VALUES: Record<SuggestedField, readonly string[]> = {
  priority: PRIORITY_KEYS,
  developmentType: DEVELOPMENT_TYPES,
  responsibleDepartment: FIRST_DEPARTMENTS.keys,
}
const MONTHS_BACK = 11
const DAY_MS = 86_400_000
/** Requests per transaction: the people who try the demo write meanwhile. */
const CHUNK = 20

/**
 * What managers decided about the suggestions of the last year: accepted about as often as the suggestions were sure. Made in
 * the background, so that the start does not wait; a repeated attempt leaves out what is stored.
 */
export async function addDemoDecisions({ db, clock }: { db: Db; clock: () => Date }, job: Job): Promise<void> {
  const since = new Date(clock().getTime() - MONTHS_BACK * 30 * DAY_MS).toISOString()
  const requests = (await finishedSince(db, since)).filter(({ title }) => typeOf(title))
  for (let from = 0; from < requests.length; from += CHUNK) {
    job.signal.throwIfAborted()
    await db.write(async (tx) => {
      for (const request of requests.slice(from, from + CHUNK)) await decide(tx, request)
    })
  }
  await db.write((tx) => job.finishIn(tx))
}

function finishedSince(db: Db, since: string) {
  return db.read
    .selectFrom('requests as r')
    .leftJoin('classifications as c', 'c.request_number', 'r.number')
    .select(['r.number', 'r.title', 'r.description', 'r.priority', 'r.department', 'r.created_at', 'r.classified_at'])
    .select('r.assigned_to_id')
    .where('r.status', '=', 'completed')
    .where('r.created_at', '>=', since)
    .where('r.assigned_to_id', 'is not', null)
    .where('c.request_number', 'is', null)
    .orderBy('r.number')
    .execute()
}

type Finished = Pick<RequestRow, 'number' | 'title' | 'description' | 'priority' | 'department' | 'created_at'> &
  Pick<RequestRow, 'classified_at' | 'assigned_to_id'>

const typeOf = (title: string) => TYPES.find(([words]) => words.test(title))?.[1]

async function decide(tx: Tx, request: Finished): Promise<void> {
  const { number, title, description, priority, department, created_at, classified_at, assigned_to_id } = request
  const random = randomFrom(seedOf(`decided: ${title}`))
  const type = typeOf(title)!
  const decided = { priority, developmentType: type, responsibleDepartment: department }
  const fields = {
    priority: opinionOf(random, 'priority', priority),
    developmentType: opinionOf(random, 'developmentType', type),
    responsibleDepartment: opinionOf(random, 'responsibleDepartment', department),
  }
  const result = Classification.parse({
    priority: fields.priority.value,
    developmentType: fields.developmentType.value,
    responsibleDepartment: fields.responsibleDepartment.value,
    confidence: Math.min(fields.priority.probability, fields.responsibleDepartment.probability),
    reasoning: 'No single word was decisive.',
    fields,
    words: [],
    engine: { name: 'local', version: '1.5', learnedFrom: 0 },
  })
  const id = await storeSuggestion(tx, result, {
    at: classified_at ?? created_at,
    askedById: null,
    number,
    title,
    description,
  })
  const decided_at = new Date(Date.parse(created_at) + (0.1 + random()) * DAY_MS).toISOString()
  for (const field of SUGGESTED_FIELDS) {
    const { value, probability } = fields[field]
    await storeDecision(tx, {
      suggestion_id: id,
      request_number: number,
      field,
      outcome: value === decided[field] ? 'accepted' : 'changed',
      suggested: value,
      probability,
      value: decided[field],
      decided_by_id: assigned_to_id!,
      decided_at,
    })
  }
  await decideType(tx, number, type)
}

/** A suggested value that is the decided one about as often as its probability says. */
function opinionOf(random: Random, field: SuggestedField, decided: string) {
  const probability = Math.round((0.45 + 0.5 * random()) * 100) / 100
  const others = VALUES[field].filter((value) => value !== decided)
  const other = oneOf(random, others)
  const isRight = random() < probability
  const [value, next] = [isRight ? decided : other, isRight ? other : decided]
  const alternatives = [{ value: next, probability: Math.round((1 - probability) * 60) / 100 }]
  return { value, probability, certain: probability >= 0.7, missing: null, alternatives }
}

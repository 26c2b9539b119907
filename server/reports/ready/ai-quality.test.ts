import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { figureIn, previewReport, tableIn } from '../../testing/reports.ts'

/** Compares the report on AI quality with plain loops over suggestions, decisions, estimates and finished requests. */

const NOW = '2026-03-20T09:00:00.000Z'
const STAMP = { engine: 'local', engine_version: '1.0' }
const FIELDS = {
  priority: 'Priority',
  developmentType: 'Development type',
  responsibleDepartment: 'Department',
} as const
const OUTCOMES = ['accepted', 'changed', 'rejected'] as const
const DEPARTMENTS = ['it', 'compliance', 'operations'] as const

let office: Awaited<ReturnType<typeof testApp>>
let seed = 11
const dice = (sides: number) => (seed = (seed * 48271) % 2147483647) % sides
/** The same time of day, that many days ago. */
const before = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000).toISOString()

interface Work {
  number: number
  department: string
  /** days before now */
  created: number
  finished: number | null
  suggestions: {
    at: number
    decisions: { field: keyof typeof FIELDS; outcome: (typeof OUTCOMES)[number]; at: number }[]
  }[]
  estimates: { at: number; low: number; high: number }[]
}
const works: Work[] = []
/** The models in use, newest first: when each was activated, and which requests it had learned from. */
const MODELS = [
  { at: 40, from: 200, to: 60 },
  { at: 150, from: null, to: 300 },
]

beforeAll(async () => {
  office = await testApp({ now: NOW })
  for (const { at, from, to } of MODELS.toReversed()) await storeModel(at, from, to)
  for (let i = 0; i < 160; i++) works.push(await storeWork(i))
})
afterAll(() => office.close())

async function storeModel(at: number, from: number | null, to: number): Promise<void> {
  const score = { asked: 0, accuracy: 0, before: 0 }
  const scores = JSON.stringify({ priority: score, developmentType: score, responsibleDepartment: score })
  const range = { created_at: before(at), data_from: from === null ? null : before(from), data_to: before(to) }
  const model = { ...STAMP, ...range, learned_from: 1, decisions: 0, taken_into_use: 1 as const, content: null, scores }
  await office.db.write((tx) => tx.insertInto('models').values(model).execute())
}

async function storeWork(i: number): Promise<Work> {
  const { db, ada, ben } = office
  const created = 5 + dice(400)
  const department = DEPARTMENTS[dice(3)]!
  const { number } = await buildRequest(db, { requesterId: ada.id, createdAt: before(created), department })
  const work: Work = {
    number,
    department,
    created,
    finished: dice(2) ? dice(created) : null,
    suggestions: Array.from({ length: dice(3) }, () => {
      const at = dice(created)
      const fields = Object.keys(FIELDS).filter(() => dice(3) > 0) as (keyof typeof FIELDS)[]
      return { at, decisions: fields.map((field) => ({ field, outcome: OUTCOMES[dice(3)]!, at: dice(at + 1) })) }
    }),
    estimates: Array.from({ length: dice(3) }, () => ({ at: dice(created), low: dice(40), high: 40 + dice(80) })),
  }
  // In chronological order.
  work.estimates.sort((a, b) => b.at - a.at)
  await db.write(async (tx) => {
    if (work.finished !== null) {
      const completed = { status: 'completed' as const, completed_at: before(work.finished) }
      await tx.updateTable('requests').set(completed).where('number', '=', number).execute()
    }
    for (const [nth, { at, decisions }] of work.suggestions.entries()) {
      const id = `suggestion ${i} ${nth}`
      const values = { priority: 'high', development_type: 'UI', department: 'it', confidence: 0.9 } as const
      const made = { request_number: number, asked_by_id: ada.id, created_at: before(at) }
      await tx
        .insertInto('suggestions')
        .values({ id, ...values, ...STAMP, result: '{}', ...made })
        .execute()
      for (const { field, outcome, at: decided } of decisions) {
        const suggestion = {
          suggested: 'one',
          value: outcome === 'rejected' ? null : 'one',
          probability: dice(100) / 100,
        }
        const by = { decided_by_id: ben.id, decided_at: before(decided) }
        await tx
          .insertInto('suggestion_decisions')
          .values({ suggestion_id: id, request_number: number, field, outcome, ...suggestion, ...by })
          .execute()
      }
    }
    for (const { at, low, high } of work.estimates) {
      const days = { estimated_days: low, low_days: low, high_days: high }
      const stamp = { request_number: number, asked_by_id: null, created_at: before(at) }
      await tx
        .insertInto('analyses')
        .values({ ...stamp, ...days, ...STAMP, result: '{}' })
        .execute()
    }
  })
  return work
}

/** Decisions of the last year about requests that were not in the model's training data. */
function countedDecisions() {
  const counted: { field: string; outcome: string }[] = []
  for (const { created, suggestions } of works) {
    for (const { at, decisions } of suggestions) {
      const model = MODELS.find((one) => one.at >= at)
      const isLearnt = model && created >= model.to && created <= (model.from ?? Infinity)
      if (!isLearnt) counted.push(...decisions.filter((one) => one.at <= 365))
    }
  }
  return counted
}

/** Requests finished in the last year: whether the first estimate made before that covered the duration. */
function countedEstimates() {
  const counted: { department: string; isHeld: boolean }[] = []
  for (const { created, finished, department, estimates } of works) {
    const first = finished === null || finished > 365 ? undefined : estimates.find(({ at }) => at > finished)
    if (!first) continue
    const days = created - finished!
    counted.push({ department, isHeld: first.low <= days && days <= first.high })
  }
  return counted
}

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((100 * part) / whole))

test('suggestions are counted as a plain loop counts them, field by field', async () => {
  const document = await previewReport(office, { kind: 'ready', ready: 'ai-quality' })
  const all = countedDecisions()
  expect(all.length).toBeGreaterThan(40)
  expect(all.length).toBeLessThan(works.flatMap((work) => work.suggestions.flatMap((one) => one.decisions)).length)
  const accepted = all.filter(({ outcome }) => outcome === 'accepted').length
  expect(figureIn(document, 'Decisions')).toBe(String(all.length))
  expect(figureIn(document, 'Accepted')).toBe(`${share(accepted, all.length)}%`)
  expect(tableIn(document, 'Suggestions').rows).toEqual(
    Object.entries(FIELDS).map(([field, label]) => {
      const own = all.filter((one) => one.field === field)
      const counts = OUTCOMES.map((outcome) => own.filter((one) => one.outcome === outcome).length)
      return [label, own.length, ...counts, share(counts[0]!, own.length)]
    }),
  )
})

test('estimates are counted as a plain loop counts them, department by department', async () => {
  const document = await previewReport(office, { kind: 'ready', ready: 'ai-quality' })
  const all = countedEstimates()
  expect(all.length).toBeGreaterThan(20)
  const held = all.filter(({ isHeld }) => isHeld).length
  expect(figureIn(document, 'Estimates that held')).toBe(`${share(held, all.length)}%`)
  const past = works.filter(({ created, finished, estimates }) => {
    const first = estimates.find(({ at }) => at <= 365)
    return finished === null && first && created > first.high
  })
  expect(past.length).toBeGreaterThan(0)
  expect(figureIn(document, 'Open past their estimate')).toBe(String(past.length))
  const { departments } = await office.services.settings.policy()
  const rows = new Map(tableIn(document, 'Estimates of requests that are finished').rows.map((row) => [row[0], row]))
  for (const department of DEPARTMENTS) {
    const own = all.filter((one) => one.department === department)
    const isHeld = own.filter((one) => one.isHeld).length
    const name = departments.nameOf(department)
    expect(rows.get(name)).toEqual([name, own.length, isHeld, share(isHeld, own.length)])
  }
})

import { expect, test } from 'vitest'
import { FinishedDurations, type TimedRequest } from './durations.ts'
import { daysBetweenInstants, instantAfter, type HistoryRow } from './history.ts'
import { estimateDuration } from './duration-estimator.ts'
import { trainDurations } from './duration-model.ts'
import { generator } from '../classifier/random.ts'
import { groupingsOf, keysOf } from './groups.ts'
import { replayEvents } from './replay-events.ts'
import { RangeLevels } from './range-levels.ts'
import { Replay, type GivenEstimate } from './replay.ts'
import { addedTo, atLevel, chanceOf, closestPoint, levelOf, quantile, sampleOf } from './sample.ts'

const DAY = 86_400_000

function drawn(count: number, seed: number, pace: (share: number) => number): TimedRequest[] {
  const random = generator(seed)
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: count }, (_, i) => {
    const created = i * 0.3 * DAY
    const days = pace(i / count) * Math.exp(1.2 * normal())
    return { created, finished: created + days * DAY, days, facets: [] }
  })
}

/** The estimate that each request got when it was created. */
function replayed(requests: TimedRequest[]): GivenEstimate[] {
  const replay = new Replay([0], 0)
  const given: GivenEstimate[] = []
  replayEvents(replay, requests, { unit: 'calendar', create: () => (given[given.length] = replay.create([])) })
  return given
}

test('quantiles, levels and merged samples agree with plain counting', () => {
  const sample = sampleOf([
    [1, 1],
    [2, 1],
    [3, 2],
    [10, 1],
    [NaN, 1],
    [4, 0],
  ])
  expect(quantile(sample, 0.5)).toBeCloseTo(2.67, 1)
  expect(levelOf(sample, 3)).toBeCloseTo(0.6)
  expect([levelOf(sample, 0), levelOf(sample, 10)]).toEqual([0, 0.9])
  for (const days of [0.5, 1, 1.7, 4, 10, 25]) expect(atLevel(sample, chanceOf(sample, days))).toBeCloseTo(days)
  expect(quantile(sampleOf([]), 0.5)).toBeNaN()
  const merged = addedTo(sampleOf([[2, 0.5]]), Float64Array.of(1, 3))
  expect([...merged.values]).toEqual([1, 2, 3])
  expect([...merged.upTo]).toEqual([1, 1.5, 2.5])
})

test('on skewed durations the closest point has a smaller median error than the median', () => {
  const days = drawn(2000, 1, () => 20).map((request) => request.days)
  const sample = sampleOf(days.map((value) => [value, 1]))
  const typicalMiss = (point: number) => quantile(sampleOf(days.map((value) => [Math.abs(value - point), 1])), 0.5)
  expect(typicalMiss(closestPoint(sample))).toBeLessThan(typicalMiss(quantile(sample, 0.5)))
})

test('an overdue request counts as a miss at once and at its true level when it is finished', () => {
  const replay = new Replay([0], 0)
  for (let days = 1; days <= 60; days++) replay.finish(days, [])
  const highNow = () => replay.create([]).ends[3]
  const before = highNow()
  const late = Array.from({ length: 30 }, () => replay.create([]))
  for (const given of late) replay.recordOverrun(given)
  const whileOpen = highNow()
  expect(whileOpen).toBeGreaterThan(before)
  for (const given of late) replay.recordOverrun(given)
  expect(highNow()).toBe(whileOpen)
  const levels = () => replay.state().levels['']!
  expect(levels()).toHaveLength(30)
  replay.finish(200, [], late[0])
  expect(levels()).toHaveLength(30)
  expect(levels()[0]).toBeGreaterThan(levels()[1]!)
  replay.recordOverrun(late[0]!)
  expect(levels()).toHaveLength(30)
})

test('a request that takes no time at all is not a miss', () => {
  const sudden = Array.from({ length: 100 }, (_, i) => ({
    created: i * DAY,
    finished: i * DAY,
    days: 0,
    facets: [],
  }))
  const replay = new Replay([0], 0)
  replayEvents(replay, sudden, { unit: 'calendar', create: () => replay.create([]) })
  expect(replay.create([]).ends).toEqual([0, 0, 0, 0])
  expect(new Set(replay.state().levels[''])).toEqual(new Set([0.5]))
})

test('each group has its own levels and borrows from the broader ones', () => {
  const levels = new RangeLevels()
  for (let i = 0; i < 60; i++) levels.add(['slow', ''], 0.8 + 0.2 * (i / 60))
  for (let i = 0; i < 60; i++) levels.add(['quick', ''], 0.2 * (i / 60))
  const [slow, quick, fresh] = [
    ['slow', ''],
    ['quick', ''],
    ['new', ''],
  ].map((keys) => levels.of(keys)[3]!)
  expect(slow!).toBeGreaterThan(quick!)
  expect(fresh).toBeCloseTo(levels.of([''])[3]!)
  expect(new RangeLevels(levels.save()).of(['slow', ''])).toEqual(levels.of(['slow', '']))
})

test('a small group borrows from broader ones, scaled to its own pace', () => {
  const finished = new FinishedDurations([1])
  for (let i = 0; i < 100; i++) finished.add(10 + (i % 20), ['usual'])
  for (let i = 0; i < 6; i++) finished.add(100, ['slow'])
  const sample = finished.sample(keysOf(1, ['slow']))
  expect(sample.upTo.at(-1)).toBeCloseTo(6 + 25)
  expect(quantile(sample, 0.1)).toBeGreaterThan(25)
  expect(finished.sample(keysOf(1, ['never seen'])).upTo.at(-1)).toBe(106)
})

test.each([
  ['kind alone', 0b001, (kind: number) => 4 ** kind],
  ['kind and priority', 0b011, (kind: number, priority: number) => 4 ** kind * 5 ** priority],
  ['nothing', 0b000, () => 10],
])('what separates durations is found: %s', (_name, grouping, days) => {
  const random = generator(5)
  const requests = Array.from({ length: 900 }, (_, i): TimedRequest => {
    const facets = [0, 1, 2].map(() => Math.floor(random() * 3))
    const took = days(facets[0]!, facets[1]!) * Math.exp(2 * (random() + random() - 1))
    return { created: i * DAY, finished: (i + took) * DAY, days: took, facets: facets.map(String) }
  })
  const replay = new Replay(groupingsOf(3), 0b010)
  replayEvents(replay, requests, { unit: 'calendar', create: (at) => replay.create(requests[at]!.facets) })
  expect(replay.state().grouping).toBe(grouping)
})

test('no estimate uses later data', () => {
  const requests = drawn(300, 3, () => 20)
  const changed = requests.map((request, i) =>
    i < 200 ? request : { ...request, days: 999, finished: request.created + 999 * DAY },
  )
  const estimatesOf = (some: TimedRequest[]) =>
    replayed(some)
      .slice(0, 200)
      .map(({ estimate, ends }) => [estimate, ends])
  expect(estimatesOf(changed)).toEqual(estimatesOf(requests))
})

test('working days leave out Saturday and Sunday', () => {
  const friday = Date.UTC(2026, 10, 20, 12)
  expect(daysBetweenInstants(friday, friday + 3 * DAY, 'working')).toBeCloseTo(1)
  expect(daysBetweenInstants(friday, friday + 7 * DAY, 'working')).toBeCloseTo(5)
  expect(daysBetweenInstants(friday, friday - DAY, 'working')).toBe(0)
  for (const days of [0.2, 1, 4.7, 12])
    expect(daysBetweenInstants(friday, instantAfter(friday, days, 'working'), 'working')).toBeCloseTo(days)
})

function rows(count: number, days: (at: number) => number | null): HistoryRow[] {
  return Array.from({ length: count }, (_, i) => {
    const created = Date.UTC(2026, 0, 1) + i * DAY
    const took = days(i)
    return {
      id: `${i}`,
      requestId: `RFD-2026-${i}`,
      title: `t${i}`,
      description: '',
      priority: 'medium' as const,
      department: 'it' as const,
      developmentType: i % 2 === 0 ? ('UI' as const) : ('Integration' as const),
      createdAt: new Date(created).toISOString(),
      finishedAt: took === null ? null : new Date(created + took * DAY).toISOString(),
    }
  })
}
const SUBJECT = { title: 'x', description: 'y', priority: 'medium', department: 'it', developmentType: 'UI' } as const

test('an estimate follows its own kind of request', () => {
  const history = rows(120, (at) => (at % 2 === 0 ? 5 + (at % 3) : 40 + (at % 9)))
  const now = Date.UTC(2026, 9, 1)
  const model = trainDurations(history, 'calendar', now)
  const ui = estimateDuration(model, SUBJECT, history, [], now)
  const integration = estimateDuration(model, { ...SUBJECT, developmentType: 'Integration' }, history, [], now)
  expect(ui.estimatedDays).toBeLessThan(15)
  expect(integration.estimatedDays).toBeGreaterThan(30)
  expect(ui.low).toBeLessThanOrEqual(ui.estimatedDays)
  expect(ui.high).toBeGreaterThanOrEqual(ui.estimatedDays)
  expect(ui.basis).toBe(
    '60 finished UI requests among the 120 considered. Durations are compared by development type, which separates them best in this office.',
  )
  const rare = estimateDuration(model, { ...SUBJECT, developmentType: 'API' }, history, [], now)
  expect(rare.basis).toMatch(/^120 finished requests of all kinds, none of them API requests\. /)
  const unknown = estimateDuration(model, { ...SUBJECT, developmentType: null }, history, [], now)
  expect(unknown.basis).toMatch(/^120 finished requests of all kinds, since its own kind is not certain\. /)
})

test('without finished requests the estimate is still finite and explains its basis', () => {
  const now = Date.UTC(2026, 1, 1)
  const guess = estimateDuration(trainDurations([], 'calendar', now), SUBJECT, [], [{ id: 'gone', score: 1 }], now)
  expect([guess.low, guess.estimatedDays, guess.high].every(Number.isFinite)).toBe(true)
  expect(guess.basis).toContain('No requests have been finished')
  expect(guess.comparables).toEqual([])
})

test('requests created after the time of the estimate are ignored', () => {
  const history = rows(60, () => 10)
  const now = Date.UTC(2026, 1, 1)
  const model = trainDurations(history, 'calendar', now)
  const early = estimateDuration(model, SUBJECT, history, [], now)
  const noFuture = history.filter((row) => Date.parse(row.createdAt) <= now)
  expect(early).toEqual(estimateDuration(model, SUBJECT, noFuture, [], now))
})

test('the estimate compares the request with its group, also by its age', () => {
  const history = rows(120, (at) => (at % 2 === 0 ? 5 + (at % 3) : 40 + (at % 9)))
  const created = Date.UTC(2026, 8, 20)
  const own = { ...history[1]!, id: 'own', createdAt: new Date(created).toISOString(), finishedAt: null }
  const estimateAfter = (daysLater: number) => {
    const now = created + daysLater * DAY
    const model = trainDurations(history, 'calendar', now)
    return estimateDuration(
      model,
      { ...SUBJECT, id: 'own', developmentType: 'Integration' },
      [...history, own],
      [],
      now,
    )
  }
  expect(estimateAfter(0).details.standing).toEqual([
    expect.stringMatching(/^Expected to take longer than [67] in 10 of the last 120 finished requests\.$/),
  ])
  expect(estimateAfter(2).details.standing[1]).toBe('Open for 2 days so far: hardly any comparable request took less.')
  expect(estimateAfter(900).details.standing[1]).toBe(
    'Open for 900 days so far: hardly any comparable request took longer.',
  )
  expect(estimateAfter(0).details).toMatchObject({ groupedBy: ['developmentType'], requests: 60 })
})

test('uncertain or rare facets are named as what would narrow the range', () => {
  const history = rows(120, (at) => (at % 2 === 0 ? 5 + (at % 3) : 40 + (at % 9)))
  const now = Date.UTC(2026, 9, 1)
  const model = trainDurations(history, 'calendar', now)
  const narrowedBy = (change: object, similar: { id: string; score: number }[] = []) =>
    estimateDuration(model, { ...SUBJECT, ...change }, history, similar, now).details.narrowedBy
  expect(narrowedBy({}, [{ id: '2', score: 0.7 }])).toEqual([])
  expect(narrowedBy({})).toEqual(['A similar finished request: none so far.'])
  expect(narrowedBy({ developmentType: 'API' })[0]).toBe(
    'More finished API requests: none so far, so broader groups are mixed in.',
  )
  expect(narrowedBy({ developmentType: null })[0]).toMatch(
    /^Its development type, once that is certain: half of the UI requests took [\d.]+ to [\d.]+ days, half of the Integration requests took /,
  )
})

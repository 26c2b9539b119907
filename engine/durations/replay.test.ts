import { expect, test } from 'vitest'
import type { TimedRequest } from './durations.ts'
import { daysBetweenInstants, type HistoryRow } from './history.ts'
import { estimateDuration } from './duration-estimator.ts'
import { trainDurations } from './duration-model.ts'
import { generator } from '../classifier/random.ts'
import { OverrunQueue, eventsOf } from './overrun-queue.ts'
import { Replay, type GivenEstimate } from './replay.ts'
import { closestPoint, levelOf, mergedSample, quantile, sampleOf } from './sample.ts'

const DAY = 86_400_000

function drawn(count: number, seed: number, pace: (share: number) => number): TimedRequest[] {
  const random = generator(seed)
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: count }, (_, at) => {
    const created = at * 0.3 * DAY
    const days = pace(at / count) * Math.exp(1.2 * normal())
    return { created, finished: created + days * DAY, days, keys: [] }
  })
}

function replayed(requests: TimedRequest[], from: number): { given: GivenEstimate; days: number }[] {
  const replay = new Replay({ text: false, grouped: false })
  const open = new Map<number, GivenEstimate>()
  const overruns = new OverrunQueue()
  const outcomes: { given: GivenEstimate; days: number }[] = []
  for (const { at, request, finish } of eventsOf(requests)) {
    for (const given of overruns.until(at)) replay.recordOverrun(given)
    const { keys, days } = requests[request]!
    if (finish) replay.finish(days, keys, open.get(request))
    else {
      const given = replay.create(keys, null)
      open.set(request, given)
      overruns.add(at + given.high * DAY, given)
      if (request >= from) outcomes.push({ given, days })
    }
  }
  return outcomes
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
  expect([levelOf(sample, 0), levelOf(sample, 99)]).toEqual([0, 1])
  expect(quantile(sampleOf([]), 0.5)).toBeNaN()
  const merged = mergedSample([
    { values: [3, 1], weight: 1 },
    { values: [2], weight: 0.5 },
  ])
  expect([...merged.values]).toEqual([1, 2, 3])
  expect([...merged.upTo]).toEqual([1, 1.5, 2.5])
})

test('the closest point misses less in the middle than the median on skewed durations', () => {
  const days = drawn(2000, 1, () => 20).map((request) => request.days)
  const sample = sampleOf(days.map((value) => [value, 1]))
  const typicalMiss = (point: number) => quantile(sampleOf(days.map((value) => [Math.abs(value - point), 1])), 0.5)
  expect(typicalMiss(closestPoint(sample))).toBeLessThan(typicalMiss(quantile(sample, 0.5)))
})

test.each([
  ['a steady office', () => 20],
  ['an office that slows down', (share: number) => 10 + 40 * share],
  ['an office with a slow swing', (share: number) => 20 * Math.exp(0.6 * Math.sin(share * 15))],
])('four of five requests finish within the interval: %s', (_name, pace) => {
  const outcomes = replayed(drawn(3000, 2, pace), 600)
  const inside = outcomes.filter(({ given, days }) => days >= given.low && days <= given.high).length / outcomes.length
  expect(inside).toBeGreaterThan(0.75)
  expect(inside).toBeLessThan(0.85)
})

test('no estimate knows its future', () => {
  const requests = drawn(300, 3, () => 20)
  const changed = requests.map((request, at) =>
    at < 200 ? request : { ...request, days: 999, finished: request.created + 999 * DAY },
  )
  const before = replayed(requests, 0).slice(0, 200)
  expect(
    replayed(changed, 0)
      .slice(0, 200)
      .map(({ given }) => given.estimate),
  ).toEqual(before.map(({ given }) => given.estimate))
})

test('working days leave out Saturday and Sunday', () => {
  const friday = Date.UTC(2026, 10, 20, 12)
  expect(daysBetweenInstants(friday, friday + 3 * DAY, 'working')).toBeCloseTo(1)
  expect(daysBetweenInstants(friday, friday + 7 * DAY, 'working')).toBeCloseTo(5)
  expect(daysBetweenInstants(friday, friday - DAY, 'working')).toBe(0)
})

function rows(count: number, days: (at: number) => number | null): HistoryRow[] {
  return Array.from({ length: count }, (_, at) => {
    const created = Date.UTC(2026, 0, 1) + at * DAY
    const took = days(at)
    return {
      id: `${at}`,
      requestId: `RFD-2026-${at}`,
      title: `t${at}`,
      description: '',
      priority: 'medium' as const,
      department: 'it' as const,
      developmentType: at % 2 === 0 ? ('UI' as const) : ('Integration' as const),
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
  expect(ui.basis).toBe('60 finished UI requests among the 120 considered')
  const rare = estimateDuration(model, { ...SUBJECT, developmentType: 'API' }, history, [], now)
  expect(rare.basis).toBe('120 finished requests of all kinds, none of them API work')
  const unknown = estimateDuration(model, { ...SUBJECT, developmentType: null }, history, [], now)
  expect(unknown.basis).toBe('120 finished requests of all kinds, since its own kind is not certain')
})

test('a pile of open requests lengthens the estimate: the finished ones are the quick ones', () => {
  const finishedOnly = rows(100, (at) => 3 + (at % 4))
  const now = Date.UTC(2026, 3, 20)
  const model = trainDurations(finishedOnly, 'calendar', now)
  const pile = rows(100, (at) => (at % 2 === 0 ? 3 + (at % 4) : null))
  expect(estimateDuration(model, SUBJECT, pile, [], now).high).toBeGreaterThan(
    estimateDuration(model, SUBJECT, finishedOnly, [], now).high,
  )
})

test('nothing finished yet still gives a finite estimate and says what it rests on', () => {
  const now = Date.UTC(2026, 1, 1)
  const guess = estimateDuration(trainDurations([], 'calendar', now), SUBJECT, [], [{ id: 'gone', score: 1 }], now)
  expect([guess.low, guess.estimatedDays, guess.high].every(Number.isFinite)).toBe(true)
  expect(guess.basis).toContain('No requests have been finished')
  expect(guess.comparables).toEqual([])
})

test('requests created after the moment of asking are not read', () => {
  const history = rows(60, () => 10)
  const now = Date.UTC(2026, 1, 1)
  const model = trainDurations(history, 'calendar', now)
  const early = estimateDuration(model, SUBJECT, history, [], now)
  const noFuture = history.filter((row) => Date.parse(row.createdAt) <= now)
  expect(early).toEqual(estimateDuration(model, SUBJECT, noFuture, [], now))
})

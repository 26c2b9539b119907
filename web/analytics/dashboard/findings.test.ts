import { expect, test } from 'vitest'
import type { StatusDistribution, Volume } from '../../../shared/dashboard.ts'
import { STATS } from './example.ts'
import {
  completedMeaning,
  overdueMeaning,
  pendingMeaning,
  share,
  statusFinding,
  totalMeaning,
  volumeFinding,
} from './findings.ts'

function distribution(...rows: [StatusDistribution[number]['status'], number, number][]): StatusDistribution {
  return rows.map(([status, count, change30Days]) => ({ status, count, change30Days }))
}

test('the status chart says how many requests are open and what changed', () => {
  expect(statusFinding(distribution(['pending', 37, -3], ['in_progress', 64, -16], ['completed', 1098, 139]))).toBe(
    '101 of 1,199 are open, 19 fewer than 30 days ago',
  )
  expect(statusFinding(distribution(['pending', 1, 1], ['rejected', 2, 0]))).toBe(
    '1 of 3 is open, 1 more than 30 days ago',
  )
  expect(statusFinding(distribution(['pending', 4, 2], ['in_progress', 1, -2]))).toBe(
    '5 of 5 are open, as many as 30 days ago',
  )
})

test('an office without requests, or without open ones, is told so', () => {
  expect(statusFinding([])).toBe('No requests yet')
  expect(statusFinding(distribution(['pending', 0, 0], ['completed', 0, 0]))).toBe('No requests yet')
  expect(statusFinding(distribution(['pending', 0, -4], ['completed', 1000, 4]))).toBe('All 1,000 requests are closed')
  expect(statusFinding(distribution(['completed', 1, 1]))).toBe('The only request is closed')
})

function volume(range: Volume['range'], ...buckets: [number, number][]): Volume {
  const unit = range === '30d' ? 'day' : 'week'
  return {
    range,
    unit,
    buckets: buckets.map(([created, completed]) => ({ start: '2026-11-16', end: '2026-11-22', created, completed })),
  }
}

test('the volume chart says whether the office keeps up', () => {
  expect(volumeFinding(volume('6m', [700, 600], [28, 97]))).toBe('31 more created than finished in the last 6 months')
  expect(volumeFinding(volume('1y', [1, 1], [0, 1200]))).toBe('1,200 more finished than created in the last year')
  expect(volumeFinding(volume('30d', [2, 0], [1, 3]))).toBe('As many finished as created in the last 30 days: 3 each')
  expect(volumeFinding(volume('30d', [0, 0]))).toBe('Nothing was created or finished in the last 30 days')
})

const say = ({ figure, words }: { figure: string; words: string }) => `${figure} ${words}`

test('each card has one line of meaning', () => {
  expect(say(totalMeaning(STATS))).toBe('126 new in 30 days')
  expect(say(pendingMeaning(STATS))).toBe('12 waiting more than 3 days')
  expect(say(completedMeaning(STATS))).toBe('139 in 30 days, 18 more than before')
  expect(say(overdueMeaning(STATS))).toBe('2 critical · oldest 11 days')
})

test('a line of meaning stays true when there is less, as much or nothing', () => {
  expect(say(completedMeaning({ ...STATS, completedPrevious30Days: 1339 }))).toBe(
    '139 in 30 days, 1,200 fewer than before',
  )
  expect(say(completedMeaning({ ...STATS, completedPrevious30Days: 139 }))).toBe('139 in 30 days, as many as before')
  expect(say(overdueMeaning({ ...STATS, oldestOverdueDays: 1 }))).toBe('2 critical · oldest 1 day')
  expect(say(overdueMeaning({ ...STATS, overdueCritical: 0, oldestOverdueDays: null }))).toBe('0 critical')
})

test('shares have one decimal', () => {
  expect([share(37, 1284), share(0, 0), share(5, 5)]).toEqual(['2.9%', '0.0%', '100.0%'])
})

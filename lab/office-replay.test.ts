import { expect, test } from 'vitest'
import { replayOffice, type RequestHistory } from './office-replay.ts'
import { demoLives } from '../seeds/demo.ts'
import { largeLife } from '../seeds/large/life.ts'
import { newcomers, staffOf } from '../seeds/large/staff.ts'
import type { Life } from '../seeds/common/life.ts'

const NOW = new Date('2026-03-11T13:20:00.000Z')

/** The request as the estimator sees it. Its development type is unknown: the seeds do not have one, a classification would. */
function livedOf({ row, history }: Life): RequestHistory {
  const isGone = row.status === 'rejected' || row.status === 'cancelled'
  return {
    id: row.id,
    requestId: row.request_id,
    title: row.title,
    description: row.description,
    priority: row.priority,
    department: row.department,
    developmentType: null,
    createdAt: row.created_at,
    finishedAt: row.completed_at,
    goneAt: isGone ? history.at(-1)!.at : null,
  }
}

// Purely computational: a busy machine may take minutes.
const SLOW_TEST = { timeout: 600_000 }

test.each([
  ['calendar', 3000],
  ['working', 1000],
] as const)('in a large office four of five take as long as was said, in %s days', SLOW_TEST, (unit, requests) => {
  const plan = { requests, seed: 1, now: NOW, staff: staffOf(newcomers(requests)) }
  const lives = Array.from({ length: requests }, (_, i) => livedOf(largeLife(plan, i)))
  const held = replayOffice(lives, unit, NOW.getTime(), 0.3)
  expect(held.judged).toBeGreaterThan(requests / 2)
  expect(held.coverage).toBeGreaterThan(0.75)
  expect(held.coverage).toBeLessThan(0.85)
  for (const fifth of held.fifths) expect(fifth).toBeGreaterThan(0.7)
})

test('in the demo office, too, as far as so few can say', SLOW_TEST, () => {
  const lives = demoLives(NOW, 'UTC').map(livedOf)
  const held = replayOffice(lives, 'calendar', NOW.getTime())
  expect(held.judged).toBeGreaterThan(250)
  expect(held.coverage).toBeGreaterThan(0.74)
  expect(held.coverage).toBeLessThan(0.86)
})

test('an estimate whose range has not passed is not judged: of the youngest requests only the quick ones have finished', () => {
  const lives = demoLives(NOW, 'UTC').map(livedOf)
  const young = (daysLater: number) => replayOffice(lives, 'calendar', NOW.getTime() + daysLater * 86_400_000).judged
  expect(young(365)).toBeGreaterThan(young(0) + 20)
})

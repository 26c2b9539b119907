import { expect, test } from 'vitest'
import {
  calibrationFinding,
  driftFinding,
  halfFinding,
  intervalFinding,
  judgedOn,
  openPastRange,
  share,
  type FieldQuality,
  largestOf,
} from './quality.ts'

const FIELD: FieldQuality = {
  field: 'priority',
  decided: 40,
  leftOut: 0,
  accepted: 30,
  changed: 8,
  rejected: 2,
  confusion: [],
  calibration: Array.from({ length: 10 }, (_, bin) => ({
    from: bin / 10,
    to: (bin + 1) / 10,
    decided: bin >= 8 ? 10 : 0,
    accepted: bin >= 8 ? 9 : 0,
  })),
  byMonth: [
    { month: '2026-01', decided: 20, accepted: 18 },
    { month: '2026-02', decided: 20, accepted: 12 },
  ],
}

test('a sample that is too small has no share', () => {
  expect(share(3, 4)).toBeNull()
  expect(share(4, 5)).toBe('80%')
})

test('suggestions of 80% and more are compared with the share that was accepted', () => {
  expect(calibrationFinding(FIELD)).toBe('90% of suggestions stated at 80% or higher were accepted')
  expect(calibrationFinding({ ...FIELD, decided: 2 })).toMatch(/Too few/)
  expect(calibrationFinding({ ...FIELD, calibration: FIELD.calibration.slice(0, 8) })).toMatch(
    /^Too few suggestions of 80% or higher/,
  )
})

test('a month that is ten points worse than those before is called so', () => {
  expect(driftFinding(FIELD)).toBe('The acceptance rate fell by 30 points in the last month')
  expect(driftFinding({ ...FIELD, byMonth: FIELD.byMonth.toReversed() })).toMatch(/rose by 30 points/)
  expect(driftFinding({ ...FIELD, byMonth: [FIELD.byMonth[0]!, FIELD.byMonth[0]!] })).toMatch(/steady/)
  expect(driftFinding({ ...FIELD, byMonth: FIELD.byMonth.slice(1) })).toMatch(/Too few/)
})

test('the ranges are held against what they promise', () => {
  expect(intervalFinding({ finished: 50, held: 39 })).toBe(
    '78% of 50 finished requests stayed within their range; the target is 80%',
  )
  expect(intervalFinding({ finished: 1, held: 1 })).toMatch(/Too few/)
  expect(halfFinding({ half: { finished: 20, held: 11 } })).toBe(
    '55% of 20 stayed within the middle half; the target is 50%.',
  )
  expect(halfFinding({ half: { finished: 2, held: 1 } })).toBeNull()
})

test('open requests past their range count as missed, beside the share of finished ones', () => {
  const none = { finished: 50, held: 39, half: { finished: 0, held: 0 }, openPast: 0, byMonth: [], byDepartment: [] }
  expect(openPastRange(none)).toBeNull()
  expect(openPastRange({ ...none, openPast: 15 })).toBe(
    '15 open requests are already past the end of their range; counting them, 60% stayed within range.',
  )
  expect(openPastRange({ ...none, finished: 0, held: 0, openPast: 1 })).toBe(
    '1 open request is already past the end of its range.',
  )
})

test('the basis of the agreement is stated, and how much was left out', () => {
  expect(judgedOn([FIELD])).toBe(
    'Based on suggestions for drafts and requests that the engine had not yet learned from.',
  )
  expect(judgedOn([FIELD, { ...FIELD, leftOut: 3 }])).toMatch(
    /; 3 decisions on requests it had already learned from are left out\.$/,
  )
  expect(judgedOn([{ ...FIELD, leftOut: 1 }])).toMatch(
    /; 1 decision on a request it had already learned from is left out\.$/,
  )
})

test('of many departments the largest are shown, and the others together', () => {
  const rows = Array.from({ length: 30 }, (_, i) => ({ label: `Department ${i}`, whole: i, part: 1 }))
  expect(largestOf(rows.slice(0, 12))).toHaveLength(12)
  const shown = largestOf(rows)
  expect(shown.slice(0, -1)).toEqual(rows.slice(19))
  expect(shown.at(-1)).toEqual({ label: '19 others', whole: 171, part: 19 })
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitting } from './Axes.tsx'
import { toTabSeparated } from './chart-data.ts'
import { markAfter } from './marks.ts'
import { dayScale, dayTicks, dotsPath, nearest, ringsPath, spreadLabels, valueScale } from './plot.ts'

const PLOT = { left: 40, top: 10, width: 400, height: 200 }

test('values rise from the foot of the plot to a round number at its top', () => {
  const y = valueScale(PLOT, [0, 73])
  expect(y.domain()).toEqual([0, 80])
  expect([y(0), y(80)]).toEqual([210, 10])
  expect(valueScale(PLOT, [0, 0]).domain()).toEqual([0, 1])
})

test('each day has its share of the width, and a single day stands in the middle', () => {
  const x = dayScale(PLOT, 4)
  expect([x(0), x(3)]).toEqual([90, 390])
  expect(dayScale(PLOT, 1)(0)).toBe(240)
})

test('an axis of time has days, months or years as its length asks for', () => {
  expect(dayTicks('2026-11-16', 3, 6).map(({ label }) => label)).toEqual(['16 Nov', '17 Nov', '18 Nov'])
  expect(dayTicks('2026-06-01', 170, 6).map(({ label }) => label)).toEqual(['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'])
  expect(dayTicks('2022-06-01', 1500, 5).map(({ label }) => label)).toEqual(['2023', '2024', '2025', '2026'])
  expect(dayTicks('2026-06-01', 170, 6)[1]).toEqual({ day: 30, label: 'Jul' })
})

test('labels of an axis that would touch are thinned out', () => {
  const ticks = dayTicks('2026-11-01', 12, 12)
  const labels = (px: number, width: number) =>
    fitting(ticks, (day) => 60 + day * px, { ...PLOT, width }).map(({ label }) => label)
  expect(labels(60, 800)).toHaveLength(12)
  expect(labels(20, 800)).toEqual(['1 Nov', '4 Nov', '7 Nov', '10 Nov'])
})

test('a label that the end of an axis moves onto its neighbour is left out', () => {
  const ticks = dayTicks('2026-11-01', 4, 4)
  const within = (width: number) => fitting(ticks, (day) => 60 + day * 50, { ...PLOT, width }).map(({ day }) => day)
  expect(within(400)).toEqual([0, 1, 2, 3])
  // The last label is end-anchored instead of centred.
  expect(within(171)).toEqual([0, 1, 2])
})

test('labels keep their order and their distance within the plot', () => {
  expect(spreadLabels([50, 52, 100], 15, [0, 200])).toEqual([50, 65, 100])
  expect(spreadLabels([195, 198], 15, [0, 200])).toEqual([185, 200])
  const places = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(places, (places) => {
      const spread = spreadLabels(places, 15, [0, 200])
      const sorted = spread.toSorted((one, other) => one - other)
      expect(sorted[0]).toBeGreaterThanOrEqual(0)
      expect(sorted.at(-1)).toBeLessThanOrEqual(200)
      for (let at = 1; at < sorted.length; at++) expect(sorted[at]! - sorted[at - 1]!).toBeGreaterThanOrEqual(14.999)
    }),
  )
})

test('any number of points is one path', () => {
  const points = Array.from({ length: 3000 }, (_, index) => ({ x: index, y: index % 7 }))
  expect(dotsPath(points).match(/M/g)).toHaveLength(3000)
  expect(ringsPath(points.slice(0, 2), 3)).toBe(
    'M-3.0,0.0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0M-2.0,1.0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0',
  )
})

test('the pointer finds the nearest mark within its reach', () => {
  const points = [
    { x: 10, y: 10 },
    { x: 20, y: 10 },
  ]
  expect(nearest(points, { x: 16, y: 12 })).toBe(1)
  expect(nearest(points, { x: 60, y: 60 })).toBeNull()
})

test('keys lead from mark to mark and stay on the chart', () => {
  const marks = [
    { x: 0, y: 50 },
    { x: 1, y: 10 },
    { x: 2, y: 90 },
    { x: 90, y: 40 },
  ]
  const from = (at: number, key: string) => markAfter(key, at, marks)
  expect([from(1, 'ArrowLeft'), from(0, 'ArrowLeft'), from(2, 'ArrowRight'), from(3, 'ArrowRight')]).toEqual([
    0, 0, 3, 3,
  ])
  expect([from(2, 'Home'), from(0, 'End'), from(0, 'PageDown'), from(3, 'PageUp')]).toEqual([0, 3, 1, 2])
  // Up is the nearest mark above, not the next one in time.
  expect([from(0, 'ArrowUp'), from(0, 'ArrowDown'), from(1, 'ArrowUp')]).toEqual([1, 2, 1])
  expect(from(0, 'a')).toBeNull()
})

test('copied data has a line for each row, and nothing in it runs as a formula', () => {
  const rows = [{ cells: ['=SUM(A1)', -2, null] }, { cells: ['two\tcells\nin one', 1.5, '＝1'] }]
  expect(toTabSeparated({ head: ['Name', 'Days', 'Note'], rows })).toBe(
    "Name\tDays\tNote\n'=SUM(A1)\t-2\t\ntwo cells in one\t1.5\t'＝1",
  )
})

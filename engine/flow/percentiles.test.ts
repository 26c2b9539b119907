import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainQuantile } from '../testing/plain-quantile.ts'
import { NONE } from './none.ts'
import { DurationSample } from './percentiles.ts'

const PARTS = [0, 0.15, 0.5, 0.7, 0.85, 0.95, 1]
const durations = fc.array(
  fc.oneof(
    fc.double({ min: 0, max: 40, noNaN: true }),
    // Most values are close together and a few far away; some are negative (clock changes) or missing.
    fc.constantFrom(0, 1, 1, 1, -0.04, 9000, NaN),
  ),
  { maxLength: 3000, size: 'max' },
)
const all = (length: number) => Uint32Array.from({ length }, (_, i) => i)
const known = (span: Float64Array) => [...span].filter((one) => !Number.isNaN(one))

test('quantiles equal those of the sorted values, whatever their distribution', () => {
  fc.assert(
    fc.property(durations, (some) => {
      const span = Float64Array.from(some)
      const values = DurationSample.of(span, all(span.length))
      expect(values.count).toBe(known(span).length)
      if (values.count === 0) return
      expect(values.quantiles(PARTS)).toEqual(PARTS.map((part) => plainQuantile(known(span), part)))
    }),
    { numRuns: 60 },
  )
})

test('the values of each key are those of its requests', () => {
  fc.assert(
    fc.property(durations, (some) => {
      const span = Float64Array.from(some)
      const keys = Int32Array.from(span, (_, i) => (i % 7 === 0 ? NONE : i % 5))
      const most = new Uint32Array(6)
      for (const key of keys) most[key - NONE]!++
      const groups = DurationSample.byKey(span, all(span.length), keys, most)
      groups.forEach((values, slot) => {
        const mine = known(span.filter((_, i) => keys[i]! - NONE === slot))
        expect(values.count).toBe(mine.length)
        expect(values.sum).toBeCloseTo(
          mine.reduce((sum, one) => sum + one, 0),
          3,
        )
        if (mine.length > 0) expect(values.quantiles([0.5])).toEqual([plainQuantile(mine, 0.5)])
      })
    }),
    { numRuns: 30 },
  )
})

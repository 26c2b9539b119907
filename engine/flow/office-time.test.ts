import { expect, test } from 'vitest'
import { OfficeTime } from './office-time.ts'

test.each(['calendar', 'working'] as const)(
  'no duration in %s days is negative when the clocks are put back',
  (unit) => {
    const time = new OfficeTime({ workingDays: [1, 2, 3, 4, 5, 6, 7], holidays: [], timeZone: 'Europe/Berlin' })
    // 02:50 summer time and 02:10 winter time, twenty minutes later.
    const [from, to] = [Date.parse('2026-10-25T00:50:00Z'), Date.parse('2026-10-25T01:10:00Z')]
    expect(time.between(unit, from, to)).toBe(0)
    expect(time.between(unit, from, to + 86_400_000)).toBeCloseTo(1 - 40 / 1440, 6)
  },
)

import { expect, test } from 'vitest'
import { groupingsOf } from '../engine/durations/groups.ts'
import { timedOf } from '../engine/durations/history.ts'
import { replayEvents } from '../engine/durations/replay-events.ts'
import { Replay } from '../engine/durations/replay.ts'
import { madeOffice, OFFICES, type OfficeName } from './made-office.ts'

// Purely computational: a busy machine may take minutes.
const SLOW_TEST = { timeout: 600_000 }
const REQUESTS = 3000
/** Requests before this one are not evaluated: the office is still young. */
const FROM = 600

/** Shares of an office's requests that finished within each of the two ranges. */
function held(name: OfficeName, seed: number): { wide: number; half: number } {
  const requests = madeOffice(name, REQUESTS, seed).lives.map((life) => timedOf(life, 'calendar'))
  const replay = new Replay(groupingsOf(3), 0b011)
  const shares = { wide: 0, half: 0 }
  replayEvents(replay, requests, {
    unit: 'calendar',
    create: (at) => {
      const { facets, days } = requests[at]!
      const given = replay.create(facets, null, at % 3 === 0)
      const [low, halfLow, halfHigh, high] = given.ends
      if (at >= FROM && low <= days && days <= high) shares.wide += 1 / (REQUESTS - FROM)
      if (at >= FROM && halfLow <= days && days <= halfHigh) shares.half += 1 / (REQUESTS - FROM)
      return given
    },
  })
  return shares
}

test.each(Object.keys(OFFICES) as OfficeName[])(
  'four of five requests take as long as said, and half of them as the middle half says: %s',
  SLOW_TEST,
  (name) => {
    const { wide, half } = held(name, 1)
    expect(wide).toBeGreaterThan(0.77)
    expect(wide).toBeLessThan(0.83)
    expect(half).toBeGreaterThan(0.45)
    expect(half).toBeLessThan(0.57)
  },
)

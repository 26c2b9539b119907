import type { Flow } from '../../shared/analytics/flow.ts'
import type { Percentiles } from '../../shared/analytics/figures.ts'
import { OPEN_STATUSES } from '../../shared/request-rules.ts'
import { ageOf } from './facts.ts'
import { MAX_POINTS, SMALL_SAMPLE } from '../../shared/analytics/limits.ts'
import { hundredths, percentilesOf, rounded, DurationSample } from './percentiles.ts'
import type { Days, PanelInput } from './panel-input.ts'

/** Open work is compared with requests finished in the last year. */
const PAST_DAYS = 365
/** Larger than any request number; multiplied by the age in hundredths of a day it stays an exact integer for half a century. */
const AGE_FACTOR = 2 ** 32

type Ageing = Flow['ageing'][number]

/** How long open requests have been in their status, compared with how long that took requests finished in the last year. */
export function ageingOf(input: PanelInput): Ageing[] {
  const past: Days = { from: input.today - PAST_DAYS + 1, to: input.today }
  return OPEN_STATUSES.map((status, number) => {
    const took = timesIn(input, number, past)
    return ageingIn(input, { status, number, past: percentilesOf(took), isSmall: took.count < SMALL_SAMPLE })
  })
}

function ageingIn(
  { model, facts, subsets, now, rows }: PanelInput,
  { status, number, past, isSmall }: Pick<Ageing, 'status' | 'past' | 'isSmall'> & { number: number },
): Ageing {
  const open = subsets.open.filter((i) => model.present.status[i] === number)
  // A typed array of integers: an object with a fraction per open request would create much garbage.
  const ages = new Int32Array(open.length)
  // Oldest first, then the lowest number, packed into one value: typed arrays sort without a comparison callback.
  const keys = new Float64Array(open.length)
  for (let i = 0; i < open.length; i++) {
    ages[i] = hundredths(ageOf(facts, open[i]!, now))
    keys[i] = model.number[open[i]!]! - ages[i]! * AGE_FACTOR
  }
  const shown = Array.from(keys.sort().subarray(0, MAX_POINTS), (key) => {
    const age = Math.floor((AGE_FACTOR - 1 - key) / AGE_FACTOR)
    return { age, number: key + age * AGE_FACTOR }
  })
  const above = (line: keyof NonNullable<Percentiles>) => {
    const limit = past ? hundredths(past[line]) : Infinity
    return ages.reduce((count, age) => count + Number(age > limit), 0)
  }
  const all = { mark: 'open', status, measure: 'age' }
  return {
    status,
    count: open.length,
    past,
    isSmall,
    above: { p50: above('p50'), p85: above('p85'), p95: above('p95') },
    points: {
      requestId: shown.map(({ number }) => model.requestIdOf(model.indexOf(number))),
      age: shown.map(({ age }) => age / 100),
    },
    isCut: shown.length < open.length,
    rows: { all: rows(all), above85: rows({ ...all, ...(past && { min: past.p85 }) }) },
  }
}

function timesIn({ facts, subsets }: PanelInput, status: number, days: Days): DurationSample {
  return DurationSample.of(facts.spans.inStatus[status]!, subsets.finishedIn(days))
}

/** All the time that requests finished in the period were in each status. */
export function timeInStatusOf(input: PanelInput): Flow['timeInStatus'] {
  return OPEN_STATUSES.map((status, number) => {
    const values = timesIn(input, number, input.period)
    return {
      status,
      percentiles: percentilesOf(values),
      total: rounded(values.sum),
      count: values.count,
      rows: input.rows({ mark: 'finished', measure: status }),
    }
  })
}

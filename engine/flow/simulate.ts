import { generator } from '../classifier/random.ts'
import { DayDraw, type Pace } from './pace.ts'
import type { PanelInput } from './panel-input.ts'
import type { Queued } from './queue.ts'
import { type Changes, CHECKPOINT_DAYS, HORIZON_DAYS, placesOf, ScenarioRun } from './scenario.ts'

export const RUNS = 500

/** Results of a scenario over all runs. */
export class ScenarioResult {
  readonly #finish: Uint16Array
  readonly #tracked: number
  readonly backlogAt: number[][] = CHECKPOINT_DAYS.map(() => [])
  readonly cycles: number[] = []

  constructor(tracked: number) {
    this.#tracked = tracked
    this.#finish = new Uint16Array(tracked * RUNS).fill(HORIZON_DAYS + 1)
  }

  finishesOf(run: number): Uint16Array {
    return this.#finish.subarray(run * this.#tracked, (run + 1) * this.#tracked)
  }

  add({ backlogAt, cycle }: ScenarioRun): void {
    backlogAt.forEach((count, checkpoint) => this.backlogAt[checkpoint]!.push(count))
    if (!Number.isNaN(cycle)) this.cycles.push(cycle)
  }

  /** The closing day of a request, by run. */
  finish(place: number): Uint16Array {
    return Uint16Array.from({ length: RUNS }, (_, run) => this.#finish[run * this.#tracked + place]!)
  }
}

interface Scenario {
  queue: readonly Queued[]
  changes: Changes
}

export function simulate(
  { facts, today }: PanelInput,
  sample: Pace,
  arrivals: Uint16Array[],
  tracked: readonly number[],
  seed: number,
  scenarios: readonly Scenario[],
): ScenarioResult[] {
  const place = new Map(tracked.map((i, index) => [i, index]))
  const places = scenarios.map(({ queue }) => placesOf(queue, (i) => place.get(i) ?? -1))
  const results = scenarios.map(() => new ScenarioResult(tracked.length))
  const draw = new DayDraw(sample)
  const working = Array.from({ length: HORIZON_DAYS + 1 }, (_, day) => facts.time.isWorking(today + day))
  const nothing = new Uint16Array(4)
  const seeds = generator(seed)
  for (let run = 0; run < RUNS; run++) {
    // Each run has its own seed: how long the run before it lasted depends on the scenarios.
    const random = generator(seeds() * 2 ** 32)
    const runs = scenarios.map(({ changes }, i) => new ScenarioRun(places[i]!, changes))
    for (let day = 1; day <= HORIZON_DAYS; day++) {
      const drawn = draw.draw(working[day]!, random)
      const closed = drawn < 0 ? 0 : sample.closed[drawn]!
      const arrived = drawn < 0 ? nothing : arrivals[drawn]!
      const rounding = [random(), random()] as const
      runs.forEach((one, i) => one.simulateDay(day, { closed, arrived, rounding }, results[i]!.finishesOf(run)))
      if (runs.every((one) => one.isComplete(day))) break
    }
    runs.forEach((one, i) => results[i]!.add(one))
  }
  return results
}

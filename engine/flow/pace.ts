import { CANCELLED, COMPLETED, REJECTED } from './status-numbers.ts'
import { dailyFlow } from './daily.ts'
import type { Days, PanelInput } from './panel-input.ts'

/** Twelve weeks: long enough to include holidays and bad weeks, short enough to reflect the present. */
export const SAMPLE_DAYS = 84
/** Minimum data for a forecast: a handful of days says nothing about the spread. */
export const NEEDS = { days: 28, closed: 30 }

/** Requests closed on each day of a span, and which of the days are working days. */
export interface Pace {
  days: Days
  /** completed, rejected or cancelled, by day from `days.from` on */
  closed: Int32Array
  isWorking: Uint8Array
}

/** The past days of a span, from the first request on. */
export function paceOf(input: PanelInput, period: Days): Pace {
  const { facts, selected, today } = input
  let first = today
  for (const i of selected) first = Math.min(first, facts.createdDay[i]!)
  const days = { from: Math.max(period.from, first), to: Math.min(period.to, today - 1) }
  const { entered } = dailyFlow(input, days)
  const closed = new Int32Array(Math.max(0, days.to - days.from + 1))
  for (const status of [COMPLETED, REJECTED, CANCELLED])
    entered[status]!.forEach((count, day) => (closed[day]! += count))
  const isWorking = Uint8Array.from(closed, (_, day) => Number(facts.time.isWorking(days.from + day)))
  return { days, closed, isWorking }
}

export function sumOf(counts: Int32Array): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** A part of a pace; undefined if it has too little data for a forecast. */
export function sampleOf({ days, closed, isWorking }: Pace, from: number, to: number): Pace | undefined {
  const begin = Math.max(0, from - days.from)
  // `subarray` would count a negative end from the back.
  const end = Math.max(0, to - days.from + 1)
  const part = closed.subarray(begin, end)
  if (part.length < NEEDS.days || sumOf(part) < NEEDS.closed) return undefined
  return { days: { from: days.from + begin, to }, closed: part, isWorking: isWorking.subarray(begin, end) }
}

/** Draws past days of the same kind: working days for working days, free days for free days, so that weekends stay weekends. */
export class DayDraw {
  readonly #kinds: readonly [free: number[], working: number[]]

  constructor({ isWorking }: Pace) {
    const kinds: [number[], number[]] = [[], []]
    isWorking.forEach((works, day) => kinds[works === 1 ? 1 : 0].push(day))
    this.#kinds = kinds
  }

  /** @returns index of a day in the sample; -1 if it has no day of that kind */
  draw(isWorking: boolean, random: () => number): number {
    const days = this.#kinds[isWorking ? 1 : 0]
    return days.length === 0 ? -1 : days[Math.floor(random() * days.length)]!
  }
}

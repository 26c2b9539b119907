import type { FlowModel } from './flow-model.ts'
import type { Facts } from './facts.ts'
import type { DayUnit } from './office-time.ts'
import type { Subsets } from './subsets.ts'

/** First and last day, inclusive, counted from 1 January 1970. */
export interface Days {
  from: number
  to: number
}

/** The input of every panel. */
export interface PanelInput {
  model: FlowModel
  facts: Facts
  /** indices of the selected requests */
  selected: Uint32Array
  /** subsets of the selection */
  subsets: Subsets
  period: Days
  /** the days that the period is compared with */
  before: Days
  now: number
  today: number
  unit: DayUnit
  /** URL of the requests behind a figure */
  rows(parameters: Record<string, string | number>): string
}

/**
 * The days that a period is compared with: as many as have passed of it, right before it. A period that has not begun keeps
 * its whole length.
 */
export function daysBefore({ from, to }: Days, today: number): Days {
  const last = from > today ? to : Math.min(to, today)
  return { from: from - (last - from + 1), to: from - 1 }
}

export const within = ({ from, to }: Days, day: number) => day >= from && day <= to

const DAY_MS = 86_400_000
/** Whether a request's status has not changed since before a day, with a margin that covers every time zone. */
export function isSettledBefore({ since }: Facts, index: number, day: number): boolean {
  return since[index]! < (day - 1) * DAY_MS
}

import type { FlowModel } from './flow-model.ts'
import type { Facts } from './facts.ts'
import type { DayUnit } from './office-time.ts'
import type { Parts } from './parts.ts'

/** First and last day, both included, counted from 1 January 1970. */
export interface Days {
  from: number
  to: number
}

/** What every panel is computed from. */
export interface Question {
  model: FlowModel
  facts: Facts
  /** indices of the requests that are counted */
  selected: Uint32Array
  /** of those */
  parts: Parts
  period: Days
  /** as long, just before it */
  before: Days
  now: number
  today: number
  unit: DayUnit
  /** the call that answers the requests behind a figure */
  rows(parameters: Record<string, string | number>): string
}

export const within = ({ from, to }: Days, day: number) => day >= from && day <= to

const DAY_MS = 86_400_000
/** Whether nothing has happened to the status of a request since before a day, by a margin that covers every time zone. */
export function isSettledBefore({ since }: Facts, index: number, day: number): boolean {
  return since[index]! < (day - 1) * DAY_MS
}

/** Separate from the contract, so that the worker thread does not load its schemas. */

import { daysBetween } from '../dates.ts'

/** Fewer finished requests than this make a figure uncertain; the screen says so in words. */
export const SMALL_SAMPLE = 30
/** The scatter is sent as density cells instead of points above this many finished requests. */
export const MAX_POINTS = 3000
/** Default length of the period: half a year. */
export const DEFAULT_PERIOD_DAYS = 182
export const MAY_NOT_END_BEFORE = 'The period must not end before it begins'
const MAX_PERIOD_DAYS = 3660
export const TOO_LONG = 'The period can be ten years at most'

export function isTooLong(from: string, to: string): boolean {
  return daysBetween(from, to) >= MAX_PERIOD_DAYS
}

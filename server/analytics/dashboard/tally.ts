import type { DayCount } from './queries.ts'

/** The sum of one kind between two days, both included; open-ended by default. */
export type Tally = (kind: string, from?: string, to?: string) => number

/** Prefix sums: any span of days takes two look-ups, because a chart asks for a hundred of them. */
export function tally(rows: readonly DayCount[]): Tally {
  const kinds = new Map<string, { days: string[]; totals: number[] }>()
  for (const { kind, day, count } of rows.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    let running = kinds.get(kind)
    if (!running) kinds.set(kind, (running = { days: [], totals: [0] }))
    running.days.push(day)
    running.totals.push(running.totals.at(-1)! + count)
  }
  return (kind, from = '', to = '9999') => {
    const running = kinds.get(kind)
    if (!running) return 0
    const { days, totals } = running
    return totals[countWhile(days, (day) => day <= to)]! - totals[countWhile(days, (day) => day < from)]!
  }
}

/** Binary search: how many of the sorted days satisfy a condition that holds for a prefix. */
function countWhile(days: readonly string[], isSo: (day: string) => boolean): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(days[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

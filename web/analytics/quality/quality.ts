import type { AiQuality } from '../../../shared/ai-quality.ts'
import { SURE } from '../../../shared/chance.ts'
import { count } from '../../ui/count.ts'
import { percent } from '../../ui/formats/percent.ts'

export type FieldQuality = AiQuality['fields'][number]

/** With fewer decisions no share is shown. */
const MIN_DECISIONS = 5

/** @returns `82%`, or null when there were too few to say */
export function share(part: number, whole: number): string | null {
  return whole < MIN_DECISIONS ? null : percent(part / whole)
}

/** Which decisions the shares rest on: agreement on training examples does not count. */
export function judgedOn(fields: readonly FieldQuality[]): string {
  const out = sum(fields, 'leftOut')
  const on = 'Based on suggestions for drafts and requests that the engine had not yet learned from'
  if (out === 0) return `${on}.`
  const others =
    out === 1
      ? '1 decision on a request it had already learned from is left out'
      : `${count(out)} decisions on requests it had already learned from are left out`
  return `${on}; ${others}.`
}

/** The calibration of a field in a sentence. */
export function calibrationFinding({ calibration, decided }: FieldQuality): string {
  if (decided < MIN_DECISIONS) return 'Too few decisions to judge the stated probabilities'
  const sure = calibration.filter(({ from }) => from >= SURE - 1e-9)
  const [total, right] = [sum(sure, 'decided'), sum(sure, 'accepted')]
  const acceptedShare = share(right, total)
  if (acceptedShare === null) return `Too few suggestions of ${percent(SURE)} or higher to judge`
  return `${acceptedShare} of suggestions stated at ${percent(SURE)} or higher were accepted`
}

/** The last month compared with those before it: a fall of ten points is reported. */
export function driftFinding({ byMonth }: FieldQuality): string {
  const last = byMonth.at(-1)
  const before = byMonth.slice(0, -1)
  if (!last || last.decided < MIN_DECISIONS || sum(before, 'decided') < MIN_DECISIONS)
    return 'Too few months to compare'
  const [now, then] = [last.accepted / last.decided, sum(before, 'accepted') / sum(before, 'decided')]
  const points = Math.round((now - then) * 100)
  if (Math.abs(points) < 10) return 'The acceptance rate is steady'
  return points < 0
    ? `The acceptance rate fell by ${-points} points in the last month`
    : `The acceptance rate rose by ${points} points in the last month`
}

/** How often finished requests stayed within their estimated range. */
export function intervalFinding({ finished, held }: Pick<AiQuality['intervals'], 'finished' | 'held'>): string {
  const heldShare = share(held, finished)
  if (heldShare === null) return 'Too few estimated requests have finished to judge the ranges'
  return `${heldShare} of ${count(finished)} finished requests stayed within their range; the target is 80%`
}

/** The same for the middle half; null while the sample is too small. */
export function halfFinding({ half }: Pick<AiQuality['intervals'], 'half'>): string | null {
  const heldShare = share(half.held, half.finished)
  return heldShare && `${heldShare} of ${count(half.finished)} stayed within the middle half; the target is 50%.`
}

/** Open requests past their range, which the shares of finished ones leave out; null when there are none. */
export function openPastRange({ finished, held, openPast }: AiQuality['intervals']): string | null {
  if (openPast === 0) return null
  const one = openPast === 1
  const known = `${one ? '1 open request is' : `${count(openPast)} open requests are`} already past the end of ${one ? 'its' : 'their'} range`
  const counted = share(held, finished + openPast)
  return counted === null ? `${known}.` : `${known}; counting ${one ? 'it' : 'them'}, ${counted} stayed within range.`
}

function sum<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0)
}

interface Share {
  label: string
  whole: number
  part: number
}

/** Rows of a table of departments. */
const SHOWN = 12

/** The largest rows in their order, and all others summed up. */
export function largestOf(rows: readonly Share[]): Share[] {
  if (rows.length <= SHOWN) return [...rows]
  const bySize = rows.toSorted((a, b) => b.whole - a.whole)
  const others = new Set(bySize.slice(SHOWN - 1))
  const sumOf = (key: 'whole' | 'part') => [...others].reduce((sum, row) => sum + row[key], 0)
  return [
    ...rows.filter((row) => !others.has(row)),
    { label: `${others.size} others`, whole: sumOf('whole'), part: sumOf('part') },
  ]
}

import type { AiQuality } from '../../shared/ai-quality.ts'
import { count } from '../ui/count.ts'
import { percent } from './percent.ts'

export type FieldQuality = AiQuality['fields'][number]

/** Where the engine calls itself sure. */
export const SURE = 0.8
/** Fewer decisions say nothing about a share. */
const FEWEST = 5

/** @returns `82%`, or null when there were too few to say */
export function share(part: number, whole: number): string | null {
  return whole < FEWEST ? null : percent(part / whole)
}

/** On which decisions the shares rest: agreement about what was learned by heart is none. */
export function judgedOn(fields: readonly FieldQuality[]): string {
  const out = sum(fields, 'leftOut')
  const on = 'Judged on drafts and requests that the engine had not learned from when it made its suggestion'
  if (out === 0) return `${on}.`
  const others =
    out === 1
      ? '1 further decision, on a request that it had learned from, is left out'
      : `${count(out)} further decisions, on requests that it had learned from, are left out`
  return `${on}; ${others}.`
}

/** What the calibration of a field says as a sentence. */
export function calibrationFinding({ calibration, decided }: FieldQuality): string {
  if (decided < FEWEST) return 'Too few decisions to say how sure it may be'
  const sure = calibration.filter(({ from }) => from >= SURE - 1e-9)
  const [asked, right] = [sum(sure, 'decided'), sum(sure, 'accepted')]
  const acceptedShare = share(right, asked)
  if (acceptedShare === null) return `Few suggestions were made with ${percent(SURE)} or more`
  return `Of the suggestions made with ${percent(SURE)} or more, ${acceptedShare} were accepted`
}

/** The last month held against those before it: a fall of ten points is called one. */
export function driftFinding({ byMonth }: FieldQuality): string {
  const last = byMonth.at(-1)
  const before = byMonth.slice(0, -1)
  if (!last || last.decided < FEWEST || sum(before, 'decided') < FEWEST) return 'Too few months to compare'
  const [now, then] = [last.accepted / last.decided, sum(before, 'accepted') / sum(before, 'decided')]
  const points = Math.round((now - then) * 100)
  if (Math.abs(points) < 10) return 'As many are accepted as before'
  return points < 0
    ? `${-points} points fewer are accepted than before`
    : `${points} points more are accepted than before`
}

/** Whether the ranges of the estimates hold what they promise. */
export function intervalFinding({ finished, held }: Pick<AiQuality['intervals'], 'finished' | 'held'>): string {
  const heldShare = share(held, finished)
  if (heldShare === null) return 'Too few estimated requests were finished'
  return `${heldShare} of ${count(finished)} took as long as their range said; 80% was promised`
}

/** What the shares of the finished requests leave out, in words; null when nothing is. */
export function openPastRange({ finished, held, openPast }: AiQuality['intervals']): string | null {
  if (openPast === 0) return null
  const are = openPast === 1 ? '1 open request is' : `${count(openPast)} open requests are`
  const counted = share(held, finished + openPast)
  const known = `${are} past the end of ${openPast === 1 ? 'its' : 'their'} range and ${openPast === 1 ? 'has' : 'have'} missed it already`
  return counted === null ? `${known}.` : `${known}; counted with ${openPast === 1 ? 'it' : 'them'}, ${counted} held.`
}

function sum<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0)
}

import type { Comparable } from '../../shared/ai.ts'
import { DEFAULT_SAMPLING, type FinishedDurations } from './durations.ts'
import type { EstimateSubject } from './duration-estimator.ts'
import type { DayUnit } from './history.ts'
import { quantile } from './sample.ts'

/** Finished requests below which a guess is mixed in. */
export const ENOUGH_FINISHED = 12
/** Finished requests of a group that are worth a sentence. */
const WORTH_SAYING = 5

export function factorsOf(
  subject: EstimateSubject,
  finished: FinishedDurations,
  keys: readonly [string, string, string],
  usualDays: number,
  comparables: readonly Comparable[],
  unit: DayUnit,
): string[] {
  const name = unit === 'working' ? 'working days' : 'days'
  const [, withPriority, ofType] = keys
  const half = (key: string) => roundDays(quantile(finished.sample([key], DEFAULT_SAMPLING), 0.5))
  const factors: string[] = []
  if (subject.developmentType && finished.count(ofType) >= WORTH_SAYING) {
    factors.push(`${subject.developmentType} requests: half take at most ${half(ofType)} ${name}.`)
  }
  if (finished.count(withPriority) >= WORTH_SAYING) {
    factors.push(`With ${subject.priority} priority: half take at most ${half(withPriority)} ${name}.`)
  }
  if (Number.isFinite(usualDays)) {
    factors.push(`All finished requests: half take at most ${roundDays(usualDays)} ${name}.`)
  }
  if (comparables.length > 0) {
    const days = comparables.map((comparable) => Math.max(1, Math.round(comparable.days)))
    const [from, to] = [Math.min(...days), Math.max(...days)]
    const range = from === to ? `${to} ${to === 1 ? name.slice(0, -1) : name}` : `${from} to ${to} ${name}`
    factors.push(`${days.length} similar finished request${days.length === 1 ? '' : 's'} took ${range}.`)
  }
  return factors
}

/** What the estimate rests on. */
export function basisOf(
  type: EstimateSubject['developmentType'],
  finished: FinishedDurations,
  ofType: string,
  all: number,
): string {
  if (all === 0) return 'No requests have been finished yet, so this is based on starting figures.'
  const few = all < ENOUGH_FINISHED ? ', too few to rely on alone, so starting figures are mixed in' : ''
  const requests = `${all} finished ${all === 1 ? 'request' : 'requests'} of all kinds`
  if (type === null) return `${requests}, since its own kind is not certain${few}`
  const own = finished.count(ofType)
  // Of many only the newest are looked at.
  if (own >= WORTH_SAYING) return `${own} finished ${type} requests among the ${all} considered${few}`
  return `${requests}, ${own === 0 ? 'none' : `only ${own}`} of them ${type} work${few}`
}

export function roundDays(days: number): number {
  return days < 10 ? Math.round(days * 10) / 10 : Math.round(days)
}

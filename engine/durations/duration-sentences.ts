import type { Comparable, DurationFacet } from '../../shared/estimates.ts'
import { DEVELOPMENT_TYPES } from '../../shared/suggestion-rules.ts'
import { listed } from '../../shared/wording.ts'
import type { FinishedDurations } from './durations.ts'
import type { EstimateSubject } from './duration-estimator.ts'
import { keysOf } from './groups.ts'
import type { DayUnit } from './history.ts'
import { quantile } from './sample.ts'
import { MIN_FINISHED } from './starting-figures.ts'

/** Minimum finished requests of a group to be mentioned. */
export const WORTH_SAYING = 5
/** From this size on a group is not reported as too small. */
const MIN_GROUP_SIZE = 20

/** The input of an estimate's explanations. */
export interface ExplanationInput {
  subject: EstimateSubject
  /** the facets that separate durations in this office */
  groupedBy: readonly DurationFacet[]
  finished: FinishedDurations
  /** keys of the subject's groups, narrowest first */
  keys: readonly string[]
  unit: DayUnit
  /** finished requests that were considered */
  all: number
}

export const DAYS: Record<DayUnit, string> = { calendar: 'days', working: 'working days' }
const FACET_NAMES: Record<DurationFacet, string> = {
  developmentType: 'development type',
  priority: 'priority',
  department: 'department',
}

export function factorsOf(input: ExplanationInput, usualDays: number, comparables: readonly Comparable[]): string[] {
  const { subject, finished, keys, unit } = input
  const name = DAYS[unit]
  const halfOf = (who: string, key: string) =>
    finished.count(key) >= WORTH_SAYING
      ? [`${who}: half take at most ${roundDays(quantile(finished.sample([key]), 0.5))} ${name}.`]
      : []
  const [ofKind] = keysOf(0b001, [subject.developmentType]) as [string]
  const group = groupName(input)
  return [
    ...(subject.developmentType ? halfOf(`${subject.developmentType} requests`, ofKind) : []),
    ...(keys.length > 1 && keys[0] !== ofKind ? halfOf(group[0]!.toUpperCase() + group.slice(1), keys[0]!) : []),
    ...(Number.isFinite(usualDays)
      ? [`All finished requests: half take at most ${roundDays(usualDays)} ${name}.`]
      : []),
    ...similarOnes(comparables, name),
  ]
}

function similarOnes(comparables: readonly Comparable[], name: string): string[] {
  if (comparables.length === 0) return []
  const days = comparables.map((comparable) => Math.max(1, Math.round(comparable.days)))
  const [from, to] = [Math.min(...days), Math.max(...days)]
  const range = from === to ? `${to} ${to === 1 ? name.slice(0, -1) : name}` : `${from} to ${to} ${name}`
  return [`${days.length} similar finished request${days.length === 1 ? '' : 's'} took ${range}.`]
}

/** Explains the data behind the estimate and its grouping. */
export function basisOf(input: ExplanationInput): string {
  const { all, groupedBy, finished, keys, subject } = input
  if (all === 0) return 'No requests have been finished yet, so this is based on starting figures.'
  const few = all < MIN_FINISHED ? ', too few to rely on alone, so starting figures are mixed in' : ''
  const requests = `${all} finished ${all === 1 ? 'request' : 'requests'} of all kinds`
  if (groupedBy.length === 0) return `${requests}${few}. Nothing that is recorded separates their durations.`
  const by = `Durations are compared by ${listed(groupedBy.map((facet) => FACET_NAMES[facet]))}`
  const how = all < MIN_FINISHED ? by : `${by}, which separates them best in this office`
  if (groupedBy.includes('developmentType') && subject.developmentType === null)
    return `${requests}, since its own kind is not certain${few}. ${how}.`
  const own = finished.count(keys[0])
  // Large groups are limited to the newest requests.
  if (own >= WORTH_SAYING) return `${own} finished ${groupName(input)} among the ${all} considered${few}. ${how}.`
  return `${requests}, ${own === 0 ? 'none' : `only ${own}`} of them ${groupName(input)}${few}. ${how}.`
}

/** Sentences on which data would narrow the range. */
export function narrowingHints(input: ExplanationInput, comparables: number): string[] {
  const { subject, groupedBy, finished, keys } = input
  const sentences: string[] = []
  if (groupedBy.includes('developmentType') && subject.developmentType === null)
    sentences.push(`Its development type, once that is certain${kindsApart(input)}.`)
  const own = finished.count(keys[0])
  if (keys.length > 1 && own < MIN_GROUP_SIZE) {
    const there = own === 0 ? 'none' : `only ${own}`
    sentences.push(`More finished ${groupName(input)}: ${there} so far, so broader groups are mixed in.`)
  }
  if (comparables === 0) sentences.push('A similar finished request: none so far.')
  return sentences
}

/** The quickest and the slowest development type, if there are two. */
function kindsApart({ finished, unit }: ExplanationInput): string {
  const kinds = DEVELOPMENT_TYPES.map((kind) => ({ kind, key: keysOf(0b001, [kind])[0]! }))
    .filter(({ key }) => finished.count(key) >= WORTH_SAYING)
    .map(({ kind, key }) => {
      const sample = finished.sample([key])
      const [low, middle, high] = [0.25, 0.5, 0.75].map((level) => roundDays(quantile(sample, level)))
      return { middle: middle!, words: `half of the ${kind} requests took ${low} to ${high} ${DAYS[unit]}` }
    })
    .sort((a, b) => a.middle - b.middle)
  return kinds.length < 2 ? '' : `: ${kinds[0]!.words}, ${kinds.at(-1)!.words}`
}

/** "UI requests with high priority for Compliance" */
function groupName({ subject, groupedBy }: ExplanationInput): string {
  const { developmentType, priority, department, departmentName } = subject
  const of = (facet: DurationFacet, words: string) => (groupedBy.includes(facet) ? words : '')
  const kind = of('developmentType', developmentType ? `${developmentType} ` : '')
  return `${kind}requests${of('priority', ` with ${priority} priority`)}${of('department', ` for ${departmentName ?? department}`)}`
}

export function roundDays(days: number): number {
  return days < 10 ? Math.round(days * 10) / 10 : Math.round(days)
}

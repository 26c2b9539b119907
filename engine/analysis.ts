import type { Analysis } from '../shared/analysis.ts'
import { isTooWide } from '../shared/estimated-days.ts'
import { DEVELOPMENT_TYPES } from '../shared/suggestion-rules.ts'
import { complexityOf } from './reasons/complexity.ts'
import { predictorsOf, stampOf, type Model } from './model.ts'
import type { DurationModel } from './durations/duration-model.ts'
import type { HistoryRow } from './durations/history.ts'
import { estimateDuration, type EstimateSubject } from './durations/duration-estimator.ts'
import { signalsOf } from './reasons/signals.ts'
import { textOf } from './text/text.ts'

/** A predicted development type is used from this confidence on: it is then likelier than all others together. */
const LIKELY = 0.5

/** The stored analysis of a request: time and complexity with the evidence for them. */
export function analyze(
  model: Model,
  subject: EstimateSubject,
  history: readonly HistoryRow[],
  similar: readonly { id: string; score: number }[],
  now: number,
  durations: DurationModel = model.durations,
): Analysis {
  const title = textOf(subject.title)
  const description = textOf(subject.description)
  const opinion = predictorsOf(model).heads.developmentType.predict({ title, description })
  const guessed = opinion.confidence >= LIKELY ? DEVELOPMENT_TYPES[opinion.named]! : null
  const developmentType = subject.developmentType ?? guessed
  const { sampleSize, usualDays, ...time } = estimateDuration(
    durations,
    { ...subject, developmentType },
    history,
    similar,
    now,
  )
  const complexity = complexityOf({
    title,
    description,
    developmentType,
    comparableDays: time.comparables.length >= 3 ? middleOf(time.comparables.map(({ days }) => days)) : NaN,
    usualDays,
  })
  const signals = new Set(signalsOf(title, description).map(({ signal }) => signal))
  const parts = new Set(complexity.parts.map(({ name }) => name))
  const riskFactors: string[] = []
  const recommendations: string[] = []
  if (sampleSize < 20) {
    const finished =
      sampleSize === 0
        ? 'No request has'
        : sampleSize === 1
          ? 'Only one request has'
          : `Only ${sampleSize} requests have`
    riskFactors.push(`${finished} been finished so far, so the estimate may be far off.`)
  }
  if (isTooWide(time)) riskFactors.push('Comparable requests took very different amounts of time.')
  if (parts.has('Integration points')) {
    riskFactors.push('It depends on another system and the people who run it.')
    recommendations.push('Agree on dates and test data with the other team before the work starts.')
  }
  if (parts.has('Data migration')) {
    riskFactors.push('Existing data may hold surprises.')
    recommendations.push('Try the change on a copy of the data first and count the exceptions.')
  }
  if (parts.has('Security and law'))
    recommendations.push('Have the responsible unit check the wording before it is built.')
  if (parts.has('Unknowns'))
    recommendations.push('Answer the open questions in the text first; they matter more than the work itself.')
  if (signals.has('date')) riskFactors.push('The text gives a deadline.')
  if (complexity.score >= 7) recommendations.push('Deliver it in parts, the most important one first.')
  const nearest = time.comparables.reduce<(typeof time.comparables)[number] | undefined>(
    (best, one) => (best === undefined || one.likeness > best.likeness ? one : best),
    undefined,
  )
  if (nearest !== undefined && nearest.likeness >= ALIKE)
    recommendations.push(`Look at ${nearest.requestId} first; it is the most similar.`)
  if (`${title} ${description}`.split(/\s+/).length < 12)
    recommendations.push('Describe in a few sentences what should be different afterwards.')
  return {
    timeEstimate: { ...time, riskFactors, recommendations },
    complexity,
    analysisTimestamp: new Date(now).toISOString(),
    engine: stampOf(model),
  }
}

/** Below this similarity a finished request says little about this one, even if it is the nearest. */
const ALIKE = 0.3

function middleOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? NaN
}

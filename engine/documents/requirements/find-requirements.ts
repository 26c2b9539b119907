import type { RequirementClassifier } from './requirement-classifier.ts'
import { contentWords, likeness } from './likeness.ts'
import { isSummary } from './surroundings.ts'
import type { Unit } from './units.ts'

/** A passage that asks for something, with the sentences that belong to it. */
export interface Requirement {
  unit: Unit
  /** the sentences before it in its paragraph, which say what is the case */
  before: Unit[]
  /** following sentences on the same subject */
  more: Unit[]
  probability: number
}

/** Proposals below this probability are dropped. Tuned on the open documents. */
const THRESHOLD = 0.45
/** Two requirements with at least this share of common words are duplicates. */
const SAME = 0.72
/** Lower threshold between a requirement in a summary and one outside: a summary uses other words. */
const SAME_AS_SUMMARY = 0.36
/** Of the sentences before a requirement, the nearest. */
const MAX_BEFORE = 2
/** UTF-16 units; a longer sentence says more than the reason. */
const MAX_REASON_LENGTH = 300
const COURTESY =
  /^(?:dear|hello|hi|good (?:morning|afternoon)|thank|thanks|(?:we|i) (?:thank|appreciate|are grateful)|merci|nous vous remercions|شكرا)/iu
const CONTINUES =
  /^(?:it|this|that|these|they|the (?:list|report|file|field|extract|form|button|page|check) |such|in particular|for example|deadline|due|elle|il |ils|cela|ce |échéance|délai|على أن|وذلك|كما يجب أن)\b/iu

/** The requirements among the units of a document, in document order and without duplicates. */
export function findRequirements(units: readonly Unit[], probabilities: readonly number[]): Requirement[] {
  const requirements: Requirement[] = []
  units.forEach((unit, i) => {
    const last = requirements.at(-1)
    const previous = last?.more.at(-1) ?? last?.unit
    const isNext = previous !== undefined && units[i - 1] === previous && previous.block === unit.block
    if (last && isNext && CONTINUES.test(unit.text)) last.more.push(unit)
    else if (probabilities[i]! >= THRESHOLD)
      requirements.push({ unit, before: reasonsBefore(units, i, previous), more: [], probability: probabilities[i]! })
    // Text after a requirement in its paragraph explains it, but only for the next sentence is that certain.
    else if (last && isNext && last.more.length === 0 && unit.text.length < 200) last.more.push(unit)
  })
  return withoutRepeats(requirements)
}

/** The sentences between the previous requirement and this one, as far as they are in its paragraph. */
function reasonsBefore(units: readonly Unit[], at: number, previous: Unit | undefined): Unit[] {
  const reasons: Unit[] = []
  for (let i = at - 1; i >= 0 && reasons.length < MAX_BEFORE; i--) {
    const unit = units[i]!
    const isReason = unit !== previous && unit.block === units[at]!.block && unit.text.length <= MAX_REASON_LENGTH
    if (!isReason || COURTESY.test(unit.text)) break
    reasons.unshift(unit)
  }
  return reasons
}

/** Keeps the most detailed of duplicate requirements: a summary repeats what the body says with a deadline. */
function withoutRepeats(requirements: readonly Requirement[]): Requirement[] {
  const unique: { requirement: Requirement; words: ReadonlySet<string> }[] = []
  for (const requirement of requirements) {
    const words = contentWords(requirement.unit.text)
    const same = unique.find(
      (other) =>
        likeness(words, other.words) >=
        (isSummary(requirement.unit.section) !== isSummary(other.requirement.unit.section) ? SAME_AS_SUMMARY : SAME),
    )
    if (!same) unique.push({ requirement, words })
    else {
      const isFuller =
        requirement.unit.text.length + 40 * requirement.more.length >
        same.requirement.unit.text.length + 40 * same.requirement.more.length
      const probability = Math.max(requirement.probability, same.requirement.probability)
      if (isFuller) Object.assign(same, { requirement, words })
      same.requirement = { ...same.requirement, probability }
    }
  }
  return unique.map(({ requirement }) => requirement).sort((a, b) => a.unit.start - b.unit.start)
}

export function probabilityOf(model: RequirementClassifier, unit: Unit): number {
  return /[:：]$/.test(unit.text) || !/\p{L}{3}/u.test(unit.text) ? 0 : model.probability(unit.text, unit.contexts)
}

/**
 * Upper bound of a field's confidence: the share of correct answers among its most confident ones on people's decisions. While
 * there are few decisions, the record is shrunk towards a prior, which our own texts suggest for a text by another author.
 */
export interface RecordPrior {
  share: number
  /** pseudo-count of decisions */
  decisions: number
}

/** The most confident part of people's decisions makes the record, but at least this many. */
const SUREST = { part: 0.25, fewest: 20 }

/** @param confidences out of fold, for people's decisions only */
export function recordOf(
  confidences: ArrayLike<number>,
  right: ArrayLike<boolean | number>,
  prior: RecordPrior,
): number {
  const count = Math.min(confidences.length, Math.max(SUREST.fewest, Math.ceil(confidences.length * SUREST.part)))
  const surest = Array.from({ length: confidences.length }, (_, at) => at)
    .sort((a, b) => confidences[b]! - confidences[a]! || a - b)
    .slice(0, count)
  const agreed = surest.reduce((sum, at) => sum + Number(right[at]), 0)
  return (agreed + prior.share * prior.decisions) / (count + prior.decisions)
}

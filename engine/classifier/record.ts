/**
 * A field is never surer than its record: the share that people agreed with among the decisions of which it was surest. A
 * record of few decisions is filled up with what our own texts let expect of a text by another hand.
 */
export interface RecordPrior {
  share: number
  /** decisions that it counts as */
  decisions: number
}

/** Of the decisions of people, the surest part makes the record, but not fewer than so many. */
const SUREST = { part: 0.25, fewest: 20 }

/** @param confidences out of fold, of people's decisions only */
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

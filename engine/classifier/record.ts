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

/**
 * @param confidences out of fold, for people's decisions only
 * @param weights how much each decision counts, 1 when left out
 */
export function recordOf(
  confidences: ArrayLike<number>,
  right: ArrayLike<boolean | number>,
  prior: RecordPrior,
  weights?: ArrayLike<number>,
): number {
  const weightOf = (at: number) => weights?.[at] ?? 1
  const all = Array.from({ length: confidences.length }, (_, i) => i)
  const part = Math.max(SUREST.fewest, SUREST.part * all.reduce((sum, i) => sum + weightOf(i), 0))
  let [counted, agreed] = [0, 0]
  for (const at of all.sort((a, b) => confidences[b]! - confidences[a]! || a - b)) {
    if (counted >= part) break
    counted += weightOf(at)
    agreed += weightOf(at) * Number(right[at])
  }
  return (agreed + prior.share * prior.decisions) / (counted + prior.decisions)
}

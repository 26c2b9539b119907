export interface Scores {
  accuracy: number
  macroF1: number
}

export function scoresOf(named: ArrayLike<number>, labels: ArrayLike<number>, classes: number): Scores {
  const [right, predicted, there] = [new Float64Array(classes), new Float64Array(classes), new Float64Array(classes)]
  let hits = 0
  for (let i = 0; i < labels.length; i++) {
    predicted[named[i]!]!++
    there[labels[i]!]!++
    if (named[i] === labels[i]) {
      right[labels[i]!]!++
      hits++
    }
  }
  let [sum, count] = [0, 0]
  for (let c = 0; c < classes; c++) {
    if (there[c] === 0 && predicted[c] === 0) continue
    count++
    sum += (2 * right[c]!) / (predicted[c]! + there[c]!)
  }
  return { accuracy: hits / Math.max(1, labels.length), macroF1: sum / Math.max(1, count) }
}

/**
 * The scores expected under the probabilities themselves. Observed scores depend on which side of an offset a few rare labels
 * happen to fall, so the offset would change with each training; expected scores hardly move.
 */
export function expectedScores(named: ArrayLike<number>, probabilities: Float64Array, classes: number): Scores {
  const [right, predicted, there] = [new Float64Array(classes), new Float64Array(classes), new Float64Array(classes)]
  for (let i = 0; i < named.length; i++) {
    predicted[named[i]!]!++
    right[named[i]!]! += probabilities[i * classes + named[i]!]!
    for (let c = 0; c < classes; c++) there[c]! += probabilities[i * classes + c]!
  }
  const hits = right.reduce((sum, each) => sum + each, 0)
  const macroF1 =
    right.reduce((sum, each, c) => sum + (2 * each) / Math.max(1e-9, predicted[c]! + there[c]!), 0) / classes
  return { accuracy: hits / Math.max(1, named.length), macroF1 }
}

/** Expected calibration error over ten equal bins of confidence. */
export function calibrationError(confidences: ArrayLike<number>, right: ArrayLike<number | boolean>): number {
  const [sum, hits, count] = [new Float64Array(10), new Float64Array(10), new Float64Array(10)]
  for (let i = 0; i < confidences.length; i++) {
    const bin = Math.min(9, Math.floor(confidences[i]! * 10))
    sum[bin]! += confidences[i]!
    hits[bin]! += Number(right[i])
    count[bin]!++
  }
  let error = 0
  for (let b = 0; b < 10; b++) error += Math.abs(sum[b]! - hits[b]!)
  return error / Math.max(1, confidences.length)
}

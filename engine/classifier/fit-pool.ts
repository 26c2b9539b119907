import { scoreRow, sumOf, type LogLinearPool, type OutOfFold } from './log-linear-pool.ts'
import { logSumExp } from './softmax.ts'

/** Rounds of fitting powers and label noise alternately: each changes little once the other is about right. */
const ROUNDS = 5
const STEPS = 60
/** Upper bound: a higher share would mean that the models have learnt nothing. */
const MAX_LABEL_NOISE = 0.6
/** Pseudo-rows without label noise. */
const NOISE_PRIOR = 2
/** Pseudo-rows that pull each class bias towards 0. */
const BIAS_PRIOR = 10
/** Rows per class from which on a class bias is fitted. */
const ROWS_FOR_BIAS = 20

/** Parts that can be switched off to measure their contribution. */
export interface PoolParts {
  classBias: boolean
  labelNoise: boolean
}

/** Minimises the mean −ln p(true class); powers stay ≥ 0. */
export function fitPool(outOfFold: OutOfFold, parts: PoolParts = { classBias: true, labelNoise: true }): LogLinearPool {
  const { logs, labels, classes } = outOfFold
  let pool: LogLinearPool = {
    powers: logs.map(() => 1 / logs.length),
    classBias: Array.from({ length: classes }, () => 0),
    labelNoise: 0,
    classShares: classSharesOf(outOfFold),
  }
  if (labels.length < 10) return { ...pool, powers: pool.powers.map((power) => power * 0.8) }
  const hasBias = parts.classBias && labels.length > ROWS_FOR_BIAS * classes
  for (let round = 0; round < ROUNDS; round++) {
    pool = descend(pool, outOfFold, hasBias)
    if (!parts.labelNoise) break
    const labelNoise = labelNoiseOf(pool, outOfFold)
    const isSettled = Math.abs(labelNoise - pool.labelNoise) < 0.002
    pool = { ...pool, labelNoise }
    if (isSettled) break
  }
  return pool
}

interface Gradient {
  powers: Float64Array
  classBias: Float64Array
}

/** Penalised mean loss; also writes the gradient if one is passed. */
function lossOf(pool: LogLinearPool, { logs, labels, classes, weights }: OutOfFold, gradient?: Gradient): number {
  const { powers, classBias, labelNoise, classShares } = pool
  const models = logs.length
  const scores = new Float64Array(classes)
  let loss = 0
  gradient?.powers.fill(0)
  gradient?.classBias.fill(0)
  for (let i = 0; i < labels.length; i++) {
    const base = i * classes
    const truth = labels[i]!
    scoreRow(pool, logs, base, scores)
    const log = logSumExp(scores)
    const follows = (1 - labelNoise) * Math.exp(scores[truth]! - log)
    const chance = follows + labelNoise * classShares[truth]!
    // The first form stays finite when the probability underflows.
    loss += weights[i]! * (labelNoise === 0 ? log - scores[truth]! : -Math.log(chance))
    if (!gradient) continue
    // A row's weight in the gradient is the probability that its label follows from its text.
    const counts = weights[i]! * (labelNoise === 0 ? 1 : follows / chance)
    for (let c = 0; c < classes; c++) {
      const off = counts * (Math.exp(scores[c]! - log) - (c === truth ? 1 : 0))
      gradient.classBias[c]! += off
      for (let m = 0; m < models; m++) gradient.powers[m]! += off * logs[m]![base + c]!
    }
  }
  for (let c = 0; c < classes; c++) loss += (BIAS_PRIOR / 2) * classBias[c]! ** 2
  for (let m = 0; m < models; m++) loss += 0.5 * (powers[m]! - 1 / models) ** 2
  return loss / sumOf(weights)
}

/** Gradient descent with a step that grows while it helps. */
function descend(start: LogLinearPool, outOfFold: OutOfFold, hasBias: boolean): LogLinearPool {
  const { classes, logs, weights } = outOfFold
  const models = logs.length
  const whole = sumOf(weights)
  const gradient = { powers: new Float64Array(models), classBias: new Float64Array(classes) }
  let pool = start
  let step = 0.5
  let loss = lossOf(pool, outOfFold, gradient)
  for (let turn = 0; turn < STEPS && step >= 1e-5; turn++) {
    const next = {
      ...pool,
      powers: pool.powers.map((power, m) =>
        Math.max(0, power - (step * (gradient.powers[m]! + (power - 1 / models))) / whole / 4),
      ),
      classBias: pool.classBias.map((bias, c) =>
        hasBias ? bias - (step * classes * (gradient.classBias[c]! + BIAS_PRIOR * bias)) / whole / 2 : 0,
      ),
    }
    const nextLoss = lossOf(next, outOfFold)
    if (nextLoss >= loss) {
      step /= 3
      continue
    }
    const gain = loss - nextLoss
    pool = next
    if (gain < 1e-7) break
    loss = lossOf(pool, outOfFold, gradient)
    step *= 1.6
  }
  return pool
}

/** Maximum-likelihood label noise. The likelihood is concave, so ternary search finds the maximum. */
function labelNoiseOf(pool: LogLinearPool, { logs, labels, classes, weights }: OutOfFold): number {
  const scores = new Float64Array(classes)
  const likelihoods = Float64Array.from(labels, (truth, i) => {
    scoreRow(pool, logs, i * classes, scores)
    return Math.exp(scores[truth]! - logSumExp(scores))
  })
  const logLikelihood = (noise: number): number => {
    let sum = NOISE_PRIOR * Math.log(1 - noise)
    for (let i = 0; i < likelihoods.length; i++) {
      sum += weights[i]! * Math.log((1 - noise) * likelihoods[i]! + noise * pool.classShares[labels[i]!]! + 1e-300)
    }
    return sum
  }
  let [from, to] = [0, MAX_LABEL_NOISE]
  while (to - from > 1e-3) {
    const [left, right] = [from + (to - from) / 3, to - (to - from) / 3]
    if (logLikelihood(left) < logLikelihood(right)) from = left
    else to = right
  }
  return from === 0 ? 0 : (from + to) / 2
}

/** Class shares with a pseudo-count of half a row each: a class without test rows is still possible. */
function classSharesOf({ labels, weights, classes }: OutOfFold): number[] {
  const shares = Array.from({ length: classes }, () => 0.5)
  for (let i = 0; i < labels.length; i++) shares[labels[i]!]! += weights[i]!
  const whole = sumOf(shares)
  return shares.map((share) => share / whole)
}

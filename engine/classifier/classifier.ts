import { blendRow, fitBlend, meanLoss, type Blend, type Unseen } from './log-linear-pool.ts'
import { flatter } from './calibration.ts'
import { calibrationError, choose, confidenceOf, fitDecision, LIKELIEST, scoresOf, type Decision } from './decide.ts'
import type { FeatureOptions } from '../text/features.ts'
import { planFolds, type Fold } from './folds.ts'
import type { Gathered } from './gathered.ts'
import { fitMember, type Member, type MemberKind, type Shop } from './ensemble.ts'
import type { View } from '../text/sparse.ts'
import { predictUnseen, weighRows } from './out-of-fold.ts'

export interface Lessons {
  gathered: Gathered
  /** class of each row, an index into `names` */
  labels: Int32Array
  names: readonly string[]
  /** group of each row when every group gets a model of its own */
  groups?: Int32Array
  /** rows set aside for calibration by whoever made the data; 1 = aside */
  aside?: Uint8Array
  /** how much each row counts, in learning and in calibration; 1 when left out */
  rowWeights?: Float32Array
}

export interface ClassifierOptions {
  aim: 'auto' | 'accuracy' | 'balance'
  strengths: readonly number[]
  folds: number
  /** share of the character view against 1 for words */
  characters: number
  seed: number
  /** multiplications that choosing and calibrating may cost; larger data is then sampled */
  budget: number
  /** share by which confidence is flattened beyond what the folds ask for: new texts differ from old ones more than folds do */
  caution: number
  /** fit the linear models to all classes as if they were equally frequent; power of the correction */
  balance: number
}
const CLASSIFIER: ClassifierOptions = {
  aim: 'auto',
  strengths: [6, 24],
  folds: 5,
  characters: 0.8,
  seed: 1,
  budget: 4e9,
  balance: 0,
  caution: 0,
}

export interface Classifier {
  names: readonly string[]
  features: FeatureOptions
  views: View[]
  members: Member[]
  blend: Blend
  decision: Decision
  /** measured on rows that were not seen in training */
  report: {
    rows: number
    unseen: number
    accuracy: number
    macroF1: number
    calibrationError: number
    strength: number
  }
}

/**
 * Below this many rows each fold has its own rarities: a word that only the rows asked about have is unknown to it, as the words
 * of a new text are. With more rows a fold's rows change hardly any rarity.
 */
const MANY = 3000

/**
 * What is learnt and what is measured, without writing anything anywhere. Deterministic.
 * @param like a model of nearly the same rows and the same classes, whose calibration is taken over instead of measured anew
 */
export function trainClassifier(
  lessons: Lessons,
  given: Partial<ClassifierOptions> = {},
  like?: Classifier,
): Classifier {
  const options = { ...CLASSIFIER, ...given }
  const { gathered, labels, names } = lessons
  const classes = Math.max(1, names.length)
  const rows = gathered.rows
  const groups = lessons.groups ? Math.max(0, ...uniqueOf(lessons.groups)) + 1 : 1
  const size = {
    least: rows < 1500 ? 1 : rows < 30_000 ? 2 : 4,
    most: Math.max(20_000, Math.min(600_000, Math.floor(48_000_000 / classes / Math.min(groups, 40)))),
    characters: options.characters,
  }
  const { views, matrix } = weighRows(gathered, size)
  const few = rows < MANY
  if (!few) gathered.release()
  const kinds: MemberKind[] = [
    { kind: 'linear', own: groups > 1 },
    { kind: 'bayes', own: groups > 1 },
  ]
  if (groups > 1) kinds.push({ kind: 'linear', own: false }, { kind: 'bayes', own: false })
  const shop: Shop = {
    matrix,
    labels,
    classes,
    groups: lessons.groups,
    groupCount: groups,
    seed: options.seed,
    balance: options.balance,
    rowWeights: lessons.rowWeights,
  }

  const every = Uint32Array.from({ length: rows }, (_, row) => row)
  const assemble = (strength: number, rest: Pick<Classifier, 'blend' | 'decision' | 'report'>): Classifier => ({
    names,
    features: gathered.options,
    views,
    members: kinds.map((kind) => fitMember(shop, kind, strength, every)),
    ...rest,
  })
  if (like && like.names.length === classes) {
    const { blend, decision, report } = like
    gathered.release()
    return assemble(report.strength, { blend, decision, report: { ...report, rows } })
  }
  const folds = planFolds(shop, options, lessons.aside)
  const strengths = folds.length > 0 ? options.strengths : options.strengths.slice(0, 1)
  const tryOut = (strength: number, chosen: readonly Fold[]): Trial => {
    const unseen = predictUnseen(chosen, kinds, strength, classes, (learn) =>
      few ? { ...shop, matrix: weighRows(gathered, size, learn).matrix } : shop,
    )
    const blend = fitBlend(unseen, 10, unseen.labels.length > 20 * classes)
    return { strength, unseen, blend, loss: meanLoss(blend, unseen) }
  }
  // With many rows one fold tells which strength is better; the rest of the folds is then spent on the better one only.
  const compared = rows > 1200 && strengths.length > 1 ? folds.slice(0, 1) : folds
  let best = strengths.map((strength) => tryOut(strength, compared)).reduce((a, b) => (b.loss < a.loss ? b : a))
  if (compared.length < folds.length) best = tryOut(best.strength, folds)
  gathered.release()
  const { unseen, blend, strength } = best
  const probabilities = new Float64Array(unseen.labels.length * classes)
  const one = new Float64Array(classes)
  for (let i = 0; i < unseen.labels.length; i++) {
    blendRow(blend, unseen.logs, i * classes, one)
    probabilities.set(one, i * classes)
  }
  const aim = options.aim === 'auto' && looksLikePriority(names) ? 'balance' : options.aim
  const fitted =
    unseen.labels.length > 0
      ? fitDecision(probabilities, unseen.labels, classes, aim, unseen.weights)
      : LIKELIEST(classes)
  const decision = { ...fitted, curve: flatter(fitted.curve, options.caution) }
  return assemble(strength, {
    blend,
    decision,
    report: { rows, strength, ...measure(probabilities, unseen.labels, classes, decision) },
  })
}

interface Trial {
  strength: number
  unseen: Unseen
  blend: Blend
  loss: number
}

function measure(probabilities: Float64Array, labels: ArrayLike<number>, classes: number, decision: Decision) {
  const named = Uint32Array.from({ length: labels.length }, (_, i) => choose(probabilities, i * classes, decision))
  const confidences = Float64Array.from(named, (c, i) => confidenceOf(probabilities[i * classes + c]!, decision))
  const right = Uint8Array.from(named, (c, i) => (c === labels[i] ? 1 : 0))
  return {
    unseen: labels.length,
    ...scoresOf(named, labels, classes),
    calibrationError: calibrationError(confidences, right),
  }
}

function uniqueOf(values: Int32Array): number[] {
  return [...new Set(values)]
}

const PRIORITY_WORDS = new Set(
  'low medium high critical urgent normal minor major trivial blocker lowest highest p0 p1 p2 p3 p4 p5 severe moderate'.split(
    ' ',
  ),
)
/** Classes that are steps of urgency, few of them: the rare ones are the ones that matter. */
function looksLikePriority(names: readonly string[]): boolean {
  // "2 - High" and "P1 (critical)" as well.
  const known = names.filter((name) =>
    name
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .some((word) => PRIORITY_WORDS.has(word)),
  )
  return names.length >= 3 && names.length <= 7 && known.length * 2 > names.length
}

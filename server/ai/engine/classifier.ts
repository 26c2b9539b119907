import { bayesLogProbabilities, fitBayes } from './bayes.ts'
import { blendRow, fitBlend, meanLoss, type Blend, type Unseen } from './blend.ts'
import { choose, confidenceOf, fitDecision, scoresOf, calibrationError, LIKELIEST, type Decision } from './decide.ts'
import { FULL, readDraft, type Draft, type FeatureOptions } from './features.ts'
import { fitLinear, LINEAR, logProbabilities, type Linear } from './linear.ts'
import { stratifiedFolds } from './random.ts'
import { Bag, buildDictionary, Counts, Lookup, weigh, weighBags, type Sparse, type View } from './sparse.ts'

/** Texts read into features, a row each; the texts themselves are not kept. */
export class Gathered {
  readonly words = new Counts()
  readonly characters = new Counts()
  readonly options: FeatureOptions
  private readonly bags = [new Bag(), new Bag()] as const

  constructor(options: FeatureOptions = FULL) {
    this.options = options
  }

  add(draft: Draft): void {
    readDraft(draft, this.options, this.bags[0], this.bags[1])
    this.words.push(this.bags[0])
    this.characters.push(this.bags[1])
  }

  get rows(): number {
    return this.words.rows
  }

  /** Gives the memory back once the rows have been weighed; training does this. */
  release(): void {
    this.words.clear()
    this.characters.clear()
  }
}

export interface Lessons {
  gathered: Gathered
  /** class of each row, an index into `names` */
  labels: Int32Array
  names: readonly string[]
  /** group of each row when every group gets a model of its own */
  groups?: Int32Array
  /** rows set aside for calibration by whoever made the data; 1 = aside */
  aside?: Uint8Array
  /** how much each row counts, 1 when left out */
  rowWeights?: Float32Array
  /** rows that calibration may look at (1), all when left out: borrowed rows say nothing about this office */
  judged?: Uint8Array
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

interface MemberKind {
  kind: 'linear' | 'bayes'
  /** one model for each group, or one for all */
  own: boolean
}
interface Member extends MemberKind {
  models: (Linear | null)[]
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
  const most = Math.max(20_000, Math.min(600_000, Math.floor(48_000_000 / classes / Math.min(groups, 40))))
  const least = rows < 1500 ? 1 : rows < 30_000 ? 2 : 4
  const parts = [
    { counts: gathered.words, view: { dictionary: buildDictionary(gathered.words, least, most), weight: 1 } },
    {
      counts: gathered.characters,
      view: { dictionary: buildDictionary(gathered.characters, Math.max(2, least), most), weight: options.characters },
    },
  ]
  const matrix = weigh(parts)
  gathered.release()
  const kinds: MemberKind[] = [
    { kind: 'linear', own: groups > 1 },
    { kind: 'bayes', own: groups > 1 },
  ]
  if (groups > 1) kinds.push({ kind: 'linear', own: false })
  const shop: Shop = {
    matrix,
    labels,
    classes,
    groups: lessons.groups,
    groupCount: groups,
    options,
    rowWeights: lessons.rowWeights,
  }

  const every = Uint32Array.from({ length: rows }, (_, row) => row)
  const assemble = (strength: number, rest: Pick<Classifier, 'blend' | 'decision' | 'report'>): Classifier => ({
    names,
    features: gathered.options,
    views: parts.map(({ view }) => view),
    members: kinds.map((kind) => fitMember(shop, kind, strength, every)),
    ...rest,
  })
  if (like && like.names.length === classes) {
    const { blend, decision, report } = like
    return assemble(report.strength, { blend, decision, report: { ...report, rows } })
  }
  const plan = planFolds(shop, rows, lessons.aside, lessons.judged)
  const strengths = plan.folds.length > 0 ? options.strengths : options.strengths.slice(0, 1)
  const tryOut = (strength: number, folds: Plan['folds']): Trial => {
    const unseen = predictUnseen(shop, kinds, strength, folds)
    const blend = fitBlend(unseen, 20, unseen.labels.length > 20 * classes)
    return { strength, unseen, blend, loss: meanLoss(blend, unseen) }
  }
  // With many rows one fold tells which strength is better; the rest of the folds is then spent on the better one only.
  const compared = rows > 1200 && strengths.length > 1 ? plan.folds.slice(0, 1) : plan.folds
  let best = strengths.map((strength) => tryOut(strength, compared)).reduce((a, b) => (b.loss < a.loss ? b : a))
  if (compared.length < plan.folds.length) best = tryOut(best.strength, plan.folds)
  const { unseen, blend, strength } = best
  const probabilities = new Float64Array(unseen.labels.length * classes)
  const one = new Float64Array(classes)
  for (let i = 0; i < unseen.labels.length; i++) {
    blendRow(blend, unseen.logs, i * classes, one)
    probabilities.set(one, i * classes)
  }
  const aim = options.aim === 'auto' && looksLikePriority(names) ? 'balance' : options.aim
  const fitted = unseen.labels.length > 0 ? fitDecision(probabilities, unseen.labels, classes, aim) : LIKELIEST(classes)
  const decision = { ...fitted, slope: fitted.slope * (1 - options.caution) }
  return assemble(strength, {
    blend,
    decision,
    report: { rows, strength, ...measure(probabilities, unseen.labels, classes, decision) },
  })
}

export interface Opinion {
  /** index into `names` of the class that is named */
  named: number
  /** chance that the named class is right, calibrated */
  confidence: number
  /** classes: calibrated probabilities, sum 1 */
  probabilities: Float64Array
}

/** Asks a model; keeps what is costly to build between questions. */
export class Reader {
  readonly classifier: Classifier
  private readonly lookups: Lookup[]
  private readonly bags = [new Bag(), new Bag()] as const

  constructor(classifier: Classifier) {
    this.classifier = classifier
    this.lookups = classifier.views.map((view) => new Lookup(view.dictionary.keys))
  }

  row(draft: Draft): Sparse {
    readDraft(draft, this.classifier.features, this.bags[0], this.bags[1])
    return weighBags(this.bags, this.classifier.views, this.lookups)
  }

  read(draft: Draft, group = 0): Opinion {
    return this.judge(this.row(draft), group)
  }

  judge(row: Sparse, group = 0): Opinion {
    const { members, blend, decision, names } = this.classifier
    const classes = Math.max(1, names.length)
    const logs = members.map((member) => {
      const out = new Float32Array(classes)
      logsOf(member, row, 0, group, out, 0)
      return out
    })
    const probabilities = new Float64Array(classes)
    blendRow(blend, logs, 0, probabilities)
    const named = choose(probabilities, 0, decision)
    return { named, confidence: confidenceOf(probabilities[named]!, decision), probabilities }
  }

  /** Columns of the views, for the explanation of single features. */
  column(view: 0 | 1, key: number): number {
    const column = this.lookups[view]!.column(key)
    return column < 0 ? -1 : column + (view === 0 ? 0 : this.classifier.views[0]!.dictionary.keys.length)
  }
}

interface Shop {
  matrix: Sparse
  labels: Int32Array
  classes: number
  groups: Int32Array | undefined
  groupCount: number
  options: ClassifierOptions
  rowWeights: Float32Array | undefined
}

function fitMember(shop: Shop, kind: MemberKind, strength: number, rows: Uint32Array): Member {
  const { matrix, labels, classes, options } = shop
  const fit = (chosen: Uint32Array): Linear | null => {
    if (chosen.length === 0) return null
    if (kind.kind === 'bayes') return fitBayes(matrix, chosen, labels, classes, shop.rowWeights)
    const linear = { ...LINEAR, strength, seed: options.seed }
    return fitLinear(matrix, chosen, labels, classes, {
      ...linear,
      ...(options.balance > 0 ? { classWeights: classWeightsOf(labels, chosen, classes, options.balance) } : {}),
      ...(shop.rowWeights ? { rowWeights: shop.rowWeights } : {}),
    })
  }
  if (!kind.own || !shop.groups) return { ...kind, own: false, models: [fit(rows)] }
  const models: (Linear | null)[] = []
  for (let group = 0; group < shop.groupCount; group++)
    models.push(fit(rows.filter((row) => shop.groups![row] === group)))
  return { ...kind, models }
}

function logsOf(member: Member, matrix: Sparse, row: number, group: number, out: Float32Array, offset: number): void {
  const model = member.models[member.own ? group : 0] ?? null
  const classes = model?.classes ?? 0
  if (!model) return
  if (member.kind === 'bayes') bayesLogProbabilities(model, matrix, row, out, offset)
  else logProbabilities(model, matrix, row, out, offset)
  if (classes === 1) out[offset] = 0
}

interface Trial {
  strength: number
  unseen: Unseen
  blend: Blend
  loss: number
}

interface Plan {
  /** rows to learn from and rows to predict, for each fold */
  folds: { learn: Uint32Array; predict: Uint32Array }[]
}

/** Folds over all rows; with plenty of rows set aside those are the one fold; big data is sampled to stay within the budget. */
function planFolds(shop: Shop, rows: number, aside?: Uint8Array, judged?: Uint8Array): Plan {
  const may = (row: number): boolean => !judged || judged[row] === 1
  const { matrix, labels, classes, options } = shop
  const every = Uint32Array.from({ length: rows }, (_, row) => row)
  if (rows < 10 || classes < 2) return { folds: [] }
  const cost = matrix.column.length * classes * 2 * 8
  const setAside = aside ? every.filter((row) => aside[row] === 1) : new Uint32Array(0)
  if (aside && setAside.length >= 400 && rows - setAside.length >= 3000) {
    const learn = every.filter((row) => aside[row] === 0)
    const sampled = sample(learn, Math.ceil((learn.length * options.budget) / (cost * options.strengths.length)))
    return { folds: [{ learn: sampled, predict: sample(setAside, 5000) }] }
  }
  const affordable = Math.floor(options.budget / (cost * options.strengths.length))
  const folds = Math.min(options.folds, Math.max(2, affordable))
  const dealt = stratifiedFolds(labels, affordable < 2 ? 10 : folds, options.seed)
  if (affordable < 2) {
    const learn = every.filter((row) => dealt[row] !== 0)
    const size = Math.ceil((rows * options.budget) / (cost * options.strengths.length))
    return {
      folds: [
        {
          learn: sample(learn, size),
          predict: sample(
            every.filter((row) => dealt[row] === 0 && may(row)),
            5000,
          ),
        },
      ],
    }
  }
  return {
    folds: Array.from({ length: folds }, (_, fold) => ({
      learn: every.filter((row) => dealt[row] !== fold),
      predict: every.filter((row) => dealt[row] === fold && may(row)),
    })),
  }
}

/** Evenly spread over the rows' order. */
function sample(rows: Uint32Array, size: number): Uint32Array {
  if (rows.length <= size) return rows
  return Uint32Array.from({ length: size }, (_, i) => rows[Math.floor((i * rows.length) / size)]!)
}

function predictUnseen(shop: Shop, kinds: readonly MemberKind[], strength: number, folds: Plan['folds']): Unseen {
  const { classes, labels, matrix } = shop
  const total = folds.reduce((sum, { predict }) => sum + predict.length, 0)
  const logs = kinds.map(() => new Float32Array(total * classes))
  const truth = new Int32Array(total)
  let at = 0
  for (const { learn, predict } of folds) {
    const members = kinds.map((kind) => fitMember(shop, kind, strength, learn))
    for (const row of predict) {
      truth[at] = labels[row]!
      for (let m = 0; m < members.length; m++) {
        logsOf(members[m]!, matrix, row, shop.groups?.[row] ?? 0, logs[m]!, at * classes)
      }
      at++
    }
  }
  return { logs, labels: truth, classes }
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

function classWeightsOf(labels: Int32Array, rows: Uint32Array, classes: number, power: number): Float64Array {
  const counts = new Float64Array(classes)
  for (const row of rows) counts[labels[row]!]!++
  const present = counts.filter((count) => count > 0).length
  return counts.map((count) => (count > 0 ? (rows.length / (present * count)) ** power : 0))
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

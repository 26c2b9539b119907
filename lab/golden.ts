import { calibrationError, scoresOf } from '../engine/classifier/scores.ts'
import { answerIntent } from '../engine/model.ts'
import { classify } from '../engine/classify.ts'
import { HEAD_NAMES, type Head, type TrainingExample } from '../engine/heads.ts'
import { train } from '../engine/train.ts'
import { NONE } from '../engine/intents.ts'
import { estimateDuration } from '../engine/durations/duration-estimator.ts'
import type { HistoryRow } from '../engine/durations/history.ts'
import { generator } from '../engine/classifier/random.ts'
import { SimilarIndex } from '../engine/similarity/similar.ts'
import { startingCorpus, startingQuestions, type LabelledRequest } from '../engine/corpus/corpus.ts'
import { calibrationByChance, debiasedSquare, signedRoot } from './calibration-floor.ts'
import { goldenQuestions, goldenSet } from './golden-set.ts'

const DAY = 86_400_000
const START = Date.UTC(2025, 0, 6)
/** The first part of the golden set plays the office's past, the rest is measured. */
const PAST = 0.5

/** Answers from this probability on are shown as certain. */
const SURE = 0.8

type Model = ReturnType<typeof train>
/** Whether each certain answer of a model is right. */
type SureAnswers = Record<'corpus only' | 'after the first half', number[]>

/** The compared models, and the rows of the golden set: `past` trains one of them, `rest` is asked of both. */
interface Comparison {
  past: readonly LabelledRequest[]
  rest: readonly LabelledRequest[]
  history: readonly HistoryRow[]
  fresh: Model
  learned: Model
}

/**
 * Our texts compared with the simplest baselines. Deterministic; durations are random (see `withDates`), so they test the
 * machinery only.
 */
export function goldenReport(): object {
  const golden = goldenSet()
  const comparison = compare(golden)
  const sure: SureAnswers = { 'corpus only': [], 'after the first half': [] }
  return {
    ...Object.fromEntries(HEAD_NAMES.map((head) => [head, fieldReport(comparison, head, sure)])),
    'said with 0.8 or more, all three fields': Object.fromEntries(
      Object.entries(sure).map(([name, right]) => [
        name,
        { right: two(mean(right)), share: two(right.length / comparison.rest.length / 3) },
      ]),
    ),
    duration: durationReport(comparison),
    questions: questionReport(comparison.fresh),
    texts: nearestCopy(golden, startingCorpus()),
  }
}

function compare(golden: readonly LabelledRequest[]): Comparison {
  const history = withDates(golden)
  const cut = Math.floor(golden.length * PAST)
  const now = Date.parse(history[cut]!.createdAt)
  const past = golden.slice(0, cut)
  const base = {
    corpus: startingCorpus().map(exampleOf),
    questions: startingQuestions(),
    unit: 'calendar' as const,
    now,
  }
  const known = history.filter((row) => Date.parse(row.createdAt) < now)
  return {
    past,
    rest: golden.slice(cut),
    history,
    fresh: train([], { ...base, history: [] }),
    learned: train(past.map(exampleOf), { ...base, history: known }),
  }
}

function fieldReport({ past, rest, fresh, learned }: Comparison, head: Head, sure: SureAnswers): object {
  const truth = rest.map((row) => labelOf(row, head))
  const names = [...new Set([...past, ...rest].map((row) => labelOf(row, head)))]
  const common = commonest(past.map((row) => labelOf(row, head)))
  const measure = (model: Model, name: keyof SureAnswers) => {
    const answers = rest.map((row) => classify(model, row).fields[head])
    const values = answers.map(({ value }) => value)
    const chances = answers.map(({ probability }) => probability)
    values.forEach((value, i) => {
      if (chances[i]! >= SURE) sure[name].push(Number(value === truth[i]))
    })
    return scored(values, truth, names, chances)
  }
  const always = truth.map(() => common)
  const byRules = rest.map((row) => byKeywords(row, head) ?? common)
  return {
    'most frequent': scored(always, truth, names),
    'keyword rules': scored(byRules, truth, names),
    'engine, corpus only': measure(fresh, 'corpus only'),
    'engine, after the first half': measure(learned, 'after the first half'),
  }
}

function durationReport({ past, history, learned }: Comparison): object {
  const inside: number[] = []
  const misses: Record<'global median' | 'engine', number[]> = { 'global median': [], engine: [] }
  const cut = past.length
  const now = Date.parse(history[cut]!.createdAt)
  const known = history.slice(0, cut).filter(({ finishedAt }) => finishedAt && Date.parse(finishedAt) < now)
  const globalMedian = middle(known.map(daysOf))
  const index = new SimilarIndex()
  for (const row of history) index.add({ id: row.id, title: row.title, description: row.description })
  index.build()
  for (const row of history.slice(cut)) {
    if (row.finishedAt === null) continue
    const at = Date.parse(row.createdAt)
    const visible = history.filter((other) => Date.parse(other.createdAt) < at)
    const alike = index.query(row, 10).filter(({ score }) => score > 0.3)
    const { estimatedDays, low, high } = estimateDuration(learned.durations, row, visible, alike, at)
    const days = daysOf(row)
    inside.push(days >= low && days <= high ? 1 : 0)
    misses.engine.push(Math.abs(estimatedDays - days))
    misses['global median'].push(Math.abs(globalMedian - days))
  }
  return {
    ...Object.fromEntries(Object.entries(misses).map(([name, list]) => [name, { medianError: two(middle(list)) }])),
    coverage: two(mean(inside)),
    rows: inside.length,
  }
}

function questionReport(model: Model): object {
  const answers = goldenQuestions().map((question) => ({ question, answer: answerIntent(model, question.text) }))
  const ours = answers.filter(({ question }) => question.label !== NONE)
  const foreign = answers.filter(({ question }) => question.label === NONE)
  return {
    'most frequent': { inScope: two(1 / new Set(ours.map(({ question }) => question.label)).size) },
    engine: {
      inScope: two(mean(ours.map(({ question, answer }) => Number(answer.label === question.label)))),
      outOfScopeRefused: two(mean(foreign.map(({ answer }) => Number(answer.label === NONE)))),
      asked: answers.length,
    },
  }
}

export function exampleOf({
  title,
  description,
  priority,
  developmentType,
  department,
}: LabelledRequest): TrainingExample {
  return { title, description, priority, developmentType, department }
}

export function labelOf(row: LabelledRequest, head: Head): string {
  return head === 'responsibleDepartment' ? row.department : row[head]
}

/** Typical days of each development type in the synthetic office. */
const TYPICAL: Record<LabelledRequest['developmentType'], number> = {
  UI: 8,
  API: 16,
  Backend: 17,
  Database: 14,
  Security: 13,
  Integration: 34,
  'Full-Stack': 55,
}
const HASTE: Record<LabelledRequest['priority'], number> = { low: 1.4, medium: 1, high: 0.7, critical: 0.3 }

/** Two requests a working day, log-normal durations around the typical ones with a slow oscillation: invented, not observed. */
function withDates(rows: readonly LabelledRequest[]): HistoryRow[] {
  const random = generator(20250106)
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  return rows.map((row, i) => {
    const created = START + (i / 2) * 1.4 * DAY + random() * DAY * 0.5
    const swing = Math.exp(0.3 * Math.sin(i / 60))
    const days = TYPICAL[row.developmentType] * HASTE[row.priority] * swing * Math.exp(0.8 * normal())
    return {
      id: String(i),
      requestId: `RFD-2025-${String(i + 1).padStart(4, '0')}`,
      title: row.title,
      description: row.description,
      priority: row.priority,
      department: row.department,
      developmentType: row.developmentType,
      createdAt: new Date(created).toISOString(),
      finishedAt: new Date(created + days * DAY).toISOString(),
    }
  })
}

function daysOf(row: HistoryRow): number {
  return (Date.parse(row.finishedAt!) - Date.parse(row.createdAt)) / DAY
}

/** A naive keyword baseline. */
const KEYWORDS: Record<Head, readonly (readonly [string, RegExp])[]> = {
  developmentType: [
    ['API', /\b(api|endpoint|webhook|rest|json|call)\b/i],
    ['Integration', /\b(interface|integration|connect|exchange|external|system of)\b/i],
    ['Database', /\b(database|table|index|migration|rows|backup)\b/i],
    ['Security', /\b(security|password|access|encrypt|attack|sign-in)\b/i],
    ['UI', /\b(screen|page|button|form|print|colour|display|show)\b/i],
    ['Full-Stack', /\b(portal|module|application|register)\b/i],
    ['Backend', /\b(rule|calculate|check|validate|compute|job)\b/i],
  ],
  responsibleDepartment: [
    ['security', /\b(security|password|access|encrypt|attack|certificate)\b/i],
    ['data', /\b(tariff|statistic|data|rates?|report)\b/i],
    ['compliance', /\b(law|licen[cs]e|guarantee|legal|court|audit|origin)\b/i],
    ['operations', /\b(gate|port|container|truck|vessel|manifest|inspection|slot)\b/i],
    ['it', /./],
  ],
  priority: [
    ['critical', /\b(critical|down|outage|immediately|today)\b/i],
    ['high', /\b(urgent|deadline|law|wrong|fails?)\b/i],
    ['low', /\b(nice|small|colou?r|font|would be)\b/i],
    ['medium', /./],
  ],
}

function byKeywords(row: LabelledRequest, head: Head): string | null {
  return KEYWORDS[head].find(([, pattern]) => pattern.test(`${row.title} ${row.description}`))?.[0] ?? null
}

function scored(
  named: readonly string[],
  truth: readonly string[],
  names: readonly string[],
  confidences?: readonly number[],
): object {
  const number = (name: string) => names.indexOf(name)
  const { accuracy, macroF1 } = scoresOf(named.map(number), truth.map(number), names.length)
  const right = named.map((name, i) => name === truth[i])
  const sure = confidences?.flatMap((confidence, i) => (confidence >= 0.8 ? [Number(right[i])] : [])) ?? []
  return {
    accuracy: two(accuracy),
    macroF1: two(macroF1),
    ...(confidences
      ? {
          ...calibrationOf(confidences, right),
          sureRight: two(mean(sure)),
          sureShare: two(sure.length / truth.length),
        }
      : {}),
  }
}

/** The measured calibration error, its floor by chance, and the estimate without the bias of few rows. */
export function calibrationOf(confidences: readonly number[], right: readonly boolean[]): object {
  const error = calibrationError(confidences, right)
  const { floor, asMuch } = calibrationByChance(confidences, error)
  return {
    calibrationError: two(error),
    calibrationFloor: two(floor),
    asMuchByChance: two(asMuch),
    debiasedError: two(signedRoot(debiasedSquare(confidences, right))),
  }
}

/** Similarity of each golden text to its nearest corpus text: the golden set must not be the corpus in other words. */
function nearestCopy(golden: readonly LabelledRequest[], corpus: readonly LabelledRequest[]): object {
  const index = new SimilarIndex()
  corpus.forEach((row, i) => index.add({ id: String(i), title: row.title, description: row.description }))
  index.build()
  const scores = golden.map((row) => index.query(row, 1)[0]?.score ?? 0).sort((a, b) => a - b)
  return {
    golden: golden.length,
    corpus: corpus.length,
    'median cosine to the nearest': two(middle(scores)),
    largest: two(scores.at(-1)!),
  }
}

function commonest(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0]
}

function middle(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? NaN
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / Math.max(1, numbers.length)
}

export function two(value: number): number {
  return Math.round(value * 100) / 100
}

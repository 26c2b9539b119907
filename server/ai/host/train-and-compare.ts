import { startingCorpus } from '../../../engine/corpus/corpus.ts'
import { classify } from '../../../engine/classify.ts'
import type { DayUnit, HistoryRow } from '../../../engine/durations/history.ts'
import type { WorkCalendar } from '../../../engine/durations/work-days.ts'
import { HEAD_NAMES, labelOf, type Head, type TrainingExample } from '../../../engine/heads.ts'
import { loadModel, saveModel, stampOf, type Model } from '../../../engine/model.ts'
import { trainHoldingBack, type HeldBackAnswers } from '../../../engine/train.ts'
import type { EngineStamp } from '../../../shared/ai.ts'
import { startingModel } from './starting-model.ts'

type DatedExample = TrainingExample & { createdAt?: string }

/** A page of the office's decisions, oldest first. */
export interface TrainingPage {
  examples: DatedExample[]
  history: HistoryRow[]
}

export interface TrainingOptions {
  unit: DayUnit
  /** defines working days */
  calendar?: WorkCalendar | undefined
  now: number
  /** baseline that the new model must not be worse than; the starting model when left out */
  present?: Uint8Array | undefined
  /** creation of the newest request that `present` has learned from; null when it has learned from none of the office's */
  learnedUntil?: string | null
}

interface HeadScore {
  /** held-out decisions that both models predicted and neither had learned from */
  asked: number
  /** share predicted as people decided, by the new model (`accuracy`) and by the present one (`before`) */
  accuracy: number
  before: number
}

export interface TrainingResult {
  model: Uint8Array
  stamp: EngineStamp
  scores: Record<Head, HeadScore>
  isBetterOrEqual: boolean
}

/** Share of the decisions, the newest ones, held out to compare the models, and their maximum number. */
const HELD_BACK = { share: 0.2, most: 400 }
/** Fewer decisions do not prove that a model is worse. */
const MIN_DECISIONS = 20
/** Tolerated loss of accuracy, in standard errors of the difference: it may be chance. */
const SLACK = 1

/**
 * Trains once on everything. The newest decisions are a separate fold: out-of-fold predictions of models without any newer
 * data are compared with those of the present model. Decisions that the present model has learned from are excluded: it
 * would have memorised them, and no new model could ever be as good.
 */
export function trainAndCompare({ examples, history }: TrainingPage, options: TrainingOptions): TrainingResult {
  const { unit, calendar, now, present, learnedUntil = null } = options
  const starting = startingModel()
  const heldBack = countHeldBack(examples, learnedUntil)
  const trained = trainHoldingBack(
    examples,
    // The starting questions are the same in every model.
    { corpus: startingCorpus(), questions: starting.intents, history, unit, calendar, now },
    heldBack,
  )
  const before = present ? loadModel(present) : starting
  const scores = compare(examples, examples.length - heldBack, trained.heldBack, before)
  return {
    model: saveModel(trained.model),
    stamp: stampOf(trained.model),
    scores,
    isBetterOrEqual: !Object.values(scores).some(isWorse),
  }
}

function countHeldBack(examples: readonly DatedExample[], learnedUntil: string | null): number {
  const isNew = ({ createdAt }: DatedExample) =>
    learnedUntil === null || createdAt === undefined || createdAt > learnedUntil
  const unknown = examples.length - 1 - examples.findLastIndex((example) => !isNew(example))
  return Math.min(HELD_BACK.most, Math.floor(examples.length * HELD_BACK.share), unknown)
}

function compare(
  examples: readonly TrainingExample[],
  from: number,
  answers: HeldBackAnswers,
  before: Model,
): Record<Head, HeadScore> {
  const scores = {} as Record<Head, HeadScore>
  for (const head of HEAD_NAMES) scores[head] = { asked: 0, accuracy: 0, before: 0 }
  for (let number = from; number < examples.length; number++) {
    const example = examples[number]!
    const old = classify(before, example)
    for (const head of HEAD_NAMES) {
      const truth = labelOf(example, head)
      const named = answers[head].get(number)
      if (truth === null || named === undefined) continue
      scores[head].asked++
      if (named === truth) scores[head].accuracy++
      if (old[head] === truth) scores[head].before++
    }
  }
  for (const score of Object.values(scores)) {
    score.accuracy /= Math.max(1, score.asked)
    score.before /= Math.max(1, score.asked)
  }
  return scores
}

function isWorse({ asked, accuracy, before }: HeadScore): boolean {
  if (asked < MIN_DECISIONS) return false
  const error = Math.sqrt((accuracy * (1 - accuracy) + before * (1 - before)) / asked)
  return accuracy < before - SLACK * error
}

import { startingCorpus, startingQuestions } from '../../engine/corpus/corpus.ts'
import {
  classify,
  HEAD_NAMES,
  type Head,
  type Lesson,
  loadModel,
  saveModel,
  stampOf,
  train,
} from '../../engine/engine.ts'
import type { DayUnit, HistoryRow } from '../../engine/durations/history.ts'
import { startingModel } from './starting-model.ts'
import type { EngineStamp } from '../../shared/ai.ts'

/** A part of what the office has decided, oldest first. */
export interface Page {
  lessons: (Lesson & { createdAt?: string })[]
  history: HistoryRow[]
}

export interface Teaching {
  unit: DayUnit
  now: number
  /** the model that a new one must not be worse than; the one we start with when left out */
  present?: Uint8Array | undefined
  /** creation of the newest request that it has learned from; null when it has learned from none of the office's */
  learntUntil?: string | null
}

interface HeadScore {
  /** held-back decisions that both were asked about and neither had learned from */
  asked: number
  /** share named as people decided, by the new model and by the present one */
  accuracy: number
  before: number
}

export interface Taught {
  model: Uint8Array
  stamp: EngineStamp
  scores: Record<Head, HeadScore>
  isBetterOrEqual: boolean
}

/** Of the newest decisions this share is held back to compare the models on, within these numbers. */
const HELD_BACK = { share: 0.2, most: 400 }
/** With so many decisions the few that were held back change no calibration; measuring it twice would take as long again. */
const MANY = 20_000
/** The new model may name so much less rightly by chance, in standard errors of the difference. */
const SLACK = 1

/**
 * Trains on all but the newest decisions, compares with the present model on those, and then trains on everything.
 * Too few decisions to compare on are no proof of harm: then the new model counts as not worse. What the present model has
 * learned from is not asked: it would know the answers by heart, and no new model could ever be as good.
 */
export function teach({ lessons, history }: Page, { unit, now, present, learntUntil = null }: Teaching): Taught {
  const isNew = ({ createdAt }: { createdAt?: string }) =>
    learntUntil === null || createdAt === undefined || createdAt > learntUntil
  const unknown = lessons.length - 1 - lessons.findLastIndex((lesson) => !isNew(lesson))
  const held = Math.min(HELD_BACK.most, Math.floor(lessons.length * HELD_BACK.share), unknown)
  const options = { corpus: startingCorpus(), questions: startingQuestions(), history, unit, now }
  const trial = train(lessons.slice(0, lessons.length - held), { ...options, questions: [] })
  const before = present ? loadModel(present) : startingModel()
  const scores = {} as Record<Head, HeadScore>
  const recent = lessons.slice(lessons.length - held)
  for (const head of HEAD_NAMES) scores[head] = { asked: 0, accuracy: 0, before: 0 }
  for (const lesson of recent) {
    const [own, old] = [classify(trial, lesson), classify(before, lesson)]
    for (const head of HEAD_NAMES) {
      const truth = head === 'responsibleDepartment' ? lesson.department : lesson[head]
      if (truth === null) continue
      scores[head].asked++
      if (own[head] === truth) scores[head].accuracy++
      if (old[head] === truth) scores[head].before++
    }
  }
  for (const score of Object.values(scores)) {
    score.accuracy /= Math.max(1, score.asked)
    score.before /= Math.max(1, score.asked)
  }
  const model = train(lessons, { ...options, like: lessons.length > MANY ? trial : undefined })
  return {
    model: saveModel(model),
    stamp: stampOf(model),
    scores,
    isBetterOrEqual: !Object.values(scores).some(isWorse),
  }
}

function isWorse({ asked, accuracy, before }: HeadScore): boolean {
  if (asked < 20) return false
  const error = Math.sqrt((accuracy * (1 - accuracy) + before * (1 - before)) / asked)
  return accuracy < before - SLACK * error
}

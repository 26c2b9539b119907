import type { Analysis, Classification, EngineStamp, ProcessingTime } from '../../shared/ai.ts'
import type { Draft, Hit, Known } from './ai.ts'
import { analyze } from '../../engine/analysis.ts'
import {
  answerIntent,
  classify,
  estimate,
  loadModel,
  type Model,
  processingTimeOf,
  saveModel,
  stampOf,
} from '../../engine/engine.ts'
import type { Understood } from '../../engine/intents.ts'
import type { EstimateSubject } from '../../engine/durations/duration-estimator.ts'
import type { HistoryRow } from '../../engine/durations/history.ts'
import { SimilarIndex } from '../../engine/similarity/similar.ts'
import { textOf } from '../../engine/text/text.ts'
import { startingModel } from './starting-model.ts'
import { type Page, type Taught, teach, type Teaching } from './teach.ts'

/** What goes along with a question; the recent requests are far more and stay with the engine (`recall`). */
export type Told = Omit<Known, 'recent'>

/** Everything a thread can be asked: what goes in and comes out can be copied between threads. */
export interface EngineCalls {
  /** Takes a model into use; the one we start with when there is none. */
  load(argument: { model?: Uint8Array }): { stamp: EngineStamp; model: Uint8Array }
  /** Remembers the recent requests that estimates rest on, in place of the ones before. */
  recall(argument: { recent: readonly HistoryRow[] }): void
  classify(argument: { draft: Draft }): Classification
  estimate(argument: { subject: EstimateSubject; known: Told }): ProcessingTime
  analyze(argument: { subject: EstimateSubject; known: Told }): Analysis
  understand(argument: { question: string }): Understood
  add(argument: { entries: (Draft & { id: string })[] }): number
  build(argument: object): void
  similar(argument: { entry: Draft & { id?: string }; most: number; within?: string[] }): Hit[]
  /** Gathers what `teach` then learns from: page by page, because copying all of it at once would make others wait. */
  gather(argument: Page): void
  teach(argument: Teaching): Taught
}

/** An engine with its model and its index, as a thread holds one. */
export function createEngine(): EngineCalls {
  let model: Model | undefined
  const index = new SimilarIndex()
  let gathered: Page = { lessons: [], history: [] }
  let recent: readonly HistoryRow[] | undefined
  /** where each of them stands */
  let places = new Map<string, number>()
  const present = (): Model => {
    if (!model) throw new Error('No model has been loaded')
    return model
  }
  const historyOf = ({ alike }: Told): HistoryRow[] => {
    if (!recent) throw new Error('The recent requests have not been told')
    const rows = [...recent]
    // Those come with their titles and take the place of the others.
    for (const row of alike) rows[places.get(row.id) ?? rows.length] = row
    return rows
  }
  return {
    load({ model: bytes }) {
      model = bytes ? loadModel(bytes) : startingModel()
      return { stamp: stampOf(model), model: bytes ?? saveModel(model) }
    },
    recall(argument) {
      recent = argument.recent
      places = new Map(recent.map(({ id }, i) => [id, i]))
    },
    classify: ({ draft }) => classify(present(), draft),
    estimate: ({ subject, known }) =>
      processingTimeOf(estimate(present(), subject, historyOf(known), known.similar, known.now, known.unit)),
    analyze: ({ subject, known }) =>
      analyze(present(), subject, historyOf(known), known.similar, known.now, known.unit),
    understand: ({ question }) => answerIntent(present(), question),
    add({ entries }) {
      for (const { id, title, description } of entries) {
        index.add({ id, title: textOf(title), description: textOf(description) })
      }
      return index.size
    },
    build: () => index.build(),
    similar({ entry, most, within }) {
      const allowed = within && new Set(within)
      const asked = { ...entry, title: textOf(entry.title), description: textOf(entry.description) }
      return index.query(asked, most, allowed && ((id) => allowed.has(id)))
    },
    gather({ lessons, history }) {
      gathered.lessons.push(...lessons)
      gathered.history.push(...history)
    },
    teach(teaching) {
      const taught = teach(gathered, teaching)
      gathered = { lessons: [], history: [] }
      return taught
    },
  }
}

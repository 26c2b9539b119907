import type { Analysis } from '../../../shared/analysis.ts'
import type { ProcessingTime } from '../../../shared/estimates.ts'
import type { DocumentQuestion, Quotation } from '../../../engine/documents/answers/ask-document.ts'
import type { Page } from '../../../engine/documents/reading.ts'
import type { EstimateSubject } from '../../../engine/durations/duration-estimator.ts'
import type { HistoryRow } from '../../../engine/durations/history.ts'
import type { WorkCalendar } from '../../../engine/durations/work-days.ts'
import type { Understood } from '../../../engine/intents.ts'
import type { Classification, EngineStamp } from '../../../shared/ai.ts'
import type { OfficeDepartment } from '../../../shared/departments.ts'
import type { Draft, EstimateContext, ReadDocument } from './ai.ts'
import type { TrainingOptions, TrainingPage, TrainingResult } from './train-and-compare.ts'

/** Context sent with a question. The recent requests are far larger and are cached in the engine (`remember`). */
export type SentContext = Omit<EstimateContext, 'recent' | 'isOwn'> & {
  /** used instead of the cached requests, where the asker may not see all of those */
  own?: readonly HistoryRow[]
}

/** The calls of a thread with the models. */
export interface EngineCalls {
  /** Loads a model; the starting model when none is given. */
  load(argument: { model?: Uint8Array }): { stamp: EngineStamp }
  /** The model in use, serialised to be loaded elsewhere: ten megabytes for a large office. */
  save(): Uint8Array
  /** Caches the recent requests that estimates are based on, replacing the previous ones. */
  remember(argument: { recent: readonly HistoryRow[] }): void
  classify(argument: { draft: Draft; departments?: readonly OfficeDepartment[] }): Classification
  estimate(argument: { subject: EstimateSubject; context: SentContext }): ProcessingTime
  analyze(argument: { subject: EstimateSubject; context: SentContext }): Analysis
  understand(argument: { question: string }): Understood
  /** @param today `YYYY-MM-DD`: the reference date for a document without a date */
  readDocument(argument: {
    pages: readonly Page[]
    departments: readonly OfficeDepartment[]
    today: string
    calendar?: WorkCalendar | undefined
  }): ReadDocument
  /** The passages of a document that answer a question. */
  askDocument(argument: {
    pages: readonly Page[]
    question: DocumentQuestion
    departments: readonly OfficeDepartment[]
    today: string
    calendar?: WorkCalendar | undefined
  }): Quotation[]
  /** Collects the data for `train`, page by page: copying all of it at once would block the event loop. */
  addTrainingPage(argument: TrainingPage): void
  train(argument: TrainingOptions): TrainingResult
}

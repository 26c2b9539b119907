import type { Classification, EngineStamp } from '../../../shared/ai.ts'
import type { Analysis } from '../../../shared/analysis.ts'
import type { ProcessingTime } from '../../../shared/estimates.ts'
import type { Departments } from '../../../shared/departments.ts'
import type { DocumentQuestion, Quotation } from '../../../engine/documents/answers/ask-document.ts'
import type { DocumentReading, Page } from '../../../engine/documents/reading.ts'
import type { Understood } from '../../../engine/intents.ts'
import type { DayUnit, HistoryRow } from '../../../engine/durations/history.ts'
import type { WorkCalendar } from '../../../engine/durations/work-days.ts'
import type { EstimateSubject } from '../../../engine/durations/duration-estimator.ts'
import type { TrainingPage, TrainingResult, TrainingOptions } from './train-and-compare.ts'

export interface Draft {
  title: string
  description: string
}

/** The data that an estimate may use. */
export interface EstimateContext {
  /** The office's recent requests. Passing the same array again is free: the engine caches the last one. */
  recent: readonly HistoryRow[]
  /** `recent` holds only what the asker may see: it is sent with the question, and nothing is learnt from it */
  isOwn?: boolean
  /** finished requests that `similar` names, recent or not */
  alike: readonly HistoryRow[]
  similar: Pick<Hit, 'id' | 'score'>[]
  now: number
  /** the office's unit; the model's own unit when left out */
  unit?: DayUnit
  /** defines working days; Monday to Friday when left out */
  calendar?: WorkCalendar
}

export interface Hit {
  id: string
  /** 0 … 1 */
  score: number
  /** both may ask for the same */
  isDuplicate: boolean
}

export interface SimilarAnswer {
  /** false while the index is still being built: then there are no hits */
  ready: boolean
  hits: Hit[]
}

/** The result of reading a document, and the engine that read it. */
export interface ReadDocument {
  reading: DocumentReading
  engine: EngineStamp
}

export interface AiState {
  state: 'starting' | 'ready' | 'down'
  engine: EngineStamp | null
  indexed: number
  isTraining: boolean
}

/**
 * The engine's interface to the rest of the server. It knows no permissions: callers pass only data that the asker may see.
 * Every call fails with AppError `unavailable` when the engine cannot answer in time.
 */
export interface Ai {
  /**
   * Without a processing time.
   * @param departments the office's: only active ones are suggested
   */
  classify(draft: Draft, departments: Departments): Promise<Classification>
  /** The processing time alone, without reading the text again as `analyze` does. */
  estimate(subject: EstimateSubject, context: EstimateContext): Promise<ProcessingTime>
  analyze(subject: EstimateSubject, context: EstimateContext): Promise<Analysis>
  understand(question: string): Promise<Understood>
  /** @param within the only requests that may be named; all of them when left out */
  similar(entry: Draft & { id?: string }, limit: number, within?: string[]): Promise<SimilarAnswer>
  /**
   * Reads what a document says and asks for, in a separate thread: it may take seconds.
   * @param today `YYYY-MM-DD`: the reference date for a document without a date
   * @param calendar for terms in working days; Monday to Friday when left out
   */
  readDocument(
    pages: readonly Page[],
    departments: Departments,
    today: string,
    calendar?: WorkCalendar,
  ): Promise<ReadDocument>
  /** The passages of a document that answer a question; in the same thread. */
  askDocument(
    pages: readonly Page[],
    question: DocumentQuestion,
    departments: Departments,
    today: string,
    calendar?: WorkCalendar,
  ): Promise<Quotation[]>
  /** Trains in a separate low-priority process, which exits afterwards. */
  train(pages: AsyncIterable<TrainingPage>, options: TrainingOptions, signal: AbortSignal): Promise<TrainingResult>
  /** Switches to the newest stored model at once; polling would find it, too, but later. */
  useNewest(): Promise<void>
  state(): AiState
  close(): Promise<void>
}

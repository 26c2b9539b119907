import type { Analysis, Classification, EngineStamp, ProcessingTime } from '../../shared/ai.ts'
import type { Departments } from '../../shared/departments.ts'
import type { DocumentQuestion, Quotation } from '../../engine/documents/answers/ask-document.ts'
import type { DocumentReading, Page } from '../../engine/documents/reading.ts'
import type { Understood } from '../../engine/intents.ts'
import type { DayUnit, HistoryRow } from '../../engine/durations/history.ts'
import type { WorkCalendar } from '../../engine/durations/work-days.ts'
import type { EstimateSubject } from '../../engine/durations/duration-estimator.ts'
import type { TrainingPage, TrainingResult, TrainingOptions } from './train-and-compare.ts'

export interface Draft {
  title: string
  description: string
}

/** What an estimate may look at. */
export interface EstimateContext {
  /** The office's recent requests. The same array again costs nothing: the engine remembers the last one. */
  recent: readonly HistoryRow[]
  /** `recent` are only those that the asker may see: they go along with the question, and nothing is learnt from them */
  isOwn?: boolean
  /** finished requests that `similar` names, recent or not */
  alike: readonly HistoryRow[]
  similar: Pick<Hit, 'id' | 'score'>[]
  now: number
  /** what the office counts in; the model's own unit when left out */
  unit?: DayUnit
  /** what working days are; Monday to Friday when left out */
  calendar?: WorkCalendar
}

export interface Hit {
  id: string
  /** 0 … 1 */
  score: number
  /** so alike that both may ask for the same */
  isDuplicate: boolean
}

export interface SimilarAnswer {
  /** false while the index is still being filled: then nothing is known */
  ready: boolean
  hits: Hit[]
}

/** What was read in a document, and who read it. */
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
 * The engine as the rest of the server sees it. It decides nothing about who may see what: callers hand it only what the
 * asker may see. Every call fails with AppError `unavailable` when the engine cannot answer in time.
 */
export interface Ai {
  /**
   * Without a processing time.
   * @param departments the office's: only active ones are suggested
   */
  classify(draft: Draft, departments: Departments): Promise<Classification>
  /** The time alone, where `analyze` would read the text again. */
  estimate(subject: EstimateSubject, context: EstimateContext): Promise<ProcessingTime>
  analyze(subject: EstimateSubject, context: EstimateContext): Promise<Analysis>
  understand(question: string): Promise<Understood>
  /** @param within the only requests that may be named; all of them when left out */
  similar(entry: Draft & { id?: string }, most: number, within?: string[]): Promise<SimilarAnswer>
  /**
   * Reads what a document says and asks for, in a thread of its own: it may take seconds.
   * @param today `YYYY-MM-DD`: what a document without a date of its own counts from
   */
  readDocument(pages: readonly Page[], departments: Departments, today: string): Promise<ReadDocument>
  /** The passages of a document that answer a question; in the same thread. */
  askDocument(
    pages: readonly Page[],
    question: DocumentQuestion,
    departments: Departments,
    today: string,
  ): Promise<Quotation[]>
  /** Learns beside the running work, in a process of its own that ends with it. */
  train(pages: AsyncIterable<TrainingPage>, options: TrainingOptions, signal: AbortSignal): Promise<TrainingResult>
  /** Takes the model that was stored last into use; without being told, too, but later. */
  useNewest(): Promise<void>
  state(): AiState
  close(): Promise<void>
}

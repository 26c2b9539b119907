import type { Departments } from '../../../shared/departments.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EstimateSubject } from '../../../engine/durations/duration-estimator.ts'
import type { DocumentQuestion } from '../../../engine/documents/answers/ask-document.ts'
import type { Page } from '../../../engine/documents/reading.ts'
import type { HistoryRow } from '../../../engine/durations/history.ts'
import type { WorkCalendar } from '../../../engine/durations/work-days.ts'
import type { Ai, AiState, Draft, EstimateContext } from './ai.ts'
import type { EngineCalls, SentContext } from './engine-calls.ts'
import { Learning } from './learning.ts'
import { ModelInUse } from './model-in-use.ts'
import { SimilarityIndex } from './similarity-index.ts'
import type { SupervisedThread } from './supervised-thread.ts'
import { EngineThread } from './thread.ts'
import type { TrainingOptions, TrainingPage } from './train-and-compare.ts'

/** After a longer idle time the next question waits for the thread's cold start, some tenths of a second. */
const IDLE_MS = 5 * 60_000
/** A long document takes seconds, and minutes on a slow machine; nobody waits, so only one that hangs is aborted. */
const READ_TIMEOUT_MS = 20 * 60_000
/** Less than the 15 seconds after which the page gives up waiting. */
const ANSWER_TIMEOUT_MS = 12_000
/** Documents come in bursts or not for hours; the thread's model would take memory meanwhile. */
const READER_IDLE_MS = 30_000

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
  idleMs?: number
  pollIntervalMs?: number
}

export function startAi(options: Options): Ai {
  return new ThreadedAi(options)
}

/**
 * The engine in its threads: one answers, one holds the index of similar requests, and one reads documents. Each starts on
 * first use and ends when idle. Training runs in a separate process.
 */
class ThreadedAi implements Ai {
  private readonly answers: EngineThread
  private readonly documents: EngineThread
  private readonly index: SimilarityIndex
  private readonly learning: Learning
  private readonly model: ModelInUse
  /** The recent requests cached in the answering thread. */
  private remembered: readonly HistoryRow[] | undefined

  constructor({ db, log, idleMs = IDLE_MS, pollIntervalMs }: Options) {
    const begin = (thread: SupervisedThread<EngineCalls>) => this.load(thread)
    this.answers = new EngineThread({ log, niceness: 0, memoryMb: 512, begin, hangTimeoutMs: 20_000, idleMs })
    const reading = { niceness: 10, memoryMb: 512, hangTimeoutMs: READ_TIMEOUT_MS - 1000, idleMs: READER_IDLE_MS }
    this.documents = new EngineThread({
      log,
      ...reading,
      begin: async (thread) => void (await this.model.loadInto(thread)),
    })
    this.index = new SimilarityIndex({ db, log })
    this.learning = new Learning({ log })
    const reload = () => (this.answers.state === 'ready' ? this.load(this.answers) : undefined)
    this.model = new ModelInUse({ db, log, learning: this.learning, pollIntervalMs, reload })
  }

  classify(draft: Draft, departments: Departments) {
    return this.answers.ask('classify', { draft, departments: departments.all })
  }

  estimate(subject: EstimateSubject, context: EstimateContext) {
    return this.answers.ask('estimate', { subject, context: this.send(context) })
  }

  analyze(subject: EstimateSubject, context: EstimateContext) {
    return this.answers.ask('analyze', { subject, context: this.send(context) })
  }

  understand(question: string) {
    return this.answers.ask('understand', { question })
  }

  similar(entry: Draft & { id?: string }, limit: number, within?: string[]) {
    // Warm-up: a comparison is usually followed by an estimate or a classification.
    this.answers.wake()
    return this.index.find(entry, limit, within)
  }

  readDocument(pages: readonly Page[], departments: Departments, today: string, calendar?: WorkCalendar) {
    return this.documents.ask('readDocument', { pages, departments: departments.all, today, calendar }, READ_TIMEOUT_MS)
  }

  askDocument(
    pages: readonly Page[],
    question: DocumentQuestion,
    departments: Departments,
    today: string,
    calendar?: WorkCalendar,
  ) {
    return this.documents.ask(
      'askDocument',
      { pages, question, departments: departments.all, today, calendar },
      ANSWER_TIMEOUT_MS,
    )
  }

  train(pages: AsyncIterable<TrainingPage>, options: TrainingOptions, signal: AbortSignal) {
    return this.learning.train(pages, options, signal)
  }

  useNewest(): Promise<void> {
    return this.model.useNewest()
  }

  state(): AiState {
    return {
      state: this.answers.state === 'asleep' ? 'ready' : this.answers.state,
      engine: this.model.stamp,
      indexed: this.index.size(),
      isTraining: this.learning.isTraining,
    }
  }

  async close(): Promise<void> {
    await this.model.close()
    await Promise.all([this.answers.close(), this.documents.close(), this.index.close(), this.learning.close()])
  }

  private async load(thread: SupervisedThread<EngineCalls>): Promise<void> {
    // A new thread has an empty cache: the next question sends the recent requests first.
    this.remembered = undefined
    await this.model.use(thread)
  }

  /** Sends the recent requests to the thread if they are not cached there; it reads them before the question that follows. */
  private send({ recent, isOwn, ...context }: EstimateContext): SentContext {
    // A sleeping thread starts here, with an empty cache.
    this.answers.wake()
    if (isOwn) return { ...context, own: recent }
    if (this.remembered !== recent) {
      this.remembered = recent
      // The question that follows fails in the same way and reports it.
      this.answers.askUnqueued('remember', { recent }).catch(() => (this.remembered = undefined))
    }
    return context
  }
}

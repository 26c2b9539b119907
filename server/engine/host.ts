import type { Departments } from '../../shared/departments.ts'
import type { EngineStamp } from '../../shared/ai.ts'
import type { Db } from '../database/db.ts'
import type { EstimateSubject } from '../../engine/durations/duration-estimator.ts'
import type { DocumentQuestion } from '../../engine/documents/answers/ask-document.ts'
import type { Page } from '../../engine/documents/reading.ts'
import type { HistoryRow } from '../../engine/durations/history.ts'
import type { WorkCalendar } from '../../engine/durations/work-days.ts'
import { ENGINE_NAME, ENGINE_VERSION } from '../../engine/version.ts'
import type { Ai, AiState, Draft, EstimateContext } from './ai.ts'
import type { SentContext } from './engine-calls.ts'
import { SimilarityIndex } from './similarity-index.ts'
import { newestModel, newestReadableModel } from './stored-models.ts'
import { isStartingModelKept } from './starting-model-file.ts'
import { EngineThread } from './thread.ts'
import type { TrainingOptions, TrainingPage, TrainingResult } from './train-and-compare.ts'

const LOAD_TIMEOUT_MS = 120_000
/** Learning the starting texts, or an office's requests: nobody waits for it, and a slow machine must be able to finish. */
const LEARNING_TIMEOUT_MS = 60 * 60_000
/** After a longer idle time the next question waits for the thread's cold start, some tenths of a second. */
const IDLE_MS = 5 * 60_000
/** Poll interval: another process on this database may have trained. */
const POLL_INTERVAL_MS = 5_000
/** Start-up has more urgent work. */
const FIRST_POLL_DELAY_MS = 500
/** A long document takes seconds, and minutes on a slow machine; nobody waits, so only one that hangs is aborted. */
const READ_TIMEOUT_MS = 20 * 60_000
/** Less than the 15 seconds after which the page gives up waiting. */
const ANSWER_TIMEOUT_MS = 12_000
/** Documents come in bursts or not for hours; the thread's model would take memory meanwhile. */
const READER_IDLE_MS = 30_000
const TRAINING_LIMITS = { niceness: 15, memoryMb: 1536, ownProcess: true }

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
  private readonly db: Db
  private readonly log: Options['log']
  private readonly answers: EngineThread
  private readonly documents: EngineThread
  private readonly index: SimilarityIndex
  private readonly timer: NodeJS.Timeout
  private readonly firstLook: NodeJS.Timeout
  private training: EngineThread | undefined
  /** set while the starting model is being learnt */
  private learning: EngineThread | undefined
  private starting: Promise<Uint8Array> | undefined
  /** Id of the stored model in use, 0 for the starting model; undefined before the first poll. */
  private inForce: number | undefined
  private stamp: EngineStamp | null = null
  private looking: Promise<void> | undefined
  /** The recent requests cached in the answering thread. */
  private remembered: readonly HistoryRow[] | undefined

  constructor({ db, log, idleMs = IDLE_MS, pollIntervalMs = POLL_INTERVAL_MS }: Options) {
    this.db = db
    this.log = log
    const begin = (thread: EngineThread) => this.load(thread)
    this.answers = new EngineThread({ log, niceness: 0, memoryMb: 512, begin, hangTimeoutMs: 20_000, idleMs })
    const reading = { niceness: 10, memoryMb: 512, hangTimeoutMs: READ_TIMEOUT_MS - 1000, idleMs: READER_IDLE_MS }
    this.documents = new EngineThread({ log, ...reading, begin: async (thread) => void (await this.loadInto(thread)) })
    this.index = new SimilarityIndex({ db, log })
    const lookQuietly = () => void this.look().catch(() => undefined)
    this.timer = setInterval(lookQuietly, pollIntervalMs).unref()
    this.firstLook = setTimeout(lookQuietly, Math.min(FIRST_POLL_DELAY_MS, pollIntervalMs)).unref()
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

  async train(
    pages: AsyncIterable<TrainingPage>,
    options: TrainingOptions,
    signal: AbortSignal,
  ): Promise<TrainingResult> {
    const thread = new EngineThread({ log: this.log, ...TRAINING_LIMITS, hangTimeoutMs: LEARNING_TIMEOUT_MS })
    this.training = thread
    const stop = () => void thread.close()
    signal.addEventListener('abort', stop)
    try {
      signal.throwIfAborted()
      for await (const page of pages) await thread.ask('addTrainingPage', page, LEARNING_TIMEOUT_MS)
      return await thread.ask('train', options, LEARNING_TIMEOUT_MS)
    } finally {
      signal.removeEventListener('abort', stop)
      this.training = undefined
      await thread.close()
    }
  }

  async useNewest(): Promise<void> {
    await this.looking?.catch(() => undefined)
    await this.look()
  }

  state(): AiState {
    return {
      state: this.answers.state === 'asleep' ? 'ready' : this.answers.state,
      engine: this.stamp,
      indexed: this.index.size(),
      isTraining: this.training !== undefined,
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    clearTimeout(this.firstLook)
    await this.looking?.catch(() => undefined)
    await Promise.all([
      this.answers.close(),
      this.documents.close(),
      this.index.close(),
      this.training?.close(),
      this.learning?.close(),
    ])
  }

  private async load(thread: EngineThread): Promise<void> {
    // A new thread has an empty cache: the next question sends the recent requests first.
    this.remembered = undefined
    const { id, stamp } = await this.loadInto(thread)
    this.inForce = id
    this.stamp = stamp
  }

  /** Loads the newest model in a thread. @returns its id, 0 for the starting model */
  private async loadInto(thread: EngineThread): Promise<{ id: number; stamp: EngineStamp }> {
    const newest = await newestModel(this.db.read)
    const model = newest?.content ?? (await this.startingModel())
    const loaded = await thread.callDirectly('load', { model }, LOAD_TIMEOUT_MS).catch((error: unknown) => {
      if (!newest) throw error
      // Fallback: an unreadable stored model must not keep the engine down.
      this.log.error({ err: error }, 'The stored model cannot be read; the engine starts from its own texts')
      return thread.callDirectly('load', {}, LOAD_TIMEOUT_MS)
    })
    return { id: newest?.id ?? 0, stamp: loaded.stamp }
  }

  /** @returns undefined when it is cached on disk; concurrent callers share one learning process */
  private startingModel(): Promise<Uint8Array | undefined> {
    if (isStartingModelKept()) return Promise.resolve(undefined)
    this.starting ??= this.learnStartingModel().finally(() => (this.starting = undefined))
    return this.starting
  }

  /** In a separate process, because it takes as much memory as training. */
  private async learnStartingModel(): Promise<Uint8Array> {
    const thread = new EngineThread({ log: this.log, ...TRAINING_LIMITS, hangTimeoutMs: LEARNING_TIMEOUT_MS })
    this.learning = thread
    try {
      await thread.ask('load', {}, LEARNING_TIMEOUT_MS)
      return await thread.ask('save', undefined, LEARNING_TIMEOUT_MS)
    } finally {
      this.learning = undefined
      await thread.close()
    }
  }

  /** Polls for a newer model, trained here or by another process; one poll at a time. */
  private look(): Promise<void> {
    this.looking ??= this.takeNewest().finally(() => (this.looking = undefined))
    return this.looking
  }

  private async takeNewest(): Promise<void> {
    const newest = await newestReadableModel(this.db.read)
    const id = newest?.id ?? 0
    if (id === this.inForce) return
    if (this.answers.state === 'ready') return this.load(this.answers)
    // A sleeping thread loads the model when it starts.
    this.stamp = { name: ENGINE_NAME, version: ENGINE_VERSION, learnedFrom: newest?.learned_from ?? 0 }
    // Warm-up: learning the starting texts takes a while. A failure is logged, and the next question retries.
    if (this.inForce === undefined && id === 0) this.startingModel().catch(() => undefined)
    this.inForce = id
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

import type { Departments } from '../../shared/departments.ts'
import type { EngineStamp } from '../../shared/ai.ts'
import type { Db } from '../database/db.ts'
import type { EstimateSubject } from '../../engine/durations/duration-estimator.ts'
import type { DocumentQuestion } from '../../engine/documents/answers/ask-document.ts'
import type { Page } from '../../engine/documents/reading.ts'
import type { HistoryRow } from '../../engine/durations/history.ts'
import { ENGINE_NAME, ENGINE_VERSION } from '../../engine/version.ts'
import type { Ai, AiState, Draft, EstimateContext } from './ai.ts'
import type { SentContext } from './local-engine.ts'
import { SimilarityIndex } from './similarity-index.ts'
import { newestModel, newestReadableModel } from './stored-models.ts'
import { isStartingModelKept } from './starting-model-file.ts'
import { EngineThread } from './thread.ts'
import type { TrainingOptions, TrainingPage, TrainingResult } from './train-and-compare.ts'

/** The first start learns the starting texts; every later one reads what that left on disk. */
const BEGIN_WITHIN_MS = 120_000
const TRAIN_WITHIN_MS = 60 * 60_000
/** Who asks after a longer silence waits for the thread to begin, some tenths of a second. */
const IDLE_MS = 5 * 60_000
/** Another process on this database may have trained. */
const LOOK_EVERY_MS = 5_000
/** A start has more urgent things to do. */
const FIRST_LOOK_MS = 500
/** A long document takes seconds; one that takes minutes is given up. */
const READ_WITHIN_MS = 120_000
/** Somebody waits for an answer from a document, and the page gives up after 15 seconds. */
const ASK_WITHIN_MS = 12_000
/** Documents come one after the other or not for hours, and its model takes memory meanwhile. */
const READER_IDLE_MS = 30_000
const TRAINING_LIMITS = { niceness: 15, memoryMb: 1536, ownProcess: true }

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
  idleMs?: number
  lookEveryMs?: number
}

export function startAi(options: Options): Ai {
  return new ThreadedAi(options)
}

/**
 * The engine in its threads: one answers, one keeps the index of similar requests and one reads documents, each while it is used. A process
 * of its own comes and goes for training. A server that is just starting has none of them.
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
  /** while the starting model is learnt */
  private learning: EngineThread | undefined
  private starting: Promise<Uint8Array> | undefined
  /** The stored model in force, 0 the one we start with; undefined before the first look. */
  private inForce: number | undefined
  private stamp: EngineStamp | null = null
  private looking: Promise<void> | undefined
  /** What the thread that answers remembers. */
  private remembered: readonly HistoryRow[] | undefined

  constructor({ db, log, idleMs = IDLE_MS, lookEveryMs = LOOK_EVERY_MS }: Options) {
    this.db = db
    this.log = log
    const begin = (thread: EngineThread) => this.load(thread)
    this.answers = new EngineThread({ log, niceness: 0, memoryMb: 512, begin, hangsAfterMs: 20_000, idleMs })
    const reading = { niceness: 10, memoryMb: 512, hangsAfterMs: READ_WITHIN_MS, idleMs: READER_IDLE_MS }
    this.documents = new EngineThread({ log, ...reading, begin: async (thread) => void (await this.loadInto(thread)) })
    this.index = new SimilarityIndex({ db, log })
    const lookQuietly = () => void this.look().catch(() => undefined)
    this.timer = setInterval(lookQuietly, lookEveryMs).unref()
    this.firstLook = setTimeout(lookQuietly, Math.min(FIRST_LOOK_MS, lookEveryMs)).unref()
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

  similar(entry: Draft & { id?: string }, most: number, within?: string[]) {
    // Who compares wants an estimate or a classification next, which then need not wait for the thread to begin.
    this.answers.wake()
    return this.index.find(entry, most, within)
  }

  readDocument(pages: readonly Page[], departments: Departments, today: string) {
    return this.documents.ask('readDocument', { pages, departments: departments.all, today }, READ_WITHIN_MS)
  }

  askDocument(pages: readonly Page[], question: DocumentQuestion, departments: Departments, today: string) {
    return this.documents.ask('askDocument', { pages, question, departments: departments.all, today }, ASK_WITHIN_MS)
  }

  async train(
    pages: AsyncIterable<TrainingPage>,
    options: TrainingOptions,
    signal: AbortSignal,
  ): Promise<TrainingResult> {
    const thread = new EngineThread({ log: this.log, ...TRAINING_LIMITS, hangsAfterMs: TRAIN_WITHIN_MS })
    this.training = thread
    const stop = () => void thread.close()
    signal.addEventListener('abort', stop)
    try {
      signal.throwIfAborted()
      for await (const page of pages) await thread.ask('addTrainingPage', page)
      return await thread.ask('train', options, TRAIN_WITHIN_MS)
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
    // A new thread remembers nothing: who asks it from now on hands the recent requests over first.
    this.remembered = undefined
    const { id, stamp } = await this.loadInto(thread)
    this.inForce = id
    this.stamp = stamp
  }

  /** Takes the newest model into use in a thread. @returns its id, 0 for the one we start with */
  private async loadInto(thread: EngineThread): Promise<{ id: number; stamp: EngineStamp }> {
    const newest = await newestModel(this.db.read, ENGINE_NAME, ENGINE_VERSION)
    const model = newest?.content ?? (await this.startingModel())
    const loaded = await thread.tell('load', { model }, BEGIN_WITHIN_MS).catch((error: unknown) => {
      if (!newest) throw error
      // A stored model that cannot be read must not keep the engine down.
      this.log.error({ err: error }, 'The stored model cannot be read; the engine starts from its own texts')
      return thread.tell('load', {}, BEGIN_WITHIN_MS)
    })
    return { id: newest?.id ?? 0, stamp: loaded.stamp }
  }

  /** @returns undefined when it is kept on disk; one process learns it, however many wait for it */
  private startingModel(): Promise<Uint8Array | undefined> {
    if (isStartingModelKept()) return Promise.resolve(undefined)
    this.starting ??= this.learnStartingModel().finally(() => (this.starting = undefined))
    return this.starting
  }

  /** In a process of its own, because it takes as much memory as a training. */
  private async learnStartingModel(): Promise<Uint8Array> {
    const thread = new EngineThread({ log: this.log, ...TRAINING_LIMITS, hangsAfterMs: BEGIN_WITHIN_MS })
    this.learning = thread
    try {
      await thread.ask('load', {}, BEGIN_WITHIN_MS)
      return await thread.ask('save', undefined)
    } finally {
      this.learning = undefined
      await thread.close()
    }
  }

  /** Takes over the model that was trained last, here or elsewhere; one look at a time. */
  private look(): Promise<void> {
    this.looking ??= this.takeNewest().finally(() => (this.looking = undefined))
    return this.looking
  }

  private async takeNewest(): Promise<void> {
    const newest = await newestReadableModel(this.db.read, ENGINE_NAME, ENGINE_VERSION)
    const id = newest?.id ?? 0
    if (id === this.inForce) return
    if (this.answers.state === 'ready') return this.load(this.answers)
    // A thread that sleeps reads the model when it begins.
    this.stamp = { name: ENGINE_NAME, version: ENGINE_VERSION, learnedFrom: newest?.learned_from ?? 0 }
    // Learning the starting texts takes a while: better now than when somebody waits. A failure is logged; who asks tries again.
    if (this.inForce === undefined && id === 0) this.startingModel().catch(() => undefined)
    this.inForce = id
  }

  /** Hands over the recent requests that the thread doesn't remember; it reads them before the question that follows. */
  private send({ recent, isOwn, ...context }: EstimateContext): SentContext {
    // One that slept begins anew.
    this.answers.wake()
    if (isOwn) return { ...context, own: recent }
    if (this.remembered !== recent) {
      this.remembered = recent
      // The question that follows fails in the same way and says so.
      this.answers.askFirst('remember', { recent }).catch(() => (this.remembered = undefined))
    }
    return context
  }
}

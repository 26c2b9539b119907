import type { Db } from '../platform/database/db.ts'
import type { SupervisedThread } from '../ai/host/supervised-thread.ts'
import { EngineThread } from '../ai/host/thread.ts'
import { AppError } from '../platform/errors.ts'
import { currentCaller, inBackground } from '../platform/fairness/caller.ts'
import { Classified } from './classified.ts'
import type { FlowCalls } from './snapshot-flow-office.ts'
import { Progress } from './progress.ts'
import { HistorySnapshot } from './history-snapshot.ts'
import { LOAD_TIMEOUT_MS, loadHistory } from './load-history.ts'
import { readWhole } from './packed-queries.ts'
import { entriesAfter, newest } from './queries.ts'
import type { Entry } from './snapshot.ts'

type Answering = 'flow' | 'writtenFlow' | 'forecast' | 'whatIf' | 'rows' | 'allRows' | 'moves' | 'outlooks'

/** Rows per read while the model is brought up to date: history entries, and whole requests. */
const CATCH_UP_PAGE = 5000
const WHOLE_PAGE = 500
/** How long a call waits for the initial load, well below the page's 15-second timeout. */
const CALL_TIMEOUT_MS = 8000
/** In the data folder. It may be deleted at any time. */
export const SNAPSHOT_FILE = 'flow-history'
/** The thread's memory is released after this long without a call: the snapshot is quickly reloaded. */
const IDLE_MS = 10 * 60_000

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
  /** path of the snapshot for the next process */
  file?: string
  /** how long a call waits for the initial load */
  loadTimeoutMs?: number
}

/**
 * The recorded history in the memory of a worker thread, loaded on first use and brought up to date before each answer.
 * Each process has its own and follows the database, so writes of other processes are seen as well.
 */
export class FlowHistory {
  readonly #db: Db
  readonly #loadTimeoutMs: number
  readonly #thread: EngineThread<FlowCalls>
  readonly #snapshot: HistorySnapshot
  readonly #known: Progress
  readonly #classified: Classified
  /** the database's data version at the last check */
  #version: string | null = null
  #looking: Promise<void> | undefined

  constructor({ db, log, file, loadTimeoutMs = CALL_TIMEOUT_MS }: Options) {
    this.#db = db
    this.#loadTimeoutMs = loadTimeoutMs
    this.#snapshot = new HistorySnapshot({ db, log, file })
    this.#known = new Progress(db.engine)
    this.#classified = new Classified(db)
    this.#thread = new EngineThread<FlowCalls>({
      log,
      niceness: 10,
      memoryMb: 1024,
      hangTimeoutMs: 60_000,
      idleMs: IDLE_MS,
      script: new URL('./flow-worker.ts', import.meta.url),
      begin: (thread) => inBackground(() => this.#load(thread)),
    })
  }

  /**
   * Answers from everything committed before the call. Background work waits until the history is loaded.
   * @throws AppError `history-loading` after a call has waited `loadTimeoutMs` for that; `unavailable` without an answer in time
   */
  async ask<N extends Answering>(name: N, argument: Parameters<FlowCalls[N]>[0]): Promise<ReturnType<FlowCalls[N]>> {
    try {
      await this.#ensureFresh()
      // Nobody waits for a report's figures.
      const answer = await this.#thread.ask(name, argument, currentCaller() ? undefined : LOAD_TIMEOUT_MS)
      this.#snapshot.keepWhenDue(this.#thread, this.#known, this.#classified.newest)
      return answer
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      if (this.#thread.state === 'starting') throw historyLoading()
      const detail = 'The figures are not ready yet. Please try again in a moment.'
      throw new AppError('unavailable', detail, { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#snapshot.close()
    await this.#thread.close()
  }

  async #load(thread: SupervisedThread<FlowCalls>): Promise<void> {
    this.#version = null
    const extent = await this.#snapshot.restore(thread)
    if (extent) {
      // The next check reads the rest.
      this.#known.beginAt(extent)
      this.#classified.begin(extent.classified)
      return
    }
    const { entry, classified } = await loadHistory(this.#db, thread)
    this.#known.begin(entry)
    this.#classified.begin(classified)
  }

  async #ensureFresh(): Promise<void> {
    this.#thread.wake()
    await this.#thread.whenStarted(currentCaller() && this.#loadTimeoutMs)
    // A check in progress may have missed a commit made just before this call.
    await this.#looking
    this.#looking ??= inBackground(() => this.#look()).finally(() => (this.#looking = undefined))
    await this.#looking
    // The check may have had to begin the history anew.
    await this.#thread.whenStarted(currentCaller() && this.#loadTimeoutMs)
  }

  async #look(): Promise<void> {
    const version = await this.#db.dataVersion()
    if (version !== null && version === this.#version) return
    const { entry } = await newest(this.#db)
    // The database was replaced by an older one, such as a restored backup.
    if ((entry?.id ?? 0) < this.#known.newest.id) return this.#thread.replace()
    const classified = await this.#classified.look()
    const numbers = new Set(classified.numbers)
    const seen: Entry[] = []
    for (let after = this.#known.mark; after < (entry?.id ?? 0);) {
      const entries = await entriesAfter(this.#db, after, CATCH_UP_PAGE)
      for (const { id, number } of entries) if (!this.#known.isKnown(id)) numbers.add(number)
      seen.push(...entries)
      if (entries.length < CATCH_UP_PAGE) break
      after = entries.at(-1)!.id
    }
    await this.#reload([...numbers])
    this.#known.moveOn(seen)
    classified.know()
    this.#version = version
  }

  async #reload(numbers: number[]): Promise<void> {
    for (let i = 0; i < numbers.length; i += WHOLE_PAGE) {
      const whole = await readWhole(this.#db, numbers.slice(i, i + WHOLE_PAGE))
      await this.#thread.askUnqueued('update', whole)
    }
  }
}

function historyLoading(): AppError {
  const detail = 'The history of all requests is being read. Please ask again in a moment.'
  return new AppError('history-loading', detail, { headers: { 'retry-after': '1' } })
}

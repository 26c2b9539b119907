import type { Db } from '../database/db.ts'
import { EngineThread } from '../engine/thread.ts'
import { AppError } from '../errors.ts'
import { currentCaller, inBackground } from '../fairness/caller.ts'
import { Classified } from './classified.ts'
import type { FlowCalls } from './snapshot-flow-office.ts'
import { Progress } from './progress.ts'
import { changesBetween, readWhole, requestsBetween } from './packed-queries.ts'
import { entriesAfter, findEntry, newest, newestSuggestion } from './queries.ts'
import type { Entry, Extent } from './snapshot.ts'

type Answering = 'flow' | 'writtenFlow' | 'forecast' | 'whatIf' | 'rows' | 'allRows' | 'moves' | 'outlooks'

/** Rows per read: some ten milliseconds of a worker thread, a text of one or two megabytes. */
const REQUESTS_PAGE = 10_000
const ENTRIES_PAGE = 40_000
/** Rows per read while the model is brought up to date: history entries, and whole requests. */
const CATCH_UP_PAGE = 5000
const WHOLE_PAGE = 500
/** A snapshot further behind than this many entries is discarded: a full load is then faster. */
const MAX_CATCH_UP = 20_000
/** Entries after which a new snapshot is worth writing, to spare the next process a long catch-up. */
const KEEP_AFTER = 1000
const LOAD_TIMEOUT_MS = 10 * 60_000
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
  readonly #log: Options['log']
  readonly #file: string | undefined
  readonly #loadTimeoutMs: number
  readonly #thread: EngineThread<FlowCalls>
  readonly #known: Progress
  readonly #classified: Classified
  /** the database's data version at the last check */
  #version: string | null = null
  #looking: Promise<void> | undefined
  /** the mark of the snapshot; -1 without one */
  #snapshotMark = -1
  #keeping: Promise<void> = Promise.resolve()

  constructor({ db, log, file, loadTimeoutMs = CALL_TIMEOUT_MS }: Options) {
    this.#db = db
    this.#log = log
    this.#file = file
    this.#loadTimeoutMs = loadTimeoutMs
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
      this.#snapshotWhenDue()
      return answer
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      if (this.#thread.state === 'starting') throw historyLoading()
      const detail = 'The figures are not ready yet. Please try again in a moment.'
      throw new AppError('unavailable', detail, { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#keeping
    await this.#thread.close()
  }

  async #load(thread: EngineThread<FlowCalls>): Promise<void> {
    this.#version = null
    if (await this.#restore(thread)) return
    const classified = await newestSuggestion(this.#db)
    const { number, entry } = await newest(this.#db)
    const last = entry?.id ?? 0
    // Pipelined: the thread processes one page while the database reads the next.
    let sent: Promise<unknown> = thread.callDirectly('clear', undefined, LOAD_TIMEOUT_MS)
    sent.catch(() => undefined)
    const pass = async (name: 'loadRequests' | 'loadChanges', packed: string) => {
      await sent
      sent = thread.callDirectly(name, { packed }, LOAD_TIMEOUT_MS)
      // The next await reports the failure; without a handler until then it would be an unhandled rejection.
      sent.catch(() => undefined)
    }
    for (let from = 0; from < number; from += REQUESTS_PAGE) {
      await pass('loadRequests', await requestsBetween(this.#db, from, Math.min(number, from + REQUESTS_PAGE)))
    }
    for (let from = 0; from < last; from += ENTRIES_PAGE) {
      await pass('loadChanges', await changesBetween(this.#db, from, Math.min(last, from + ENTRIES_PAGE)))
    }
    await sent
    await thread.callDirectly('endLoading', undefined, LOAD_TIMEOUT_MS)
    this.#known.begin(entry)
    this.#classified.begin(classified)
    this.#snapshotMark = -1
  }

  /** Loads the snapshot of an earlier process, if it belongs to this database. The next check reads the rest. */
  async #restore(thread: EngineThread<FlowCalls>): Promise<boolean> {
    if (this.#file === undefined) return false
    const extent = await thread.callDirectly('restore', { file: this.#file }, LOAD_TIMEOUT_MS)
    if (!extent || !(await this.#isOfThisOffice(extent))) return false
    this.#known.beginAt(extent)
    this.#classified.begin(extent.classified)
    this.#snapshotMark = extent.mark
    return true
  }

  async #isOfThisOffice({ mark, newest: known }: Extent): Promise<boolean> {
    const [stored, { entry }] = await Promise.all([findEntry(this.#db, known.id), newest(this.#db)])
    const isSame = stored?.at === known.at && stored.number === known.number
    return isSame && entry !== undefined && entry.id - mark <= MAX_CATCH_UP
  }

  /** Runs in the background; no call waits for it. */
  #snapshotWhenDue(): void {
    const { mark, newest: last } = this.#known
    const { newest: classified } = this.#classified
    const isDue = this.#snapshotMark < 0 || mark - this.#snapshotMark >= KEEP_AFTER
    if (this.#file === undefined || last.id === 0 || !isDue) return
    this.#snapshotMark = mark
    this.#keeping = this.#thread
      .askUnqueued('keep', { file: this.#file, extent: { mark, newest: last, classified } }, LOAD_TIMEOUT_MS)
      .catch((error: unknown) => {
        this.#log.error({ err: error }, 'What was read for the analytics could not be kept for the next start')
      })
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
    for (let at = 0; at < numbers.length; at += WHOLE_PAGE) {
      const whole = await readWhole(this.#db, numbers.slice(at, at + WHOLE_PAGE))
      await this.#thread.askUnqueued('update', whole)
    }
  }
}

function historyLoading(): AppError {
  const detail = 'The history of all requests is being read. Please ask again in a moment.'
  return new AppError('history-loading', detail, { headers: { 'retry-after': '1' } })
}

import type { Db } from '../platform/database/db.ts'
import type { SupervisedThread } from '../ai/host/supervised-thread.ts'
import type { EngineThread } from '../ai/host/thread.ts'
import { LOAD_TIMEOUT_MS } from './load-history.ts'
import { findEntry, newest } from './queries.ts'
import type { FlowCalls } from './snapshot-flow-office.ts'
import type { Extent } from './snapshot.ts'

/** A snapshot further behind than this many entries is discarded: a full load is then faster. */
const MAX_CATCH_UP = 20_000
/** Entries after which a new snapshot is worth writing, to spare the next process a long catch-up. */
const KEEP_AFTER = 1000

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
  /** undefined: no snapshot is read or written */
  file: string | undefined
}

/** The snapshot file that spares the next process a full load of the history. */
export class HistorySnapshot {
  readonly #db: Db
  readonly #log: Options['log']
  readonly #file: string | undefined
  /** -1 without a snapshot of this history */
  #mark = -1
  #keeping: Promise<void> = Promise.resolve()

  constructor({ db, log, file }: Options) {
    this.#db = db
    this.#log = log
    this.#file = file
  }

  /** Loads the snapshot of an earlier process in a thread. @returns undefined if it does not belong to this database */
  async restore(thread: SupervisedThread<FlowCalls>): Promise<Extent | undefined> {
    this.#mark = -1
    if (this.#file === undefined) return undefined
    const extent = await thread.callDirectly('restore', { file: this.#file }, LOAD_TIMEOUT_MS)
    if (!extent || !(await this.#isOfThisOffice(extent))) return undefined
    this.#mark = extent.mark
    return extent
  }

  async #isOfThisOffice({ mark, newest: known }: Extent): Promise<boolean> {
    const [stored, { entry }] = await Promise.all([findEntry(this.#db, known.id), newest(this.#db)])
    const isSame = stored?.at === known.at && stored.number === known.number
    return isSame && entry !== undefined && entry.id - mark <= MAX_CATCH_UP
  }

  /** Runs in the background; no call waits for it. */
  keepWhenDue(
    thread: EngineThread<FlowCalls>,
    { mark, newest: last }: Pick<Extent, 'mark' | 'newest'>,
    classified: string,
  ): void {
    const isDue = this.#mark < 0 || mark - this.#mark >= KEEP_AFTER
    if (this.#file === undefined || last.id === 0 || !isDue) return
    this.#mark = mark
    this.#keeping = thread
      .askUnqueued('keep', { file: this.#file, extent: { mark, newest: last, classified } }, LOAD_TIMEOUT_MS)
      .catch((error: unknown) => {
        this.#log.error({ err: error }, 'What was read for the analytics could not be kept for the next start')
      })
  }

  /** Resolves once no snapshot is being written. */
  async close(): Promise<void> {
    await this.#keeping
  }
}

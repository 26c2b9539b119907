import type { FlowOffice } from '../../engine/flow/flow-office.ts'
import type { Db } from '../database/db.ts'
import { EngineThread } from '../engine/thread.ts'
import { AppError } from '../errors.ts'
import { inBackground } from '../fairness/caller.ts'
import { changesBetween, entriesAfter, newest, readWhole, requestsBetween } from './queries.ts'

export type FlowCalls = Pick<
  FlowOffice,
  | 'clear'
  | 'loadRequests'
  | 'loadChanges'
  | 'endLoading'
  | 'update'
  | 'untyped'
  | 'flow'
  | 'forecast'
  | 'whatIf'
  | 'rows'
  | 'moves'
>
type Answering = 'flow' | 'forecast' | 'whatIf' | 'rows' | 'moves'

/** Rows read at a time: some ten milliseconds of a reading thread, a text of one or two megabytes. */
const REQUESTS_PAGE = 10_000
const ENTRIES_PAGE = 40_000
/** Entries looked at, and requests read whole, at a time while the model is brought up to date. */
const NEWS_PAGE = 5000
const WHOLE_PAGE = 500
/** A transaction is seen only when it commits, maybe after one whose entries have higher ids. */
const OVERLAP_MS = 15_000
/** Requests that may still be classified: the newest. */
const UNTYPED = { most: 200, among: 1000 }
const LOAD_WITHIN_MS = 10 * 60_000
/** The memory is given back when nobody has asked for that long. */
const IDLE_MS = 30 * 60_000

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
}

/**
 * The recorded history in the memory of a thread, read when somebody first asks and brought up to date before each answer.
 * Each process has its own and follows the database, so that it does not matter which of them wrote.
 */
export class FlowHistory {
  readonly #db: Db
  readonly #thread: EngineThread<FlowCalls>
  /** of the database, at the last look */
  #version: string | null = null
  #looking: Promise<void> | undefined
  /** the highest entry there was at the last look */
  #newest = 0
  /** entries up to here are known; of later ones those in `#seen` */
  #mark = 0
  #seen = new Set<number>()
  /** how far the history went at each look within the overlap */
  #looks: { at: number; entry: number }[] = []

  constructor({ db, log }: Options) {
    this.#db = db
    this.#thread = new EngineThread<FlowCalls>({
      log,
      niceness: 10,
      memoryMb: 1024,
      hangsAfterMs: 60_000,
      idleMs: IDLE_MS,
      script: new URL('./flow-worker.ts', import.meta.url),
      begin: (thread) => inBackground(() => this.#load(thread)),
    })
  }

  /**
   * An answer that knows everything committed before the question.
   * @throws AppError `unavailable` while the history is being read
   */
  async ask<N extends Answering>(name: N, argument: Parameters<FlowCalls[N]>[0]): Promise<ReturnType<FlowCalls[N]>> {
    try {
      await this.#ensureFresh()
      return await this.#thread.ask(name, argument)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      const detail = 'The figures are not ready yet. Please try again in a moment.'
      throw new AppError('unavailable', detail, { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#thread.close()
  }

  async #load(thread: EngineThread<FlowCalls>): Promise<void> {
    this.#version = null
    const { number, entry } = await newest(this.#db)
    // The thread begins, and reads one page, while the database reads the next one.
    let told: Promise<unknown> = thread.tell('clear', undefined, LOAD_WITHIN_MS)
    told.catch(() => undefined)
    const pass = async (name: 'loadRequests' | 'loadChanges', packed: string) => {
      await told
      told = thread.tell(name, { packed }, LOAD_WITHIN_MS)
      // Whoever awaits it next hears of its failure.
      told.catch(() => undefined)
    }
    for (let from = 0; from < number; from += REQUESTS_PAGE) {
      await pass('loadRequests', await requestsBetween(this.#db, from, Math.min(number, from + REQUESTS_PAGE)))
    }
    for (let from = 0; from < entry; from += ENTRIES_PAGE) {
      await pass('loadChanges', await changesBetween(this.#db, from, Math.min(entry, from + ENTRIES_PAGE)))
    }
    await told
    await thread.tell('endLoading', undefined, LOAD_WITHIN_MS)
    // What was under way meanwhile, with lower ids, is found by the next looks; what is read twice does no harm.
    this.#newest = entry
    this.#mark = this.#db.engine === 'sqlite' ? entry : Math.max(0, entry - NEWS_PAGE)
    this.#seen.clear()
    this.#looks = []
  }

  async #ensureFresh(): Promise<void> {
    this.#thread.wake()
    await this.#thread.begins()
    // A look that is under way may have passed by what was written before this question.
    await this.#looking
    this.#looking ??= inBackground(() => this.#look()).finally(() => (this.#looking = undefined))
    await this.#looking
  }

  async #look(): Promise<void> {
    const version = await this.#db.dataVersion()
    if (version !== null && version === this.#version) return
    const { entry } = await newest(this.#db)
    // The data were replaced by older ones.
    if (entry < this.#newest) this.#thread.crash()
    const numbers = new Set(await this.#thread.askFirst('untyped', UNTYPED))
    const seen: number[] = []
    for (let after = this.#mark; ;) {
      const entries = await entriesAfter(this.#db, after, NEWS_PAGE)
      for (const { id, number } of entries) {
        if (!this.#seen.has(id)) numbers.add(number)
        seen.push(id)
      }
      if (entries.length < NEWS_PAGE) break
      after = entries.at(-1)!.id
    }
    await this.#readAnew([...numbers])
    this.#moveOn(seen)
    this.#version = version
  }

  async #readAnew(numbers: number[]): Promise<void> {
    for (let at = 0; at < numbers.length; at += WHOLE_PAGE) {
      const whole = await readWhole(this.#db, numbers.slice(at, at + WHOLE_PAGE))
      await this.#thread.askFirst('update', whole)
    }
  }

  #moveOn(seen: number[]): void {
    const now = performance.now()
    this.#newest = Math.max(this.#newest, seen.at(-1) ?? 0)
    this.#looks.push({ at: now, entry: this.#newest })
    // On SQLite there is one writer: entries are seen in the order of their ids.
    const overlap = this.#db.engine === 'sqlite' ? 0 : OVERLAP_MS
    while (this.#looks[0] && now - this.#looks[0].at >= overlap) this.#mark = this.#looks.shift()!.entry
    this.#seen = new Set(seen.filter((id) => id > this.#mark))
  }
}

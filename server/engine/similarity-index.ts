import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import type { Draft, SimilarAnswer } from './ai.ts'
import { ChangedTexts } from './changed-texts.ts'
import { inBackground } from '../fairness/caller.ts'
import type { IndexCalls } from './local-index.ts'
import { INDEX } from './process.ts'
import { EngineThread } from './thread.ts'

type IndexThread = EngineThread<IndexCalls>

/** The newest are kept when there are more: their words and letters take about 5 kB each. */
const MOST_INDEXED = 150_000
/** Entries that came in after the index was built are compared one by one; with more, or a larger share, it is built anew. */
const STALE_AFTER = { entries: 500, share: 0.05 }
const MAINTAIN_EVERY_MS = 5_000
/** Between two pages of a filling, so that it leaves room for others. */
const PAUSE_MS = 5
const BUILD_WITHIN_MS = 10 * 60_000
const ANSWER_WITHIN_MS = 3_000
/** Those who ask first wait for the index until so long after its beginning: a small office has one by then. */
const FIRST_WAIT_MS = 2_500
/** An answer waits this long for what has changed since the last look, and is given without it when that takes longer. */
const CHANGES_WITHIN_MS = 500
/** An answer knows what was written so long ago. */
const LOOK_AGAIN_MS = 200
/** Its memory is given back when nobody has asked for that long. */
const IDLE_MS = 15 * 60_000

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
}

/** An index in its thread, with what has been handed to it. */
interface Index {
  thread: IndexThread
  texts: ChangedTexts
  size: number
  /** entries since it was built */
  since: number
}

/**
 * The index of similar requests, in a thread of its own, filled from the database in the background. It is built when
 * somebody first asks and dropped when nobody has for a while: at 100,000 requests it is by far the largest thing in memory.
 * An answer rests on what is in the database at that moment. When the index has aged, a new one is built beside it.
 */
export class SimilarityIndex {
  private readonly db: Db
  private readonly log: Options['log']
  private serving: Index | undefined
  private building: IndexThread | undefined
  private isClosed = false
  private timer: NodeJS.Timeout | undefined
  private lastAskedAt = 0
  private lookedAt = -Infinity
  private looking: Promise<void> | undefined
  /** The first round of maintenance, while the index is in use; undefined while nobody needs it. */
  private begun: Promise<void> | undefined
  private beganAt = 0

  constructor({ db, log }: Options) {
    this.db = db
    this.log = log
  }

  size(): number {
    return this.serving?.size ?? 0
  }

  async find(entry: Draft & { id?: string }, most: number, within?: string[]): Promise<SimilarAnswer> {
    const none: SimilarAnswer = { ready: false, hits: [] }
    if (this.isClosed) return none
    this.lastAskedAt = performance.now()
    if (!this.begun) {
      this.beganAt = this.lastAskedAt
      this.begun = inBackground(() => this.maintain())
    }
    // Nobody waits for a large one, which takes a minute.
    const waitMs = FIRST_WAIT_MS - (this.lastAskedAt - this.beganAt)
    if (!this.serving && waitMs > 0) await waitFor(this.begun, waitMs)
    if (this.serving?.thread.state !== 'ready') return none
    await waitFor(this.ensureFresh(), CHANGES_WITHIN_MS)
    const { thread } = this.serving
    return { ready: true, hits: await thread.ask('similar', { entry, most, within }, ANSWER_WITHIN_MS) }
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.building?.close()
    await this.serving?.thread.close()
  }

  private async maintain(): Promise<void> {
    const { serving } = this
    try {
      if (!serving || serving.thread.state === 'down' || isStale(serving)) await this.rebuild()
      else await this.look()
    } catch (error) {
      this.reportFailure(error)
    }
    if (!this.isClosed) this.timer = setTimeout(() => this.maintainOrDrop(), MAINTAIN_EVERY_MS).unref()
  }

  private maintainOrDrop(): void {
    void (performance.now() - this.lastAskedAt > IDLE_MS ? this.drop() : this.maintain())
  }

  private async drop(): Promise<void> {
    const old = this.serving
    this.serving = undefined
    this.begun = undefined
    await old?.thread.close()
  }

  private async rebuild(): Promise<void> {
    const index = { texts: new ChangedTexts(this.db), size: 0, since: 0 }
    const thread: IndexThread = new EngineThread({
      log: this.log,
      niceness: 10,
      memoryMb: 1024,
      script: INDEX,
      hangsAfterMs: BUILD_WITHIN_MS,
      begin: (begun) => this.addAll(index, begun),
    })
    this.building = thread
    try {
      await thread.begins()
    } catch (error) {
      await thread.close()
      throw error
    } finally {
      this.building = undefined
    }
    const old = this.serving
    this.serving = { ...index, thread }
    this.lookedAt = -Infinity
    await old?.thread.close()
  }

  private async addAll(index: Omit<Index, 'thread'>, thread: IndexThread): Promise<void> {
    for await (const entries of index.texts.all(MOST_INDEXED)) {
      if (this.isClosed) throw new Error('The program stops')
      index.size = await thread.tell('add', { entries }, BUILD_WITHIN_MS)
      await pause(PAUSE_MS)
    }
    index.since = 0
    await thread.tell('build', {}, BUILD_WITHIN_MS)
  }

  /** Hands over what has been written since the last look; one look at a time. */
  private look(): Promise<void> {
    this.looking ??= inBackground(() => this.pushChanges()).finally(() => (this.looking = undefined))
    return this.looking
  }

  private async pushChanges(): Promise<void> {
    const index = this.serving
    if (!index || index.thread.state !== 'ready') return
    const startedAt = performance.now()
    for await (const entries of index.texts.changed()) {
      index.size = await index.thread.ask('add', { entries })
      index.since += entries.length
    }
    this.lookedAt = startedAt
  }

  private async ensureFresh(): Promise<void> {
    try {
      // A look that is under way may have passed by what was written before this question.
      await this.looking
      if (performance.now() - this.lookedAt > LOOK_AGAIN_MS) await this.look()
    } catch (error) {
      this.reportFailure(error)
    }
  }

  private reportFailure(error: unknown): void {
    if (this.isClosed) return
    this.log.error({ err: error }, 'The index of similar requests could not be brought up to date')
  }
}

function isStale({ since, size }: Index): boolean {
  return since > Math.max(STALE_AFTER.entries, STALE_AFTER.share * size)
}

function waitFor(done: Promise<void>, mostMs: number): Promise<void> {
  return Promise.race([done, pause(mostMs, undefined, { ref: false })])
}

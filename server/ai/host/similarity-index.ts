import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../platform/database/db.ts'
import type { Draft, SimilarAnswer } from './ai.ts'
import { inBackground } from '../../platform/fairness/caller.ts'
import { addChanged, type Delivered, type IndexThread, isStale, startBuild } from './index-texts.ts'

const MAINTENANCE_INTERVAL_MS = 5_000
const ANSWER_TIMEOUT_MS = 3_000
/** The first callers wait up to this long after the start of the build: a small office's index is ready by then. */
const FIRST_BUILD_WAIT_MS = 2_500
/** An answer waits up to this long for changes since the last poll; after that it is given without them. */
const CHANGES_TIMEOUT_MS = 500
/** An answer polls for changes when the last poll is older than this. */
const POLL_INTERVAL_MS = 200
/** Idle time after which the index is dropped and its memory freed. */
const IDLE_MS = 15 * 60_000

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
}

/** An index in its thread. */
interface Index extends Delivered {
  thread: IndexThread
}

/**
 * The index of similar requests, in its own thread, filled from the database in the background. It is built on first use
 * and dropped when idle: at 100,000 requests it is by far the largest structure in memory. Answers include what is in the
 * database at that moment. When the index has become stale, a new one is built beside it.
 */
export class SimilarityIndex {
  private readonly options: Options
  private serving: Index | undefined
  private building: IndexThread | undefined
  private isClosed = false
  private timer: NodeJS.Timeout | undefined
  private lastAskedAt = 0
  private lookedAt = -Infinity
  private looking: Promise<void> | undefined
  /** The first round of maintenance; undefined while the index is not in use. */
  private firstBuild: Promise<void> | undefined
  private beganAt = 0

  constructor(options: Options) {
    this.options = options
  }

  size(): number {
    return this.serving?.size ?? 0
  }

  async find(entry: Draft & { id?: string }, limit: number, within?: string[]): Promise<SimilarAnswer> {
    const none: SimilarAnswer = { ready: false, hits: [] }
    if (this.isClosed) return none
    this.lastAskedAt = performance.now()
    if (!this.firstBuild) {
      this.beganAt = this.lastAskedAt
      this.firstBuild = inBackground(() => this.maintain())
    }
    // Callers do not wait for a large index, which takes a minute.
    const waitMs = FIRST_BUILD_WAIT_MS - (this.lastAskedAt - this.beganAt)
    if (!this.serving && waitMs > 0) await waitFor(this.firstBuild, waitMs)
    if (this.serving?.thread.state !== 'ready') return none
    await waitFor(this.ensureFresh(), CHANGES_TIMEOUT_MS)
    const { thread } = this.serving
    return { ready: true, hits: await thread.ask('similar', { entry, limit, within }, ANSWER_TIMEOUT_MS) }
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
    const maintainOrDrop = () => void (performance.now() - this.lastAskedAt > IDLE_MS ? this.drop() : this.maintain())
    if (!this.isClosed) this.timer = setTimeout(maintainOrDrop, MAINTENANCE_INTERVAL_MS).unref()
  }

  private async drop(): Promise<void> {
    const old = this.serving
    this.serving = undefined
    this.firstBuild = undefined
    await old?.thread.close()
  }

  private async rebuild(): Promise<void> {
    const { index, thread } = startBuild({ ...this.options, isStopped: () => this.isClosed })
    this.building = thread
    try {
      await thread.whenStarted()
    } catch (error) {
      await thread.close()
      throw error
    } finally {
      this.building = undefined
    }
    const old = this.serving
    // Its idle time begins once it is built: a long build must not be dropped unused.
    if (!old) this.lastAskedAt = performance.now()
    this.serving = { ...index, thread }
    this.lookedAt = -Infinity
    await old?.thread.close()
  }

  /** Delivers what was written since the last poll; one poll at a time. */
  private look(): Promise<void> {
    this.looking ??= inBackground(() => this.pushChanges()).finally(() => (this.looking = undefined))
    return this.looking
  }

  private async pushChanges(): Promise<void> {
    const index = this.serving
    if (!index || index.thread.state !== 'ready') return
    const startedAt = performance.now()
    await addChanged(index, index.thread)
    this.lookedAt = startedAt
  }

  private async ensureFresh(): Promise<void> {
    try {
      // A running poll may have missed what was written just before this question.
      await this.looking
      if (performance.now() - this.lookedAt > POLL_INTERVAL_MS) await this.look()
    } catch (error) {
      this.reportFailure(error)
    }
  }

  private reportFailure(error: unknown): void {
    if (this.isClosed) return
    this.options.log.error({ err: error }, 'The index of similar requests could not be brought up to date')
  }
}

function waitFor(done: Promise<void>, mostMs: number): Promise<void> {
  return Promise.race([done, pause(mostMs, undefined, { ref: false })])
}

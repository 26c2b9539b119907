import { ENGINE_NAME, ENGINE_VERSION } from '../../../engine/version.ts'
import type { EngineStamp } from '../../../shared/ai.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EngineCalls } from './engine-calls.ts'
import type { Learning } from './learning.ts'
import { newestModel, newestReadableModel } from './stored-models.ts'
import type { SupervisedThread } from './supervised-thread.ts'

const LOAD_TIMEOUT_MS = 120_000
/** Poll interval: another process on this database may have trained. */
const POLL_INTERVAL_MS = 5_000
/** Start-up has more urgent work. */
const FIRST_POLL_DELAY_MS = 500

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
  learning: Learning
  pollIntervalMs?: number | undefined
  /** Loads the newest model in the thread that answers; undefined while that sleeps. */
  reload: () => Promise<void> | undefined
}

/** The newest stored model, or the starting model: followed by polling and loaded in the threads. */
export class ModelInUse {
  private readonly db: Db
  private readonly log: Options['log']
  private readonly learning: Learning
  private readonly reload: Options['reload']
  private readonly timer: NodeJS.Timeout
  private readonly firstLook: NodeJS.Timeout
  /** Id of the stored model in use, 0 for the starting model; undefined before the first poll. */
  private inForce: number | undefined
  private looking: Promise<void> | undefined
  stamp: EngineStamp | null = null

  constructor({ db, log, learning, pollIntervalMs = POLL_INTERVAL_MS, reload }: Options) {
    this.db = db
    this.log = log
    this.learning = learning
    this.reload = reload
    const lookQuietly = () => void this.look().catch(() => undefined)
    this.timer = setInterval(lookQuietly, pollIntervalMs).unref()
    this.firstLook = setTimeout(lookQuietly, Math.min(FIRST_POLL_DELAY_MS, pollIntervalMs)).unref()
  }

  /** Loads the newest model in the thread that answers. */
  async use(thread: SupervisedThread<EngineCalls>): Promise<void> {
    const { id, stamp } = await this.loadInto(thread)
    this.inForce = id
    this.stamp = stamp
  }

  /** Loads the newest model in a thread. @returns its id, 0 for the starting model */
  async loadInto(thread: SupervisedThread<EngineCalls>): Promise<{ id: number; stamp: EngineStamp }> {
    const newest = await newestModel(this.db.read)
    const model = newest?.content ?? (await this.learning.startingModel())
    const loaded = await thread.callDirectly('load', { model }, LOAD_TIMEOUT_MS).catch((error: unknown) => {
      if (!newest) throw error
      // Fallback: an unreadable stored model must not keep the engine down.
      this.log.error({ err: error }, 'The stored model cannot be read; the engine starts from its own texts')
      return thread.callDirectly('load', {}, LOAD_TIMEOUT_MS)
    })
    return { id: newest?.id ?? 0, stamp: loaded.stamp }
  }

  /** Looks for a newer model now, instead of at the next poll. */
  async useNewest(): Promise<void> {
    await this.looking?.catch(() => undefined)
    await this.look()
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
    const reloading = this.reload()
    if (reloading) return reloading
    // A sleeping thread loads the model when it starts.
    this.stamp = { name: ENGINE_NAME, version: ENGINE_VERSION, learnedFrom: newest?.learned_from ?? 0 }
    // Warm-up: learning the starting texts takes a while. A failure is logged, and the next question retries.
    if (this.inForce === undefined && id === 0) this.learning.startingModel().catch(() => undefined)
    this.inForce = id
  }

  /** Stops polling. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    clearTimeout(this.firstLook)
    await this.looking?.catch(() => undefined)
  }
}

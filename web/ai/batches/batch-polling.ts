import type { Batch } from '../../../shared/ai-batches.ts'

const POLL_INTERVAL_MS = 1000
/** Limit of the back-off for a batch without progress, because the engine is down or busy. */
const MAX_POLL_INTERVAL_MS = 30_000
/** After this time without progress, polling stops until a person resumes it. */
const GIVE_UP_MS = 15 * 60_000

/** Polling interval of a running batch: backs off while it makes no progress. */
export class BatchPolling {
  #progress = { key: '', at: 0 }

  /** @param times multiple of the usual interval. @returns false when polling should stop */
  nextInMs(batch: Batch, times = 1): number | false {
    const stalledMs = this.#stalledForMs(batch)
    return stalledMs < GIVE_UP_MS && Math.min(MAX_POLL_INTERVAL_MS, Math.max(times * POLL_INTERVAL_MS, stalledMs / 5))
  }

  /** Milliseconds until polling of a batch without progress stops. */
  givenUpInMs(batch: Batch): number {
    return Math.max(0, GIVE_UP_MS - this.#stalledForMs(batch))
  }

  /** Resumes polling of a batch that was given up. */
  restart(): void {
    this.#progress = { key: '', at: 0 }
  }

  #stalledForMs({ id, done }: Batch): number {
    const key = `${id} ${done}`
    if (this.#progress.key !== key) this.#progress = { key, at: Date.now() }
    return Date.now() - this.#progress.at
  }
}

import type { Batch } from '../../shared/ai-batches.ts'

const POLL_MS = 1000
/** One that makes no progress, because the engine is down or busy, is looked at less and less often. */
const LONGEST_POLL_MS = 30_000
/** After so long without progress nothing is asked any more until a person wants it. */
const GIVE_UP_MS = 15 * 60_000

/** How often a running batch is read again: the longer it makes no progress, the less often. */
export class BatchPolling {
  #progress = { key: '', at: 0 }

  /** @param times of the usual interval. @returns false when it is no longer worth asking */
  nextInMs(batch: Batch, times = 1): number | false {
    const stalledMs = this.#stalledForMs(batch)
    return stalledMs < GIVE_UP_MS && Math.min(LONGEST_POLL_MS, Math.max(times * POLL_MS, stalledMs / 5))
  }

  /** In how many milliseconds a batch without progress is no longer asked about. */
  givenUpInMs(batch: Batch): number {
    return Math.max(0, GIVE_UP_MS - this.#stalledForMs(batch))
  }

  /** A batch that was given up is asked about again. */
  restart(): void {
    this.#progress = { key: '', at: 0 }
  }

  #stalledForMs({ id, done }: Batch): number {
    const key = `${id} ${done}`
    if (this.#progress.key !== key) this.#progress = { key, at: Date.now() }
    return Date.now() - this.#progress.at
  }
}

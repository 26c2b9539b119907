import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'

/** The pieces that are just coming in to this process. */
export class Receiving {
  readonly #latest = new Map<string, Readable>()

  /**
   * Lets only the newest piece of an upload come in: one whose sender has lost the connection would otherwise wait for bytes
   * that never come, and be in the way of the next try.
   */
  async run<T>(uploadId: string, bytes: Readable, work: () => Promise<T>): Promise<T> {
    this.stop(uploadId)
    this.#latest.set(uploadId, bytes)
    try {
      return await work()
    } finally {
      if (this.#latest.get(uploadId) === bytes) this.#latest.delete(uploadId)
    }
  }

  stop(uploadId: string): void {
    this.#latest
      .get(uploadId)
      ?.destroy(new AppError('bad-input', 'The same piece came once more, and that one counts.'))
  }
}

import type { Readable } from 'node:stream'
import { AppError } from '../../platform/errors.ts'
import { text } from '../../../shared/texts/say.ts'

/** The pieces that this process is currently receiving. */
export class ActiveTransfers {
  readonly #latest = new Map<string, Readable>()

  /**
   * Only the newest piece of an upload is received: an earlier one, whose client lost the connection, would wait for bytes
   * that never come and block the retry.
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
      ?.destroy(new AppError('bad-input', text('The same piece came once more, and that one counts.')))
  }
}

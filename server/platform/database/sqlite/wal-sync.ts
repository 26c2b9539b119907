import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import { uncertain } from '../failures.ts'
import { text } from '../../../../shared/texts/say.ts'

/**
 * Syncs a database's write-ahead log to disk outside the main thread: a slow disk delays writers, not readers. SQLite
 * itself (`synchronous = NORMAL`) syncs the log's header, and all of the log before checkpointing it into the database
 * file. SQLite's locks are on that file, so the log may be opened without SQLite.
 */
export class WalSync {
  readonly #file: string
  #log: Promise<FileHandle> | undefined
  #failure: AppError | undefined

  /** @param file of a database in WAL mode that is open */
  constructor(file: string) {
    this.#file = `${file}-wal`
  }

  /**
   * Earlier commits are on disk when it resolves.
   * @throws AppError `uncertain`, and `unavailable` on every call after a failure: the system discards pages it could not
   *   write and reports success for the next sync
   */
  async sync(): Promise<void> {
    this.check()
    try {
      this.#log ??= open(this.#file, 'r+')
      await (await this.#log).datasync()
    } catch (cause) {
      const message = text('Nothing can be stored until the server is restarted. Nothing was changed.')
      this.#failure = new AppError('unavailable', message, { cause })
      throw uncertain(cause)
    }
  }

  /** @throws AppError `unavailable` once a sync has failed */
  check(): void {
    if (this.#failure) throw this.#failure
  }

  async close(): Promise<void> {
    const log = await this.#log?.catch(() => undefined)
    await log?.close()
  }
}

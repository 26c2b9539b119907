import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../errors.ts'

/**
 * Brings a database's write-ahead log to the disk outside the main thread: a disk that is slow for a moment makes those
 * wait who write, not those who read. SQLite itself (`synchronous = NORMAL`) syncs a log's header, and all of it before
 * it is copied into the database file. Its locks are on that file, so the log may be opened past it.
 */
export class LogSync {
  readonly #file: string
  #log: FileHandle | undefined
  #failure: AppError | undefined

  /** @param file of a database in WAL mode that is open */
  constructor(file: string) {
    this.#file = `${file}-wal`
  }

  /**
   * What was committed before is on disk when it resolves.
   * @throws AppError `unavailable`, from then on for ever: the system forgets what it could not write, and says of the next sync
   * that it went well
   */
  async sync(): Promise<void> {
    this.check()
    try {
      this.#log ??= await open(this.#file, 'r+')
      await this.#log.datasync()
    } catch (cause) {
      this.#failure = new AppError(
        'unavailable',
        'It is not certain that the data was stored. Please look before you try again.',
        { cause },
      )
      throw this.#failure
    }
  }

  /** @throws AppError `unavailable` when a sync has failed */
  check(): void {
    if (this.#failure) throw this.#failure
  }

  async close(): Promise<void> {
    await this.#log?.close()
  }
}

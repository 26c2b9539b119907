import type { Deps } from './deps.ts'
import { updateBackup } from './queries.ts'
import type { CommandMessage } from './run-command.ts'

/** A progress is stored at most this often. */
const PROGRESS_MS = 500

/** What the command has told so far; its progress is stored now and then. */
export class CommandProgress {
  made: { size: number; checksum: string } | undefined
  requests: number | null = null
  /** SHA-256 of the bytes that were read */
  readChecksum: string | undefined
  /** the file is not what it should be */
  isDamaged = false
  /** how the target failed */
  failed: Extract<CommandMessage, { failed: unknown }>['failed'] | undefined
  readonly #deps: Pick<Deps, 'db'>
  readonly #id: string
  #storedAt = 0
  #storing: Promise<unknown> = Promise.resolve()

  constructor(deps: Pick<Deps, 'db'>, id: string) {
    this.#deps = deps
    this.#id = id
  }

  readonly take = (message: CommandMessage): void => {
    if ('made' in message) this.made = message.made
    else if ('proven' in message) this.requests = message.proven.requests
    else if ('read' in message) this.readChecksum = message.read.checksum
    else if ('damaged' in message) this.isDamaged = true
    else if ('failed' in message) this.failed = message.failed
    else if ('progress' in message) this.#storeProgress(message.progress)
  }

  /** Resolves once what was being stored is. */
  async settled(): Promise<void> {
    await this.#storing
  }

  #storeProgress({ done, of }: { done: number; of: number }): void {
    if (performance.now() - this.#storedAt < PROGRESS_MS) return
    this.#storedAt = performance.now()
    const change = { progress_done: done, progress_of: of }
    // A progress that could not be stored is followed by another.
    this.#storing = this.#deps.db.write((tx) => updateBackup(tx, this.#id, change)).catch(() => undefined)
  }
}

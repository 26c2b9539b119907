import { type Digest, LogDigest } from './digest.ts'
import { type AuditState, type CheckOptions, LogCheck } from './log-check.ts'

const NOTE_INTERVAL_MS = 2000
/** Only where entries are not sealed with their commit. */
const SEAL_INTERVAL_MS = 500
const VERIFY_INTERVAL_MS = 24 * 3_600_000

/**
 * Notes the newest entry of the audit log outside the database and checks that the log still contains it: at the start,
 * every few seconds if there are new entries, and once a day by verifying the whole log. Damage is reported by log
 * line, readiness, metric and an audit entry, and never blocks any work. The report survives restarts until the note is
 * deleted.
 */
export class AuditWatch {
  readonly #options: CheckOptions
  readonly #log: LogCheck
  /** lets anybody verify an exported log */
  readonly digest: LogDigest
  #isFailing = false
  #begun: Promise<void> | undefined
  #timers: NodeJS.Timeout[] = []
  #busy: Promise<void> = Promise.resolve()
  #sealing: Promise<void> | undefined
  readonly #closing = new AbortController()

  constructor(options: CheckOptions) {
    this.#options = options
    this.#log = new LogCheck(options)
    this.digest = new LogDigest(options.db)
  }

  get state(): AuditState {
    return this.#log.state
  }

  /**
   * Compares the log with the last note. At a start before anything is written, so that an office without any entry is
   * known to be new.
   */
  begin(): Promise<void> {
    this.#begun ??= this.#exclusively(async () => {
      await this.#log.recall()
      await this.#log.compare()
    })
    return this.#begun
  }

  /** Compares the log with the last note, then continues in the background. */
  async start(): Promise<void> {
    await this.begin()
    await this.check()
    const every = (ms: number, work: () => Promise<void>) =>
      this.#timers.push(setInterval(() => void this.#exclusively(work), ms).unref())
    // Not through the queue of the other checks: verifying a long log takes minutes.
    if (this.#options.db.engine === 'postgres')
      this.#timers.push(setInterval(() => void this.#seal(), SEAL_INTERVAL_MS).unref())
    every(NOTE_INTERVAL_MS, () => this.#log.compare())
    every(VERIFY_INTERVAL_MS, () => this.#log.walk(this.#closing.signal))
    void this.#exclusively(() => this.#log.walk(this.#closing.signal))
  }

  /** Announces the log after a start, once it has been verified. */
  announceLater(): void {
    void this.#exclusively(async () => {
      await this.announce()
    })
  }

  /** Writes the present digest to the server's log, which an attacker of the database need not reach. */
  async announce(): Promise<Digest> {
    const head = await this.digest.now()
    this.#options.log.info({ ...head }, 'Audit log: number of entries and digest')
    return head
  }

  /** Seals and compares now, instead of at the next interval. */
  async check(): Promise<void> {
    await this.#seal()
    return this.#exclusively(() => this.#log.compare())
  }

  /** Resolves once running checks are done, all entries are sealed and the newest is noted. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#closing.abort()
    await this.check()
  }

  #seal(): Promise<void> {
    const { db, sealer } = this.#options
    this.#sealing ??= this.#guarded(() => sealer.sealAll(db)).finally(() => (this.#sealing = undefined))
    return this.#sealing
  }

  #exclusively(work: () => Promise<void>): Promise<void> {
    this.#busy = this.#busy.then(() => this.#guarded(work))
    return this.#busy
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.#isFailing = false
    } catch (error) {
      // Readiness reports a failing database. The check is retried, and logged only once.
      if (this.#isFailing || this.#closing.signal.aborted) return
      this.#isFailing = true
      this.#options.log.warn({ err: error }, 'The audit log could not be sealed and checked')
    }
  }
}

import { inBackground } from '../../platform/fairness/caller.ts'

const STORE_AGAIN_MS = 5000

/** Deletes a session from the database. */
type Store = () => Promise<void>

/** Sessions that have ended in this process, but not yet in the database: storing is retried until it succeeds. */
export class EndedSessions {
  readonly #ended = new Map<string, Store>()
  readonly #forget: (id: string) => void
  #storing: NodeJS.Timeout | undefined

  /** @param forget drops what is cached of a session */
  constructor(forget: (id: string) => void) {
    this.#forget = forget
  }

  has(id: string): boolean {
    return this.#ended.has(id)
  }

  /** @throws the first error of `store` */
  async end(id: string, store: Store): Promise<void> {
    this.#ended.set(id, store)
    this.#forget(id)
    try {
      await this.#store(id, store)
    } catch (error) {
      this.#storeLater()
      throw error
    }
  }

  /** Tries once to store all that are left. */
  async store(): Promise<void> {
    clearTimeout(this.#storing)
    // Stored even if the client that signed out has disconnected.
    const ended = [...this.#ended]
    await Promise.allSettled(ended.map(([id, store]) => inBackground(() => this.#store(id, store))))
  }

  async #store(id: string, store: Store): Promise<void> {
    await store()
    this.#ended.delete(id)
    this.#forget(id)
  }

  #storeLater(): void {
    clearTimeout(this.#storing)
    this.#storing = setTimeout(() => {
      void this.store().then(() => {
        if (this.#ended.size > 0) this.#storeLater()
      })
    }, STORE_AGAIN_MS).unref()
  }
}

/** One of the browser's two storages; what it refuses to keep, because it is full or switched off, lives in memory. */
export class KeptTexts {
  readonly #open: () => Storage
  /** It lives as long as this window does, and stands before an older text that the storage still holds. */
  readonly #memoryFallback = new Map<string, string>()

  /** @param open the mere mention of a storage fails where it is switched off */
  constructor(open: () => Storage) {
    this.#open = open
  }

  read(key: string): string | null {
    const held = this.#memoryFallback.get(key)
    if (held !== undefined) return held
    try {
      return this.#open().getItem(key)
    } catch {
      return null
    }
  }

  keys(): string[] {
    try {
      return [...new Set([...Object.keys(this.#open()), ...this.#memoryFallback.keys()])]
    } catch {
      return [...this.#memoryFallback.keys()]
    }
  }

  /** @returns whether the browser has kept it */
  store(key: string, text: string): boolean {
    try {
      this.#open().setItem(key, text)
      this.#memoryFallback.delete(key)
      return true
    } catch {
      this.#memoryFallback.set(key, text)
      return false
    }
  }

  /** Whether this text would be gone with the window. */
  isUnkept(key: string): boolean {
    return this.#memoryFallback.has(key)
  }

  remove(key: string): void {
    this.#memoryFallback.delete(key)
    try {
      this.#open().removeItem(key)
    } catch {
      // There is nothing to remove where nothing can be stored.
    }
  }
}

/** Shared by all tabs, and there again after a restart. */
export const onDevice = new KeptTexts(() => localStorage)
/** This tab's own; it outlives a reload. */
export const inTab = new KeptTexts(() => sessionStorage)

/** One of the browser's two storages. What it refuses to store, because it is full or disabled, falls back to memory. */
export class StorageWithFallback {
  readonly #open: () => Storage
  /** Lives as long as this window, and takes precedence over an older text in the storage. */
  readonly #memoryFallback = new Map<string, string>()

  /** @param open a function, because accessing a disabled storage throws */
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

  /** @returns whether the browser has stored it */
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

  /** Whether this text is in memory only, and lost with the window. */
  isInMemoryOnly(key: string): boolean {
    return this.#memoryFallback.has(key)
  }

  remove(key: string): void {
    this.#memoryFallback.delete(key)
    try {
      this.#open().removeItem(key)
    } catch {
      // A disabled storage holds nothing to remove.
    }
  }
}

/** Shared by all tabs; survives a restart. */
export const onDevice = new StorageWithFallback(() => localStorage)
/** Of this tab only; survives a reload. */
export const inTab = new StorageWithFallback(() => sessionStorage)

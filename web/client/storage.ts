/**
 * What the browser's storage refused to keep, because it is full or switched off. It lives as long as this window does,
 * and stands before an older text that the storage still holds.
 */
const memoryFallback = new Map<string, string>()

export function readStored(key: string): string | null {
  const held = memoryFallback.get(key)
  if (held !== undefined) return held
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function storedKeys(): string[] {
  try {
    return [...new Set([...Object.keys(localStorage), ...memoryFallback.keys()])]
  } catch {
    return [...memoryFallback.keys()]
  }
}

/** @returns whether the browser has kept it */
export function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    memoryFallback.delete(key)
    return true
  } catch {
    memoryFallback.set(key, text)
    return false
  }
}

/** Whether this text would be gone with the window. */
export function isUnkept(key: string): boolean {
  return memoryFallback.has(key)
}

export function removeStored(key: string): void {
  memoryFallback.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // There is nothing to remove where nothing can be stored.
  }
}

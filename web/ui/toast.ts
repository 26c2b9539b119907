/** The toasts as plain state, so that any code can raise one. Drawn by Toaster.tsx. */
export interface ToastText {
  title: string
  description?: string | undefined
  tone?: 'plain' | 'good' | 'bad'
  /** At most two. A click also dismisses the toast. */
  links?: { label: string; onClick: () => void }[]
  /** What it tells of: it goes with `dismissToastsAbout`, once that is no longer so. */
  about?: string
}
export interface ToastEntry extends ToastText {
  id: number
  /** False once dismissed; the entry itself stays for the removal delay. */
  open: boolean
}

const TOAST_LIMIT = 3
export const TOAST_DISPLAY_MS = 5000
const TOAST_REMOVE_DELAY_MS = 5000

let entries: readonly ToastEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly ToastEntry[]): void {
  entries = next
  for (const listener of listeners) listener()
}

/** Shows a toast above the others; at most three are kept, newest first. @returns its id. */
export function toast(text: ToastText): number {
  const id = ++lastId
  change([{ ...text, id, open: true }, ...entries].slice(0, TOAST_LIMIT))
  return id
}

/** Takes a toast out of sight at once and removes it after the removal delay. */
export function dismissToast(id: number): void {
  if (!entries.some((entry) => entry.id === id && entry.open)) return
  change(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)))
  setTimeout(() => change(entries.filter((entry) => entry.id !== id)), TOAST_REMOVE_DELAY_MS)
}

export function dismissToastsAbout(about: string): void {
  for (const entry of entries) if (entry.about === about) dismissToast(entry.id)
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): readonly ToastEntry[] {
  return entries
}

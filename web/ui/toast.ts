import { Store } from './store.ts'

/** Toasts are plain state, so that any code can raise one. Rendered by Toaster.tsx. */
export interface ToastText {
  title: string
  description?: string | undefined
  tone?: 'plain' | 'good' | 'bad'
  /** At most two. A click also dismisses the toast. */
  links?: { label: string; onClick: () => void }[]
  /** Its subject: `dismissToastsAbout` dismisses it once it is out of date. */
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

let nextId = 1
/** Newest first. Shared by the page, so that a toast can be raised anywhere and outlives the component that raised it. */
export const toasts = new Store<readonly ToastEntry[]>([])

/** Shows a toast above the others; at most three are kept. @returns its id. */
export function toast(text: ToastText): number {
  const id = nextId++
  toasts.set([{ ...text, id, open: true }, ...toasts.get()].slice(0, TOAST_LIMIT))
  return id
}

/** Hides a toast at once and removes it after the removal delay. */
export function dismissToast(id: number): void {
  if (!toasts.get().some((entry) => entry.id === id && entry.open)) return
  toasts.set(toasts.get().map((entry) => (entry.id === id ? { ...entry, open: false } : entry)))
  setTimeout(() => toasts.set(toasts.get().filter((entry) => entry.id !== id)), TOAST_REMOVE_DELAY_MS)
}

export function dismissToastsAbout(about: string): void {
  for (const entry of toasts.get()) if (entry.about === about) dismissToast(entry.id)
}

export function currentToasts(): readonly ToastEntry[] {
  return toasts.get()
}

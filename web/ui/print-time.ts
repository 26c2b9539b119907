import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from './media.ts'

/** Shared by the whole page: components mounted for printing must see it too, or a sheet is added after the count. */
let askedAt: string | null = null

function subscribe(listener: () => void): () => void {
  const begin = () => {
    askedAt ??= new Date().toISOString()
    flushSync(listener)
  }
  const end = () => {
    askedAt = null
    listener()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/**
 * The time of printing, null otherwise: a print view that is always mounted would double the cost of a long page.
 * The browser announces printing (`beforeprint`) and waits until the print view is rendered.
 */
export function usePrintTime(): string | null {
  const onPaper = useMedia('print')
  const asked = useSyncExternalStore(subscribe, () => askedAt)
  const [drawnAt] = useState(() => new Date().toISOString())
  return asked ?? (onPaper ? drawnAt : null)
}

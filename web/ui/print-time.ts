import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from './media.ts'

/** One for the whole page: what is drawn because of printing must know of it too, or a sheet comes after they were counted. */
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
 * The moment of printing, null at any other time: what waited unseen for it would double what a long page costs.
 * The browser says when it takes the page, and waits until what is for paper is drawn.
 */
export function usePrintTime(): string | null {
  const onPaper = useMedia('print')
  const asked = useSyncExternalStore(subscribe, () => askedAt)
  const [drawnAt] = useState(() => new Date().toISOString())
  return asked ?? (onPaper ? drawnAt : null)
}

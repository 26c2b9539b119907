import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from './media.ts'

/**
 * The moment of printing, null at any other time: what waited unseen for it would double what a long page costs.
 * The browser says when it takes the page, and waits until what is for paper is drawn.
 */
export function usePrintTime(): string | null {
  const onPaper = useMedia('print')
  const [at, setAt] = useState(() => new Date().toISOString())
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    const begin = () =>
      flushSync(() => {
        setAt(new Date().toISOString())
        setAsked(true)
      })
    const end = () => setAsked(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isAsked || onPaper ? at : null
}

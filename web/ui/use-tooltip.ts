import { useCallback, useEffect, useRef, useState } from 'react'

const OPENS_AFTER_MS = 700
/** Moving to a neighbouring control within this time opens its tooltip without delay. */
const SKIPS_DELAY_MS = 300

/** Only one tooltip is open at a time on the whole page. */
let standing: { id: string; close: () => void } | undefined
let closedAt = Number.NEGATIVE_INFINITY

/** The control that the tooltip of this id is open at, and when it opens and closes. */
export function useTooltip(id: string) {
  const [anchor, setAnchor] = useState<{ current: HTMLElement } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = useCallback(() => {
    clearTimeout(timer.current)
    setAnchor((open) => {
      if (open) closedAt = Date.now()
      return null
    })
    if (standing?.id === id) standing = undefined
  }, [id])
  useEffect(() => close, [close])
  const stay = () => clearTimeout(timer.current)
  const open = (on: HTMLElement) => {
    stay()
    if (standing?.id !== id) standing?.close()
    standing = { id, close }
    setAnchor({ current: on })
  }
  return {
    anchor,
    open,
    close,
    stay,
    openSoon: (on: HTMLElement) => {
      if (standing || Date.now() - closedAt < SKIPS_DELAY_MS) open(on)
      else timer.current = setTimeout(() => open(on), OPENS_AFTER_MS)
    },
    closeIn: (ms: number) => {
      stay()
      timer.current = setTimeout(close, ms)
    },
  }
}

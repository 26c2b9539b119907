import { useState, type RefObject } from 'react'

/** Number of options of a long list rendered at a time (windowing): rendering a thousand is noticeably slow. */
const DRAWN = 60
/** Lists up to this length are rendered whole. */
export const LONG = 2 * DRAWN

interface Drawn {
  count: number
  /** index of the active option; always rendered, because screen readers announce it */
  pointed: number
  onPoint: (at: number) => void
  list: RefObject<HTMLElement | null>
}

const within = (at: number, most: number) => Math.max(0, Math.min(at, most))

/** Windowing: the options of a list to render. A short list is rendered whole, a long one around its visible part. */
export function useWindowedOptions({ count, pointed, onPoint, list }: Drawn) {
  const [seen, setSeen] = useState(0)
  if (count <= LONG) return { isLong: false, from: 0, to: count, onScroll: undefined }
  const startAround = (at: number) => within(at - DRAWN / 2, count - DRAWN)
  // The keys change the active option first; the list scrolls to it once it is rendered.
  const isSeen = pointed >= seen && pointed < seen + DRAWN
  const from = isSeen ? seen : startAround(pointed)
  const onScroll = () => {
    const box = list.current
    if (!box) return
    const height = box.scrollHeight / count
    const top = Math.round(box.scrollTop / height)
    const bottom = Math.min(count - 1, Math.floor((box.scrollTop + box.clientHeight) / height))
    if (top >= from && bottom < from + DRAWN) return
    const next = startAround(Math.round((top + bottom) / 2))
    setSeen(next)
    if (pointed < next || pointed >= next + DRAWN) onPoint(Math.max(top, Math.min(pointed, bottom)))
  }
  return { isLong: true, from, to: from + DRAWN, onScroll }
}

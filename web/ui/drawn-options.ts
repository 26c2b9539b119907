import { useState, type RefObject } from 'react'

/** So many options of a long list are drawn at a time; drawing a thousand takes longer than a person waits. */
const DRAWN = 60
/** Lists up to here are drawn whole. */
export const LONG = 2 * DRAWN

interface Drawn {
  count: number
  /** always among those that are drawn: readers of the screen are told of it */
  pointed: number
  onPoint: (at: number) => void
  list: RefObject<HTMLElement | null>
}

const within = (at: number, most: number) => Math.max(0, Math.min(at, most))

/** Which options of a list are drawn: all of a short one, of a long one those around what is seen. */
export function useDrawnOptions({ count, pointed, onPoint, list }: Drawn) {
  const [seen, setSeen] = useState(0)
  if (count <= LONG) return { isLong: false, from: 0, to: count, onScroll: undefined }
  const startAround = (at: number) => within(at - DRAWN / 2, count - DRAWN)
  // The keys move what is pointed at; scrolling to it follows once it is drawn.
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

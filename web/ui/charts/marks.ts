import type { MouseEvent } from 'react'

/** Target of a mark: an address and, for what opens over the page, a handler that replaces a plain click. */
export interface MarkLink {
  to: string
  onClick?: (event: MouseEvent) => void
}

/** One figure of a chart, as `MarkLayer` gets it. */
export interface Mark {
  x: number
  y: number
  /** what it shows, in one sentence */
  name: string
  /** the same on the tooltip: a heading and lines */
  title: string
  lines: readonly string[]
  link?: MarkLink | undefined
  /** area for hit testing and outline; by default a square around its point */
  box?: { x: number; y: number; width: number; height: number }
}

/** Least width and height of the area in which a mark is hit, in pixels. */
const HIT = 24

export function boxOf({ x, y, box }: Mark) {
  return box ?? { x: x - HIT / 2, y: y - HIT / 2, width: HIT, height: HIT }
}

/** Index of the next mark for a key; null for other keys. The marks are in chronological order. */
export function markAfter(key: string, at: number, marks: readonly Pick<Mark, 'x' | 'y'>[]): number | null {
  const last = marks.length - 1
  const leap = Math.max(1, Math.round(marks.length / 10))
  if (key === 'ArrowLeft') return Math.max(0, at - 1)
  if (key === 'ArrowRight') return Math.min(last, at + 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'PageUp') return Math.max(0, at - leap)
  if (key === 'PageDown') return Math.min(last, at + leap)
  if (key === 'ArrowUp' || key === 'ArrowDown') return verticalNeighbour(marks, at, key === 'ArrowUp' ? -1 : 1)
  return null
}

/** The closest mark above or below; horizontal distance counts three times, so that up means up. */
function verticalNeighbour(marks: readonly Pick<Mark, 'x' | 'y'>[], at: number, direction: 1 | -1): number {
  const from = marks[at]
  let best = at
  let least = Infinity
  if (!from) return at
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[index]!
    const down = (mark.y - from.y) * direction
    if (down <= 0.5) continue
    const away = down + 3 * Math.abs(mark.x - from.x)
    if (away >= least) continue
    least = away
    best = index
  }
  return best
}

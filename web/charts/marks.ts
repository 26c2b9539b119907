import type { MouseEvent } from 'react'

/** Where a mark leads: an address, and for what opens over the page, what a plain click does instead. */
export interface MarkLink {
  to: string
  onClick?: (event: MouseEvent) => void
}

/** One figure of a chart, as the layer over its drawing knows it. */
export interface Mark {
  x: number
  y: number
  /** what it shows, in one sentence */
  name: string
  /** the same on the tooltip: a heading and lines */
  title: string
  lines: readonly string[]
  link?: MarkLink | undefined
  /** the area it is hit and outlined in; around its point when left out */
  box?: { x: number; y: number; width: number; height: number }
}

/** Pixels that a mark is hit in at least. */
const HIT = 24

export function boxOf({ x, y, box }: Mark) {
  return box ?? { x: x - HIT / 2, y: y - HIT / 2, width: HIT, height: HIT }
}

/** Marks of one walk are in order of time; a key leads from one to the next. */
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

/** The next mark above or below that is closest, sideways counting three times: upwards means upwards. */
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

import { useEffect, useState, type RefObject } from 'react'
import { Highlighter, rangeIn } from './highlights.ts'
import { onPageDrawn, pageElement, pagesOf } from './pages-in-view.ts'
import type { PageRange } from './text-source.ts'

/** A marked place in the displayed text. */
export interface ShownPlace extends PageRange {
  key: string
  /** shown in the margin */
  label: string
}

export interface Marks {
  hits: readonly PageRange[]
  currentHit: PageRange | null
  places: readonly ShownPlace[]
  currentPlace: string | null
}

/** A number in the margin; `top` is its offset from the top as a fraction of the page's height. */
export interface MarginNumber {
  key: string
  label: string
  page: number
  top: number
  /** its height, as a fraction of the page's height */
  room: number
}

/** In CSS pixels, with the gap below it. */
const NUMBER_HEIGHT = 26

function rangesOf(pane: HTMLElement, ranges: readonly PageRange[]): Range[] {
  const pages = new Map(pagesOf(pane).map((element) => [Number(element.dataset['page']), element]))
  return ranges.flatMap(({ page, start, end }) => {
    const element = pages.get(page)
    return (element && rangeIn(element, start, end)) ?? []
  })
}

function numberOf(pane: HTMLElement, { key, label, page, start, end }: ShownPlace): MarginNumber[] {
  const element = pageElement(pane, page)
  const [rect] = (element && rangeIn(element, start, end)?.getClientRects()) ?? []
  if (!element || !rect) return []
  const box = element.getBoundingClientRect()
  const height = Math.max(box.height, 1)
  return [{ key, label, page, top: (rect.top - box.top) / height, room: NUMBER_HEIGHT / height }]
}

/** Sorted by position, each below the previous one: numbers of passages on one line would overlap. */
export function stackMarginNumbers(numbers: readonly MarginNumber[]): MarginNumber[] {
  const placed: MarginNumber[] = []
  for (const number of numbers.toSorted((a, b) => a.page - b.page || a.top - b.top)) {
    const above = placed.at(-1)
    const least = above?.page === number.page ? above.top + above.room : 0
    placed.push({ ...number, top: Math.max(number.top, least) })
  }
  return placed
}

function isSame(a: readonly MarginNumber[], b: readonly MarginNumber[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Highlights hits and places in the rendered pages, and computes the positions of the places' numbers. */
export function useMarks(pane: RefObject<HTMLElement | null>, marks: Marks): MarginNumber[] {
  const [highlighter] = useState(() => new Highlighter())
  const [numbers, setNumbers] = useState<MarginNumber[]>([])
  const { hits, currentHit, places, currentPlace } = marks
  useEffect(() => {
    const box = pane.current
    if (!box) return
    const paint = () => {
      highlighter.paint('document-hit', rangesOf(box, hits))
      highlighter.paint('document-hit-current', rangesOf(box, currentHit ? [currentHit] : []))
      highlighter.paint('document-place', rangesOf(box, places))
      const current = places.filter(({ key }) => key === currentPlace)
      highlighter.paint('document-place-current', rangesOf(box, current))
      const numbers = stackMarginNumbers(places.flatMap((place) => numberOf(box, place)))
      // The observed pane contains the numbers: setting equal ones would loop.
      setNumbers((now) => (isSame(now, numbers) ? now : numbers))
    }
    paint()
    return onPageDrawn(box, paint)
  }, [pane, highlighter, hits, currentHit, places, currentPlace])
  useEffect(() => () => highlighter.clear(), [highlighter])
  return numbers
}

import { useEffect, useState, type RefObject } from 'react'
import { Highlighter, rangeIn } from './highlights.ts'
import { pageElement, pagesOf } from './pages-in-view.ts'
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
  for (const number of numbers.toSorted((one, other) => one.page - other.page || one.top - other.top)) {
    const above = placed.at(-1)
    const least = above?.page === number.page ? above.top + above.room : 0
    placed.push({ ...number, top: Math.max(number.top, least) })
  }
  return placed
}

/** Calls back when a page of a pane is drawn or resized. @returns a function that stops it */
function onDrawn(pane: HTMLElement, listener: () => void): () => void {
  let frame = 0
  const later = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(listener)
  }
  const drawn = new MutationObserver(later)
  drawn.observe(pane, { childList: true, subtree: true })
  const resized = new ResizeObserver(later)
  for (const child of pane.children) resized.observe(child)
  return () => {
    cancelAnimationFrame(frame)
    drawn.disconnect()
    resized.disconnect()
  }
}

function isSame(one: readonly MarginNumber[], other: readonly MarginNumber[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
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
      const found = stackMarginNumbers(places.flatMap((place) => numberOf(box, place)))
      // The observed pane contains the numbers: setting equal ones would loop.
      setNumbers((now) => (isSame(now, found) ? now : found))
    }
    paint()
    return onDrawn(box, paint)
  }, [pane, highlighter, hits, currentHit, places, currentPlace])
  useEffect(() => () => highlighter.clear(), [highlighter])
  return numbers
}

export interface Target {
  page: number
  /** with `end` a range of the page's text */
  start?: number
  end?: number
}

/** Scroll corrections while pages with an estimated height get their actual one. */
const STEPS = 4

function scrollTo(pane: HTMLElement, { page, start, end }: Target): boolean {
  const element = pageElement(pane, page)
  if (!element) return false
  const range = start === undefined || end === undefined ? null : rangeIn(element, start, end)
  const top = pane.getBoundingClientRect().top
  if (!range) {
    pane.scrollTop += element.getBoundingClientRect().top - top - (page === 1 ? pane.clientHeight : 8)
    return start === undefined
  }
  const rect = range.getBoundingClientRect()
  const side = pane.getBoundingClientRect()
  pane.scrollTop += rect.top - top - pane.clientHeight / 3
  if (rect.left < side.left || rect.right > side.right) pane.scrollLeft += rect.left - side.left - 40
  return true
}

/** Scrolls to a target whenever it is a new object, and corrects once its page is drawn, until the person scrolls. */
export function useScrollTo(pane: RefObject<HTMLElement | null>, target: Target): void {
  useEffect(() => {
    const box = pane.current
    if (!box) return
    let frame = 0
    let steps = 0
    const go = () => {
      const isThere = scrollTo(box, target)
      if (++steps < STEPS) frame = requestAnimationFrame(go)
      else if (isThere) leave()
    }
    const unwatch = onDrawn(box, () => {
      steps = Math.min(steps, STEPS - 1)
      go()
    })
    const events = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    const leave = () => {
      cancelAnimationFrame(frame)
      unwatch()
      for (const event of events) box.removeEventListener(event, leave)
    }
    for (const event of events) box.addEventListener(event, leave, { passive: true })
    go()
    return leave
  }, [pane, target])
}

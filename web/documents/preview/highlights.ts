/** The kinds of marks, each a rule `::highlight(…)` of viewer.css. */
const MARKS = ['document-place', 'document-place-current', 'document-hit', 'document-hit-current'] as const
export type Mark = (typeof MARKS)[number]

/**
 * Highlights ranges of text without touching the elements, so that selections and screen readers are not affected. The registry
 * is shared by the whole page: each viewer adds its ranges and removes them again.
 */
export class Highlighter {
  readonly #own = new Map<Mark, Range[]>()

  paint(mark: Mark, ranges: readonly Range[]): void {
    // Without the Highlight API the text is shown unmarked.
    if (!('highlights' in CSS)) return
    const shared = CSS.highlights.get(mark) ?? new Highlight()
    for (const range of this.#own.get(mark) ?? []) shared.delete(range)
    for (const range of ranges) shared.add(range)
    shared.priority = MARKS.indexOf(mark)
    this.#own.set(mark, [...ranges])
    CSS.highlights.set(mark, shared)
  }

  clear(): void {
    for (const mark of MARKS) this.paint(mark, [])
  }
}

/** The DOM range of a place in a page's text, from the elements with `data-start`; null when none shows it. */
export function rangeIn(page: Element, start: number, end: number): Range | null {
  const pieces = page.querySelectorAll<HTMLElement>('[data-start]')
  const range = new Range()
  let hasStart = false
  let hasEnd = false
  for (const piece of pieces) {
    const node = piece.firstChild
    if (!(node instanceof Text)) continue
    const from = Number(piece.dataset['start'])
    const to = from + node.data.length
    if (!hasStart && to > start) {
      if (from >= end) return null
      range.setStart(node, Math.max(0, start - from))
      hasStart = true
    }
    if (hasStart && from < end) {
      range.setEnd(node, Math.min(node.data.length, end - from))
      hasEnd = true
    }
    if (from >= end) break
  }
  return hasStart && hasEnd ? range : null
}

import type { Flow } from './flow.ts'

export interface Line {
  /** offsets in the flow, trimmed */
  start: number
  end: number
  text: string
  page: number
  /** preceded by an empty line */
  isApart: boolean
}

/** Lines this close to the top or bottom of a page may be a header or footer. */
const MARGIN_LINES = 3
/** A header occurs on at least this share of the pages… */
const SHARE_OF_PAGES = 0.5
/** …or on this many pages, if a document has parts with different headers. */
const MANY_PAGES = 4
const MAX_HEADER_LENGTH = 150
/** A longer line that ends like a sentence is a sentence, even if it repeats on many pages. */
const MAX_HEADER_WORDS = 6
const PAGE_NUMBER = /^(?:page|seite|p\.|صفحة)?\s*[-–—]?\s*\d{1,4}\s*[-–—]?\s*(?:(?:of|sur|\/|من)\s*\d{1,4})?$/i

/** The non-empty lines of a document. Repeated headers and footers and page numbers are left out, and blanked out in the flow. */
export function linesOf(flow: Flow): Line[] {
  const pages = flow.pages.map((_, page) => linesOfPage(flow, page))
  const counts = new Map<string, number>()
  for (const lines of pages) {
    const keys = new Set(
      [...lines.slice(0, MARGIN_LINES), ...lines.slice(-MARGIN_LINES)].map(({ text }) => keyOf(text)),
    )
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const enough = Math.max(2, Math.min(MANY_PAGES, Math.ceil(pages.length * SHARE_OF_PAGES)))
  const isRunning = (line: Line, at: number, lines: readonly Line[]) => {
    if (at >= MARGIN_LINES && at < lines.length - MARGIN_LINES) return false
    if (line.text.length > MAX_HEADER_LENGTH) return false
    if (PAGE_NUMBER.test(line.text)) return lines.length > 1
    if (isSentence(line.text)) return false
    return (counts.get(keyOf(line.text)) ?? 0) >= enough
  }
  const running = new Set(pages.flatMap((lines) => lines.filter(isRunning)))
  flow.blank([...running])
  return pages.flat().filter((line) => !running.has(line))
}

function isSentence(text: string): boolean {
  return /[.?!؟]$/.test(text) && text.split(' ').length > MAX_HEADER_WORDS
}

/** Ignores digits: page numbers and dates differ from page to page. */
function keyOf(text: string): string {
  return text.toLowerCase().replace(/\d+/g, '#')
}

function linesOfPage(flow: Flow, page: number): Line[] {
  const lines: Line[] = []
  let at = flow.startOf(page)
  let isApart = true
  const length = flow.pages[page]!.text.length
  for (const raw of flow.text.slice(at, at + length).split('\n')) {
    const text = raw.trim()
    if (text !== '') {
      const start = at + raw.indexOf(text[0]!)
      lines.push({ start, end: start + text.length, text, page, isApart })
    }
    isApart = text === ''
    at += raw.length + 1
  }
  return lines
}

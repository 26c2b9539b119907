import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

export type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>
type Item = Extract<TextContent['items'][number], { str: string }>
type Direction = 'ltr' | 'rtl'

/** Arabic presentation forms (contextual shapes of letters). */
const SHAPES = /[\ufb50-\ufdff\ufe70-\ufefc]+/g

/**
 * The text of a page in reading order. Many programs write right-to-left lines in visual order, leftmost word first and with
 * presentation forms instead of letters, which breaks search, copying and screen readers.
 */
export function inReadingOrder(content: TextContent): TextContent {
  return { ...content, items: linesOf(content.items.filter(isText)).flatMap(asRead) }
}

function isText(item: TextContent['items'][number]): item is Item {
  return 'str' in item
}

function linesOf(items: readonly Item[]): Item[][] {
  const lines: Item[][] = []
  let isOpen = false
  for (const item of items) {
    const line = isOpen ? lines.at(-1) : undefined
    if (line && isBeside(line[0]!, item)) line.push(item)
    else lines.push([item])
    isOpen = !item.hasEOL
  }
  return lines
}

/** Unrotated, and on the same line. */
function isBeside(first: Item, item: Item): boolean {
  const [, b, c, , , y] = item.transform as number[]
  const [, , , , , ofFirst] = first.transform as number[]
  return b === 0 && c === 0 && Math.abs(y! - ofFirst!) < Math.max(first.height, item.height) / 2
}

function asRead(line: Item[]): Item[] {
  if (!line.some((item) => directionOf(item) === 'rtl')) return line
  const fromTheLeft = line.toSorted((a, b) => a.transform[4] - b.transform[4])
  const isRightToLeft = lettersOf(line, 'rtl') > lettersOf(line, 'ltr')
  const ordered = isRightToLeft
    ? reverseRuns(fromTheLeft.toReversed(), 'ltr').map(withStopBehind)
    : reverseRuns(fromTheLeft, 'rtl')
  const isEnded = line.some(({ hasEOL }) => hasEOL)
  return ordered.map((item, i) => ({
    ...item,
    str: item.str.replace(SHAPES, (shapes) => shapes.normalize('NFKC')),
    hasEOL: isEnded && i === ordered.length - 1,
  }))
}

/** In a right-to-left line the stop behind a number lies at its left, and would be read before it. */
function withStopBehind(item: Item): Item {
  return { ...item, str: item.str.replace(/^([.,:;!?]+)(\d[\d.,:/]*)$/, '$2$1') }
}

/** Null for white space. */
function directionOf({ str, dir }: Item): Direction | null {
  if (str.trim() === '') return null
  return dir === 'rtl' ? 'rtl' : 'ltr'
}

function lettersOf(line: readonly Item[], direction: Direction): number {
  return line.reduce((sum, item) => sum + (directionOf(item) === direction ? item.str.length : 0), 0)
}

/** Reverses each run of one direction, including the blanks inside it. */
function reverseRuns(items: readonly Item[], direction: Direction): Item[] {
  const turned = [...items]
  for (let from = 0; from < turned.length; from++) {
    if (directionOf(turned[from]!) !== direction) continue
    let last = from
    for (let i = from + 1; i < turned.length; i++) {
      const found = directionOf(turned[i]!)
      if (found === direction) last = i
      else if (found !== null) break
    }
    turned.splice(from, last + 1 - from, ...turned.slice(from, last + 1).toReversed())
    from = last
  }
  return turned
}

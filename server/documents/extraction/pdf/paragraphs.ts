import type { Block } from './columns.ts'
import { type Line, rowText, type Segment } from './lines.ts'

/** A bullet or number at the beginning of a list item. */
const MARKER = /^(?:[•‣◦▪●○■□–—*-]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]|[ivx]{1,5})[.)]|\d{1,3}(?:\.\d{1,3})+)\s/i
const HYPHENATED = /\p{L}[-\u2010\u00ad]$/u
/** A letter of two UTF-16 units and the hyphen. */
const HYPHENATED_LENGTH = 3

/** An empty line is inserted between lines that are more than this many usual distances apart. */
const EMPTY_LINE = 1.4

/** A block as text: one line for each paragraph, list item, heading and table row, with an empty line at a larger gap. */
export function blockText(block: Block): string {
  const usual = usualDistance(block)
  const edges = edgesBySize(block)
  let text = ''
  for (const [i, line] of block.entries()) {
    const before = block[i - 1]
    const own = rowText(line)
    if (!before) text = own
    else if (continues(before, line, edges, usual)) text = append(text, own)
    else text += (isFar(before, line, usual) ? '\n\n' : '\n') + own
  }
  return text
}

interface Edges {
  left: number
  right: number
}

/** The edges of the lines for each letter size: a wide heading says nothing about the text below it. */
function edgesBySize(block: Block): Map<number, Edges> {
  const edges = new Map<number, Edges>()
  for (const { segments } of block) {
    const [line, ...cells] = segments
    if (!line || cells.length > 0) continue
    const { left, right } = edges.get(Math.round(line.size)) ?? line
    edges.set(Math.round(line.size), { left: Math.min(left, line.left), right: Math.max(right, line.right) })
  }
  return edges
}

function usualDistance(block: Block): number {
  const distances = block.slice(1).map((line, i) => block[i]!.baseline - line.baseline)
  return distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? 0
}

function isFar(before: Line, line: Line, usual: number): boolean {
  const least = 1.2 * Math.max(...before.segments.map(({ size }) => size))
  const isTable = before.segments.length > 1 && line.segments.length > 1
  // With few lines of different sizes the median distance means nothing.
  const distance = Math.max(Math.min(usual, 2 * least), least)
  return before.baseline - line.baseline > (isTable ? 2 : 1) * EMPTY_LINE * distance
}

/** Whether the next line continues this one: its first word had not fitted. */
function continues(before: Line, line: Line, edges: Map<number, Edges>, usual: number): boolean {
  const [one, ...others] = before.segments
  const [next, ...more] = line.segments
  if (!one || !next || others.length > 0 || more.length > 0) return false
  const edge = edges.get(Math.round(one.size))
  if (!edge || Math.abs(one.size - next.size) > 0.1 * one.size || isFar(before, line, usual)) return false
  if (MARKER.test(next.text) || one.isRightToLeft !== next.isRightToLeft) return false
  const begin = one.isRightToLeft ? edge.right - one.right : one.left - edge.left
  const nextBegin = one.isRightToLeft ? edge.right - next.right : next.left - edge.left
  const isIndented = nextBegin - begin > 0.8 * one.size
  if (isIndented && !MARKER.test(one.text)) return false
  const room = one.isRightToLeft ? one.left - edge.left : edge.right - one.right
  return HYPHENATED.test(one.text) || firstWordWidth(next) + 0.2 * one.size > room
}

function firstWordWidth({ text, left, right }: Segment): number {
  const end = text.search(/\s/)
  return ((right - left) / text.length) * (end < 0 ? text.length : end)
}

function append(text: string, next: string): string {
  // Only the end, because the whole text would be searched again for each line.
  const isHyphenated = HYPHENATED.test(text.slice(-HYPHENATED_LENGTH))
  // "co-" and "operation" are joined to one word; "EU-" and "Kommission" keep their hyphen.
  if (isHyphenated && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next
  return isHyphenated ? text + next : `${text} ${next}`
}

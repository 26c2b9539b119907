import { COLUMN_GAP, type Line, linesOf, type Segment } from './lines.ts'
import type { TextRun } from './text-runs.ts'

/** A region of the page that is read from top to bottom before the next one. */
export type Block = Line[]

/** Fewer adjacent lines are not evidence of columns. */
const MIN_LINES = 4
/** Line length of running text: longer than the cells of most tables. */
const PROSE_LETTERS = 18
/** Share of its column that a line of running text fills on average. */
const PROSE_FILL = 0.5
const SAMPLES = 400

/**
 * The lines in reading order: columns are read one by one, and a line that crosses them (a heading, a table) ends the
 * columns above it. A table does not count as columns: its cells are short and are read row by row.
 */
export function blocksOf(textRuns: readonly TextRun[]): Block[] {
  const gutters = guttersOf(linesOf(textRuns, [], COLUMN_GAP))
  const lines = linesOf(textRuns, gutters)
  if (gutters.length === 0) return [lines]
  const blocks: Block[] = []
  let band: Line[] = []
  const endBand = () => {
    blocks.push(...columnsOf(band, gutters))
    band = []
  }
  for (const line of lines) {
    if (line.segments.some((segment) => gutters.some((x) => segment.left < x && segment.right > x))) {
      endBand()
      const last = blocks.at(-1)
      if (last && isCrossing(last, gutters)) last.push(line)
      else blocks.push([line])
    } else band.push(line)
  }
  endBand()
  return blocks
}

function isCrossing(block: Block, gutters: number[]): boolean {
  return block.every(({ segments }) => segments.some(({ left, right }) => gutters.some((x) => left < x && right > x)))
}

function columnsOf(band: Line[], gutters: number[]): Block[] {
  if (band.length === 0) return []
  const edges = [-Infinity, ...gutters, Infinity]
  const columns = edges.slice(1).map((to, i) => within(band, edges[i]!, to))
  const segments = band.flatMap((line) => line.segments)
  const rightToLeft = segments.filter(({ isRightToLeft }) => isRightToLeft).length
  const filled = columns.filter((column) => column.length > 0)
  return rightToLeft * 2 > segments.length ? filled.toReversed() : filled
}

function within(lines: Line[], from: number, to: number): Line[] {
  return lines.flatMap(({ baseline, segments }) => {
    const own = segments.filter(({ left, right }) => (left + right) / 2 > from && (left + right) / 2 <= to)
    return own.length > 0 ? [{ baseline, segments: own }] : []
  })
}

/** The x positions between columns; none where the page has one column. */
function guttersOf(lines: Line[]): number[] {
  const segments = lines.flatMap((line) => line.segments)
  if (segments.length < 2 * MIN_LINES) return []
  const left = Math.min(...segments.map((segment) => segment.left))
  const right = Math.max(...segments.map((segment) => segment.right))
  const gutters = gapsIn(segments, left, right, lines.length)
  const edges = [left, ...gutters, right]
  const areColumns = edges.slice(1).every((to, i) => isProse(lines, edges[i]!, to))
  return areColumns ? gutters : []
}

/** The middles of the x ranges that hardly any line crosses. */
function gapsIn(segments: Segment[], left: number, right: number, lines: number): number[] {
  const step = (right - left) / SAMPLES
  const crossing = Array.from({ length: SAMPLES }, () => 0)
  for (const segment of segments) {
    const from = Math.max(0, Math.ceil((segment.left - left) / step))
    const to = Math.min(SAMPLES - 1, Math.floor((segment.right - left) / step))
    for (let i = from; i <= to; i++) crossing[i]! += 1
  }
  const gaps: number[] = []
  let begin = -1
  for (let i = Math.round(0.1 * SAMPLES); i <= 0.9 * SAMPLES; i++) {
    const isFree = crossing[i]! <= 0.25 * lines
    if (isFree && begin < 0) begin = i
    if (!isFree && begin >= 0) {
      gaps.push(left + ((begin + i - 1) / 2) * step)
      begin = -1
    }
  }
  return gaps
}

function isProse(lines: Line[], from: number, to: number): boolean {
  const own = within(lines, from, to)
    .flatMap((line) => line.segments)
    .filter((segment) => segment.left >= from - 1 && segment.right <= to + 1)
  if (own.length < MIN_LINES) return false
  const letters = own.reduce((sum, { text }) => sum + text.length, 0) / own.length
  const width = Math.max(...own.map((segment) => segment.right)) - Math.min(...own.map((segment) => segment.left))
  const fill = own.reduce((sum, segment) => sum + segment.right - segment.left, 0) / own.length / (width || 1)
  return letters >= PROSE_LETTERS && fill >= PROSE_FILL
}

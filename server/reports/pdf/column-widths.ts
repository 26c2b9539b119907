import type { Row, TableHead } from './blocks.ts'
import type { TextStyle } from './typeface.ts'
import type { PageLayout } from './page-layout.ts'

type Columns = TableHead['columns']

/** Points between the text of two columns. */
export const GAP = 8
/** Font sizes, largest first. */
const SIZES = [8.5, 8, 7.5, 6.8, 6.5]
/** Largest size of a table with long texts below its rows. */
const MAX_WITH_TEXTS = 6.8
/** Rows that are measured, and how many of the longest words of a column. */
const MEASURED = { rows: 200, words: 8 }
/** Points; a longer word, such as an address, is broken instead of taking the room of other columns. */
const MAX_WORD = 110
/** Share of the cells that a wide column has in one line. */
const MOST = 0.9
/** Lines end at words, so that several need more than their share of the text. */
const RAGGED = 1.2
const MAX_LINES = 12
/** A column of a larger share holds sentences, which need room for more than a word in a line. */
const SENTENCES = { share: 2, words: 2.5 }

/** The largest type in which no word has to be broken, else the smallest, and the width of each column. */
export function fittedColumns(
  layout: PageLayout,
  columns: Columns,
  rows: readonly Row[],
): { size: number; widths: number[] } {
  const words = columns.map(({ label, isBelow }, i) =>
    isBelow ? undefined : { head: longestOf([label]), cells: longestOf(rows.map((row) => row[i] ?? '')) },
  )
  const shares = columns.map(({ share = 1, isBelow }) => (isBelow ? 0 : share))
  const narrowestAt = (size: number) => {
    const widths = (some: string[], weight: TextStyle['weight']) =>
      some.map((word) => layout.breaker.widthOf(word, { size, weight })).filter((width) => width <= MAX_WORD)
    return words.map((own, i) => {
      if (!own) return 0
      const times = shares[i]! > SENTENCES.share ? SENTENCES.words : 1
      return Math.ceil(times * Math.max(0, ...widths(own.head, 600), ...widths(own.cells, 400))) + GAP
    })
  }
  const largest = columns.some(({ isBelow }) => isBelow) ? MAX_WITH_TEXTS : SIZES[0]!
  const size = SIZES.find((one) => one <= largest && sum(narrowestAt(one)) <= layout.width) ?? SIZES.at(-1)!
  const widest = columns.map((_, i) => (words[i] ? widestOf(layout, rows, i, size) : 0))
  return { size, widths: columnWidths(shares, narrowestAt(size), widest, layout.width) }
}

/** The width in which most cells of a column have one line. */
function widestOf(layout: PageLayout, rows: readonly Row[], column: number, size: number): number {
  const widths = rows
    .slice(0, MEASURED.rows)
    .map((row) => layout.breaker.widthOf(row[column] ?? '', { size, weight: 400 }))
    .sort((a, b) => a - b)
  return Math.ceil(widths[Math.floor(widths.length * MOST)] ?? 0) + GAP
}

function longestOf(texts: readonly string[]): string[] {
  const words = new Set(texts.slice(0, MEASURED.rows).flatMap((text) => text.split(/\s+/)))
  return [...words].sort((a, b) => b.length - a.length).slice(0, MEASURED.words)
}

/**
 * No column is narrower than its longest word; all are narrowed alike where the words need more than there is. Otherwise the
 * columns are as wide as the fewest lines need that all can have. What is left goes to the columns that need least to have their
 * cells in one line, then to all.
 */
function columnWidths(
  shares: readonly number[],
  narrowest: readonly number[],
  widest: readonly number[],
  width: number,
): number[] {
  const needed = sum(narrowest)
  if (needed >= width) return narrowest.map((one) => (one * width) / needed)
  const inLines = (lines: number) =>
    narrowest.map((one, i) => Math.max(one, lines === 1 ? widest[i]! : (RAGGED * (widest[i]! - GAP)) / lines + GAP))
  const all = Array.from({ length: MAX_LINES }, (_, i) => inLines(i + 1))
  const widths = [...(all.find((some) => sum(some) <= width) ?? narrowest)]
  let rest = width - sum(widths)
  const missing = widths.map((one, i) => Math.max(0, widest[i]! - one))
  for (const i of [...missing.keys()].sort((a, b) => missing[a]! - missing[b]!)) {
    if (missing[i]! > rest) break
    widths[i]! += missing[i]!
    rest -= missing[i]!
  }
  return widths.map((one, i) => one + (rest * shares[i]!) / sum(shares))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

import type { Row, TableHead } from './blocks.ts'
import type { TextStyle } from './typeface.ts'
import type { PageLayout } from './page-layout.ts'

type Columns = TableHead['columns']

/** Points between the text of two columns. */
export const GAP = 8
/** Font sizes, largest first. */
const SIZES = [8.5, 8, 7.5, 7, 6.5]
/** Rows that are measured, and how many of the longest words of a column. */
const MEASURED = { rows: 200, words: 8 }
/** Points; a longer word, such as an address, is broken instead of taking the room of other columns. */
const MAX_WORD = 110
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
  const size = SIZES.find((one) => sum(narrowestAt(one)) <= layout.width) ?? SIZES.at(-1)!
  return { size, widths: columnWidths(shares, narrowestAt(size), layout.width) }
}

function longestOf(texts: readonly string[]): string[] {
  const words = new Set(texts.slice(0, MEASURED.rows).flatMap((text) => text.split(/\s+/)))
  return [...words].sort((one, other) => other.length - one.length).slice(0, MEASURED.words)
}

/** Widths by share, none narrower than its longest word; all are narrowed alike where the words need more than there is. */
function columnWidths(shares: readonly number[], narrowest: readonly number[], width: number): number[] {
  const needed = sum(narrowest)
  if (needed >= width) return narrowest.map((one) => (one * width) / needed)
  const isNarrowest = shares.map(() => false)
  for (;;) {
    const rest = width - sum(narrowest.filter((_, i) => isNarrowest[i]))
    const all = sum(shares.filter((_, i) => !isNarrowest[i]))
    const widths = shares.map((share, i) => (isNarrowest[i] ? narrowest[i]! : (rest * share) / all))
    const tooNarrow = widths.findIndex((one, i) => one < narrowest[i]!)
    if (tooNarrow < 0) return widths
    isNarrowest[tooNarrow] = true
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

import type { TextRun } from './text-runs.ts'

/** Text on one baseline without a wide gap: a line of a paragraph, or the cell of a table. */
export interface Segment {
  text: string
  left: number
  right: number
  size: number
  isRightToLeft: boolean
}

export interface Line {
  baseline: number
  /** from left to right */
  segments: Segment[]
}

/** A gap of this many letter heights separates cells; justified words are closer. */
const CELL_GAP = 1.1
/** The same for a gap that lies on the gutter between two columns. */
export const COLUMN_GAP = 0.7
/** A gap of this many letter heights is a blank: letters within a word are closer. */
const BLANK_GAP = 0.12

/**
 * Groups the runs into lines from top to bottom. Superscripts and subscripts belong to the adjacent line.
 * @param gutters the x positions between columns; a gap there always ends a segment
 */
export function linesOf(textRuns: readonly TextRun[], gutters: readonly number[] = [], cellGap = CELL_GAP): Line[] {
  const isCut = (from: number, { left, size }: TextRun) =>
    left - from >= cellGap * size ||
    (left - from >= COLUMN_GAP * size && gutters.some((x) => from <= x + 1 && left >= x - 1))
  const ordered = textRuns.toSorted((one, other) => other.baseline - one.baseline || one.left - other.left)
  const rows: TextRun[][] = []
  for (const run of ordered) {
    const row = rows.at(-1)
    const first = row?.[0]
    const isSameRow = first && first.baseline - run.baseline < 0.45 * Math.min(first.size, run.size)
    if (isSameRow) row.push(run)
    else rows.push([run])
  }
  return rows.map((row) => ({ baseline: largest(row).baseline, segments: segmentsOf(row, isCut) }))
}

function largest(row: readonly TextRun[]): TextRun {
  return row.reduce((one, other) => (other.size > one.size ? other : one))
}

function segmentsOf(row: TextRun[], isCut: (from: number, next: TextRun) => boolean): Segment[] {
  const groups: TextRun[][] = []
  let right = -Infinity
  for (const run of row.toSorted((one, other) => one.left - other.left)) {
    const group = groups.at(-1)
    if (group && !isCut(right, run)) group.push(run)
    else groups.push([run])
    right = group === groups.at(-1) ? Math.max(right, run.right) : run.right
  }
  return groups.map(toSegment)
}

function toSegment(textRuns: TextRun[]): Segment {
  const rightToLeft = textRuns.filter((run) => run.isRightToLeft).length
  const isRightToLeft = rightToLeft * 2 > textRuns.length || (rightToLeft > 0 && textRuns.at(-1)!.isRightToLeft)
  return {
    text: joined(logicalOrder(textRuns, isRightToLeft)),
    left: textRuns[0]!.left,
    right: Math.max(...textRuns.map(({ right }) => right)),
    size: largest(textRuns).size,
    isRightToLeft,
  }
}

/** Reorders runs from left to right into reading order: by the line's direction, runs of the other direction by theirs. */
function logicalOrder(textRuns: TextRun[], isRightToLeft: boolean): TextRun[] {
  const ordered: TextRun[] = []
  let against: TextRun[] = []
  for (const run of isRightToLeft ? textRuns.toReversed() : textRuns) {
    if (run.isRightToLeft === isRightToLeft) {
      ordered.push(...against, run)
      against = []
    } else against.unshift(run)
  }
  return [...ordered, ...against]
}

function joined(textRuns: TextRun[]): string {
  return textRuns
    .map((run, i) => {
      const next = textRuns[i + 1]
      if (!next) return run.text
      const gap = Math.max(next.left - run.right, run.left - next.right)
      const hasBlank = run.hasBlankBehind || gap > BLANK_GAP * Math.min(run.size, next.size)
      return hasBlank ? `${run.text} ` : run.text
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A table line as its cells joined by tabs, in reading direction. */
export function rowText({ segments }: Line): string {
  const rightToLeft = segments.filter(({ isRightToLeft }) => isRightToLeft).length
  const ordered = rightToLeft * 2 > segments.length ? segments.toReversed() : segments
  return ordered.map(({ text }) => text).join('\t')
}

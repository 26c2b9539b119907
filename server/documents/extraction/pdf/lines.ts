import { readFromRight } from './right-to-left.ts'
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
  const ordered = textRuns.toSorted((a, b) => b.baseline - a.baseline || a.left - b.left)
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
  return row.reduce((a, b) => (b.size > a.size ? b : a))
}

function segmentsOf(row: TextRun[], isCut: (from: number, next: TextRun) => boolean): Segment[] {
  const groups: TextRun[][] = []
  let right = -Infinity
  for (const run of row.toSorted((a, b) => a.left - b.left)) {
    const group = groups.at(-1)
    if (group && !isCut(right, run)) group.push(run)
    else groups.push([run])
    right = group === groups.at(-1) ? Math.max(right, run.right) : run.right
  }
  return groups.map(toSegment)
}

function toSegment(textRuns: TextRun[]): Segment {
  const isRightToLeft = isReadFromRight(textRuns)
  return {
    text: isRightToLeft
      ? joined(readFromRight(textRuns, isApart), leftOf, rightOf)
      : joined(readFromLeft(textRuns), rightOf, leftOf),
    left: textRuns[0]!.left,
    right: Math.max(...textRuns.map(({ right }) => right)),
    size: largest(textRuns).size,
    isRightToLeft,
  }
}

function isReadFromRight(textRuns: TextRun[]): boolean {
  if (!textRuns.some((run) => run.isRightToLeft)) return false
  const [left, right] = [textRuns[0]!, textRuns.at(-1)!]
  if (right.isRightToLeft && (left.isRightToLeft || lettersIn(left.text) === 0)) return true
  // It may begin at either end: what most of its letters are decides.
  const letters = (isWanted: boolean) =>
    textRuns.reduce((sum, run) => sum + (run.isRightToLeft === isWanted ? lettersIn(run.text) : 0), 0)
  return letters(true) > letters(false)
}

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

/** The groups of a left-to-right line: adjacent right-to-left runs are one, which is read from the right. */
function readFromLeft(textRuns: TextRun[]): TextRun[][] {
  const groups: TextRun[][] = []
  for (const run of textRuns) {
    const group = groups.at(-1)
    if (group?.[0]?.isRightToLeft && run.isRightToLeft) group.unshift(run)
    else groups.push([run])
  }
  return groups
}

type Edge = (group: TextRun[]) => TextRun
const leftOf: Edge = (group) => group.reduce((a, b) => (b.left < a.left ? b : a))
const rightOf: Edge = (group) => group.reduce((a, b) => (b.right > a.right ? b : a))

/** @param end which run of a group lies beside the `begin` of the next one: its last, unless it is read the other way */
function joined(groups: TextRun[][], end: Edge, begin: Edge): string {
  const blank = (a: TextRun, b: TextRun) => (isApart(a, b) ? ' ' : '')
  return groups
    .map((group, i) => {
      const next = groups[i + 1]
      const text = group.map((run, j) => (j > 0 ? blank(group[j - 1]!, run) : '') + run.text).join('')
      return next ? text + blank(end(group), begin(next)) : text
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Whether a blank is between two runs that are read one after the other. */
function isApart(run: TextRun, next: TextRun): boolean {
  const [one, other] = run.order < next.order ? [run, next] : [next, run]
  if (other.order === one.order + 1 && one.hasBlankBehind) return true
  return Math.max(next.left - run.right, run.left - next.right) > BLANK_GAP * Math.min(run.size, next.size)
}

/** A table line as its cells joined by tabs, in reading direction. */
export function rowText({ segments }: Line): string {
  const rightToLeft = segments.filter(({ isRightToLeft }) => isRightToLeft).length
  const ordered = rightToLeft * 2 > segments.length ? segments.toReversed() : segments
  return ordered.map(({ text }) => text).join('\t')
}

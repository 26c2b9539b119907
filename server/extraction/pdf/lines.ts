import type { Piece } from './pieces.ts'

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
 * Groups the pieces into lines from top to bottom. Superscripts and subscripts belong to the adjacent line.
 * @param gutters the x positions between columns; a gap there always ends a segment
 */
export function linesOf(pieces: readonly Piece[], gutters: readonly number[] = [], cellGap = CELL_GAP): Line[] {
  const isCut = (from: number, { left, size }: Piece) =>
    left - from >= cellGap * size ||
    (left - from >= COLUMN_GAP * size && gutters.some((x) => from <= x + 1 && left >= x - 1))
  const ordered = pieces.toSorted((one, other) => other.baseline - one.baseline || one.left - other.left)
  const rows: Piece[][] = []
  for (const piece of ordered) {
    const row = rows.at(-1)
    const first = row?.[0]
    const isSameRow = first && first.baseline - piece.baseline < 0.45 * Math.min(first.size, piece.size)
    if (isSameRow) row.push(piece)
    else rows.push([piece])
  }
  return rows.map((row) => ({ baseline: largest(row).baseline, segments: segmentsOf(row, isCut) }))
}

function largest(row: readonly Piece[]): Piece {
  return row.reduce((one, other) => (other.size > one.size ? other : one))
}

function segmentsOf(row: Piece[], isCut: (from: number, next: Piece) => boolean): Segment[] {
  const groups: Piece[][] = []
  let right = -Infinity
  for (const piece of row.toSorted((one, other) => one.left - other.left)) {
    const group = groups.at(-1)
    if (group && !isCut(right, piece)) group.push(piece)
    else groups.push([piece])
    right = group === groups.at(-1) ? Math.max(right, piece.right) : piece.right
  }
  return groups.map(toSegment)
}

function toSegment(pieces: Piece[]): Segment {
  const rightToLeft = pieces.filter((piece) => piece.isRightToLeft).length
  const isRightToLeft = rightToLeft * 2 > pieces.length || (rightToLeft > 0 && pieces.at(-1)!.isRightToLeft)
  return {
    text: joined(logicalOrder(pieces, isRightToLeft)),
    left: pieces[0]!.left,
    right: Math.max(...pieces.map(({ right }) => right)),
    size: largest(pieces).size,
    isRightToLeft,
  }
}

/** Reorders pieces from left to right into reading order: by the line's direction, runs of the other direction by theirs. */
function logicalOrder(pieces: Piece[], isRightToLeft: boolean): Piece[] {
  const ordered: Piece[] = []
  let against: Piece[] = []
  for (const piece of isRightToLeft ? pieces.toReversed() : pieces) {
    if (piece.isRightToLeft === isRightToLeft) {
      ordered.push(...against, piece)
      against = []
    } else against.unshift(piece)
  }
  return [...ordered, ...against]
}

function joined(pieces: Piece[]): string {
  return pieces
    .map((piece, i) => {
      const next = pieces[i + 1]
      if (!next) return piece.text
      const gap = Math.max(next.left - piece.right, piece.left - next.right)
      const hasBlank = piece.hasBlankBehind || gap > BLANK_GAP * Math.min(piece.size, next.size)
      return hasBlank ? `${piece.text} ` : piece.text
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

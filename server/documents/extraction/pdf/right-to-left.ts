import type { TextRun } from './text-runs.ts'

const LETTER = /\p{L}/u
const HAS_DIGITS = /\p{Nd}/u
const ARABIC = /\p{Script=Arabic}/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
/** A number with its decimals, or a date or time: what the signs between digits join to one. */
const NUMBER = /\p{Nd}+(?:[.,:/٫٬]\p{Nd}+)*/gu
/** Not behind Arabic letters: there a sign stays with its number, and a hyphen joins. */
const SIGNED_NUMBER = /[+\-$€₪£]?\p{Nd}+(?:[.,:/-]\p{Nd}+)*[%€₪£°]?/gu
const JOINS_NUMBERS = /^[.,:/٫٬]$/
const CLOSING_FIRST = /^[^()[\]{}«»]*[)\]}»]/
const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
}

/** `-`: signs and blanks, whose direction is that of what surrounds them. */
type Kind = 'right-to-left' | 'left-to-right' | 'number' | '-'

interface Piece extends TextRun {
  kind: Kind
}

/**
 * The runs of a right-to-left line in reading order, in groups that are read from the right. They lie on the page as the program that made it ordered them for the
 * eye (Unicode bidirectional algorithm, UAX 9): words from right to left, numbers and Latin words from left to right, and
 * the stop behind a number at its left.
 * @param runs from left to right
 * @param isApart whether a blank is between two adjacent runs
 */
export function readFromRight(
  runs: readonly TextRun[],
  isApart: (one: TextRun, other: TextRun) => boolean,
): TextRun[][] {
  const numbers = runs.some(({ text }) => ARABIC.test(text)) ? NUMBER : SIGNED_NUMBER
  const pieces = resolved(runs.flatMap((run) => piecesOf(run, numbers)))
  const groups: Piece[][] = []
  for (const piece of withBrackets(pieces).toReversed()) {
    const group = groups.at(-1)
    const right = group?.[0]
    // Numbers beside each other are read from the right, unless they belong to Latin words.
    const areNumbers = right?.kind === 'number' && piece.kind === 'number' && isApart(piece, right)
    const isFromLeft = (one: Piece | undefined) => one !== undefined && one.kind !== 'right-to-left'
    if (group && isFromLeft(right) && isFromLeft(piece) && !areNumbers) group.unshift(piece)
    else groups.push([piece])
  }
  return groups
}

/** A run without letters is read in parts: the signs around a number are read on its other side. */
function piecesOf(run: TextRun, numbers: RegExp): Piece[] {
  if (run.isRightToLeft && HAS_DIGITS.test(run.text) && !LETTER.test(run.text))
    return piecesOf({ ...run, text: asItLies(run.text, numbers), isRightToLeft: false }, numbers)
  if (run.isRightToLeft) return [{ ...run, kind: 'right-to-left' }]
  if (LETTER.test(run.text)) return [{ ...run, kind: RIGHT_TO_LEFT.test(run.text) ? 'right-to-left' : 'left-to-right' }]
  const pieces: Piece[] = []
  let at = 0
  const add = (end: number, kind: Kind) => {
    if (end > at) pieces.push({ ...part(run, at, end), kind })
    at = end
  }
  for (const { index, 0: number } of run.text.matchAll(numbers)) {
    add(index, '-')
    add(index + number.length, 'number')
  }
  add(run.text.length, '-')
  return pieces
}

/** Digits of Arabic count as right-to-left by themselves: the library has already put the signs around them in reading order. */
function asItLies(text: string, numbers: RegExp): string {
  let rest = 0
  const parts: string[] = []
  for (const { index, 0: number } of text.matchAll(numbers)) {
    parts.unshift(number, reversed(text.slice(rest, index)))
    rest = index + number.length
  }
  return [reversed(text.slice(rest)), ...parts].join('')
}

const reversed = (text: string) => [...text].toReversed().join('')

function part(run: TextRun, from: number, to: number): TextRun {
  const width = (run.right - run.left) / run.text.length
  const [left, right] = [run.left + from * width, run.left + to * width]
  return { ...run, text: run.text.slice(from, to), left, right }
}

/** Signs between Latin words, or between the digits of one number, are read with them; all others from right to left. */
function resolved(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, i) => {
    if (piece.kind !== '-') return piece
    const left = pieces.slice(0, i).findLast(({ kind }) => kind !== '-')?.kind
    const right = pieces.slice(i + 1).find(({ kind }) => kind !== '-')?.kind
    const isWithin = (kind: Kind | undefined) => kind === 'left-to-right' || kind === 'number'
    const isLatin = isWithin(left) && isWithin(right) && (left === 'left-to-right' || right === 'left-to-right')
    const isNumber = left === 'number' && right === 'number' && JOINS_NUMBERS.test(piece.text)
    if (isLatin || isNumber) return { ...piece, kind: 'left-to-right' }
    return { ...piece, kind: 'right-to-left', text: reversed(piece.text) }
  })
}

/** Brackets have the shapes that the eye sees; where a closing one would be read first, they are exchanged. */
function withBrackets(pieces: readonly Piece[]): Piece[] {
  const rightToLeft = pieces.filter(({ kind }) => kind === 'right-to-left').toReversed()
  if (!CLOSING_FIRST.test(rightToLeft.map(({ text }) => text).join(''))) return [...pieces]
  return pieces.map((piece) => {
    if (piece.kind !== 'right-to-left') return piece
    return { ...piece, text: piece.text.replace(/[()[\]{}«»]/g, (bracket) => MIRRORED[bracket] ?? bracket) }
  })
}

import { fold, foldInPlace } from '../../../shared/fold.ts'

/** A text is scanned in pieces of about this length, cut at blanks, so that few matches are split. */
const PIECE = 400
const MAX_PIECE_LENGTH = 1000
/** Characters before the hit, and in the whole passage where the hit is short. */
const BEFORE = 50
const LENGTH = 160

export interface Excerpt {
  text: string
  /** how many of the words stand together there */
  words: number
}

/**
 * An excerpt around the place with the most of the words, the first of several, with … where it is cut.
 * @param words folded
 * @returns null without an occurrence
 */
export function passageIn(text: string, words: string[]): Excerpt | null {
  const best = bestPiece(text, words)
  if (!best) return null
  const { start, end } = hitIn(best.piece, best.words[0]!)
  return { text: around(text, best.from + start, best.from + end), words: best.words.length }
}

/** The piece of a text that has the most of the words, and these in the order of their places. */
function bestPiece(text: string, words: string[]) {
  let best: { piece: string; from: number; words: string[] } | undefined
  for (let from = 0; from < text.length && best?.words.length !== words.length;) {
    const to = endOfPiece(text, from)
    const piece = text.slice(from, to)
    const folded = fold(piece)
    const found = words.filter((word) => folded.includes(word))
    if (found.length > (best?.words.length ?? 0)) {
      best = { piece, from, words: found.toSorted((a, b) => folded.indexOf(a) - folded.indexOf(b)) }
    }
    from = to
  }
  return best
}

function hitIn(piece: string, word: string): { start: number; end: number } {
  const { text, starts, ends } = foldInPlace(piece)
  const at = text.indexOf(word)
  return { start: starts[at] ?? 0, end: ends[at + word.length - 1] ?? piece.length }
}

function endOfPiece(text: string, from: number): number {
  if (text.length - from <= PIECE) return text.length
  const blank = /\s/g
  blank.lastIndex = from + PIECE
  const found = blank.exec(text.slice(0, from + MAX_PIECE_LENGTH))
  return found ? found.index + 1 : Math.min(text.length, from + MAX_PIECE_LENGTH)
}

function around(text: string, hitStart: number, hitEnd: number): string {
  let start = Math.max(0, hitStart - BEFORE)
  if (start > 0) start = afterBlank(text, start, hitStart)
  let end = Math.min(text.length, Math.max(hitEnd, start + LENGTH))
  if (end < text.length) end = beforeBlank(text, end, hitEnd)
  const shown = text.slice(start, end).replace(/\s+/gu, ' ').trim().toWellFormed()
  return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`
}

/** The next start of a word, unless the hit comes first. */
function afterBlank(text: string, from: number, hit: number): number {
  const blank = text.slice(from, hit).search(/\s/u)
  return blank < 0 ? from : from + blank + 1
}

function beforeBlank(text: string, from: number, hit: number): number {
  const blank = text.slice(hit, from).search(/\s\S*$/u)
  return blank < 0 ? from : hit + blank
}

import { fold, foldInPlace } from '../../../shared/fold.ts'

/** A text is scanned in pieces of about this length, cut at blanks, so that few matches are split. */
const PIECE = 400
const MAX_PIECE_LENGTH = 1000
/** Characters before the hit, and in the whole passage where the hit is short. */
const BEFORE = 50
const LENGTH = 160

/**
 * An excerpt around the first occurrence of one of the words, with … where it is cut.
 * @param words folded
 * @returns null without an occurrence
 */
export function passageIn(text: string, words: string[]): string | null {
  const hit = hitIn(text, words)
  return hit && around(text, hit.start, hit.end)
}

interface Hit {
  start: number
  end: number
}

function hitIn(text: string, words: string[]): Hit | null {
  for (let from = 0; from < text.length;) {
    const to = endOfPiece(text, from)
    const piece = text.slice(from, to)
    const folded = fold(piece)
    const word = words.find((one) => folded.includes(one))
    if (word !== undefined) {
      const { text: inPlace, starts, ends } = foldInPlace(piece)
      const at = inPlace.indexOf(word)
      const last = at + word.length - 1
      return { start: from + (starts[at] ?? 0), end: from + (ends[last] ?? piece.length) }
    }
    from = to
  }
  return null
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

import type { DecidingWord } from '../../../shared/ai.ts'

/** Above this share of the strongest word's weight, a word counts as `much`. */
const MUCH = 0.4

export interface Piece {
  text: string
  /** how the word weighed; null for the text between the words */
  weight: 'much' | 'little' | 'against' | null
}

/** Splits a text at the deciding words. Words whose position does not match the text are left unmarked. */
export function markDecidingWords(text: string, field: DecidingWord['field'], words: readonly DecidingWord[]): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const word of words.filter((word) => word.field === field).toSorted((a, b) => a.start - b.start)) {
    if (word.start < done || text.slice(word.start, word.end) !== word.text) continue
    pieces.push({ text: text.slice(done, word.start), weight: null }, { text: word.text, weight: weightOf(word) })
    done = word.end
  }
  pieces.push({ text: text.slice(done), weight: null })
  return pieces.filter((piece) => piece.text !== '')
}

function weightOf({ weight }: DecidingWord): Piece['weight'] {
  if (weight < 0) return 'against'
  return weight >= MUCH ? 'much' : 'little'
}

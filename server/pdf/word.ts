import { bidi } from './bidi.ts'
import type { Shaped } from './embedded-font.ts'
import type { TextStyle, Typeface } from './typeface.ts'

/** A piece of a word, or a run of blanks: one font, one direction. */
interface Piece {
  shaped: Shaped
  /** level of the bidirectional algorithm: odd ones run from right to left */
  level: number
  isBlank: boolean
}
/** Not broken if it fits on a line of its own. */
export interface Word {
  text: string
  pieces: Piece[]
  width: number
  isBlank: boolean
}

const WITHOUT_SHAPE = /(?![\t-\r\u0085])[\p{Cc}\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u

/** Substitutes for characters missing in all fonts. They are copied as the original. */
const SHOWN_AS: Record<string, string> = {
  '\t': ' ',
  '\u2011': '-',
  '\u2012': '–',
  '\u2015': '—',
  '\u2007': ' ',
  '→': '›',
  '←': '‹',
  '（': '(',
  '）': ')',
  '＝': '=',
  '＋': '+',
  '－': '-',
  '＠': '@',
}

/** @param levels of the bidirectional algorithm, one for each code unit; undefined for text from left to right */
export function shapeWord(typeface: Typeface, text: string, style: TextStyle, levels: Uint8Array | undefined): Word {
  const pieces: Piece[] = []
  let width = 0
  const put = (piece: string, level: number, font: ReturnType<Typeface['fontFor']>, means?: string) => {
    const known = font ?? typeface.plain(style.weight)
    const shaped = known.shape(piece, level % 2 === 1, means)
    pieces.push({ shaped, level, isBlank })
    width += (shaped.width * style.size) / 1000
  }
  const isBlank = text[0] === ' ' || text[0] === '\t'
  let run = ''
  let runLevel = 0
  let runFont: ReturnType<Typeface['fontFor']>
  const flush = () => {
    if (run) put(run, runLevel, runFont)
    run = ''
  }
  let at = 0
  for (const character of text) {
    const level = levels?.[at] ?? 0
    at += character.length
    if (WITHOUT_SHAPE.test(character)) continue
    const mirrored = level % 2 === 1 ? bidi.getMirroredCharacter(character) : null
    const own = typeface.fontFor(character.codePointAt(0)!, style.weight, level % 2 === 1)
    const shown = mirrored ?? (own ? undefined : SHOWN_AS[character])
    if (shown !== undefined) {
      flush()
      put(shown, level, typeface.fontFor(shown.codePointAt(0)!, style.weight), character)
      continue
    }
    const font = runFont && run && isMark(character) ? runFont : own
    if (font !== runFont || level !== runLevel) flush()
    runFont = font
    runLevel = level
    run += character
  }
  flush()
  return { text, pieces, width, isBlank }
}

function isMark(character: string): boolean {
  return /\p{M}/u.test(character)
}

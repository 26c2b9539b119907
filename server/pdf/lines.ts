import bidiFactory, { type Bidi } from 'bidi-js'
import type { Shaped } from './embedded-font.ts'
import type { Typeface, Weight } from './typeface.ts'

export interface TextStyle {
  /** points */
  size: number
  weight: Weight
}

/** A line in visual order, from left to right, as PDF readers expect it. */
export interface Line {
  pieces: Shaped[]
  /** points */
  width: number
  isRtl: boolean
}

/** A piece of a word, or a run of blanks: one font, one direction. */
interface Piece {
  shaped: Shaped
  /** level of the bidirectional algorithm: odd ones run from right to left */
  level: number
  isBlank: boolean
}
/** Not broken if it fits on a line of its own. */
interface Word {
  text: string
  pieces: Piece[]
  width: number
  isBlank: boolean
}

// Its types declare a default export, but in Node the package is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)()
/** Only characters that run from left to right. */
const PLAIN = /^[\t\x20-\x7e\xa0-\u024f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/
const LINE_END = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/
const WITHOUT_SHAPE = /(?![\t-\r\u0085])[\p{Cc}\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u
const WORDS = /[ \t]+|[^ \t-]+-*|-+/g
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

/** Breaks texts into lines and puts their words into visual order. */
export class LineBreaker {
  readonly #typeface: Typeface

  constructor(typeface: Typeface) {
    this.#typeface = typeface
  }

  /** All lines of a text within a width in points; an empty line for an empty paragraph. */
  lines(text: string, style: TextStyle, width: number): Line[] {
    return text.split(LINE_END).flatMap((paragraph) => this.#linesOf(paragraph, style, width))
  }

  widthOf(text: string, style: TextStyle): number {
    return Math.max(...this.lines(text, style, Infinity).map((line) => line.width))
  }

  #linesOf(paragraph: string, style: TextStyle, width: number): Line[] {
    const isPlain = PLAIN.test(paragraph)
    const directions = isPlain ? undefined : bidi.getEmbeddingLevels(paragraph)
    const base = directions?.paragraphs[0]?.level ?? 0
    const lines: Line[] = []
    let words: Word[] = []
    let used = 0
    const finish = () => {
      lines.push(lineOf(words, base, style.size))
      words = []
      used = 0
    }
    for (const match of paragraph.matchAll(WORDS)) {
      const word = this.#word(match[0], style, directions?.levels.subarray(match.index))
      if (used + word.width > width && !word.isBlank) {
        if (words.some(({ isBlank }) => !isBlank)) finish()
        if (word.width > width) {
          const parts = this.#torn(word.text, style, width, directions?.levels.subarray(match.index))
          for (const part of parts.slice(0, -1)) {
            words.push(part)
            finish()
          }
          words.push(...parts.slice(-1))
          used = parts.at(-1)?.width ?? 0
          continue
        }
      }
      // Trailing blanks have no width, and a wrapped line never starts with blanks.
      if (word.isBlank && words.length === 0 && lines.length > 0) continue
      words.push(word)
      used += word.width
    }
    finish()
    return lines
  }

  /** Splits a word that is wider than the line into parts that fit. */
  #torn(text: string, style: TextStyle, width: number, levels: Uint8Array | undefined): Word[] {
    const parts: Word[] = []
    let from = 0
    let end = 0
    for (const { segment, index } of new Intl.Segmenter().segment(text)) {
      const next = index + segment.length
      if (end > from && this.#word(text.slice(from, next), style, levels?.subarray(from)).width > width) {
        parts.push(this.#word(text.slice(from, end), style, levels?.subarray(from)))
        from = end
      }
      end = next
    }
    parts.push(this.#word(text.slice(from), style, levels?.subarray(from)))
    return parts
  }

  #word(text: string, style: TextStyle, levels: Uint8Array | undefined): Word {
    const pieces: Piece[] = []
    let width = 0
    const put = (piece: string, level: number, font: ReturnType<Typeface['fontFor']>, means?: string) => {
      const known = font ?? this.#typeface.plain(style.weight)
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
      const own = this.#typeface.fontFor(character.codePointAt(0)!, style.weight, level % 2 === 1)
      const shown = mirrored ?? (own ? undefined : SHOWN_AS[character])
      if (shown !== undefined) {
        flush()
        put(shown, level, this.#typeface.fontFor(shown.codePointAt(0)!, style.weight), character)
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
}

function isMark(character: string): boolean {
  return /\p{M}/u.test(character)
}

function lineOf(words: Word[], base: number, size: number): Line {
  let end = words.length
  while (end > 0 && words[end - 1]!.isBlank) end--
  const pieces = words.slice(0, end).flatMap((word) => word.pieces)
  const width = (pieces.reduce((sum, { shaped }) => sum + shaped.width, 0) * size) / 1000
  return { pieces: inVisualOrder(pieces).map(({ shaped }) => shaped), width, isRtl: base % 2 === 1 }
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, reverses every run at that level or above. */
function inVisualOrder(pieces: Piece[]): Piece[] {
  const ordered = [...pieces]
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if (ordered[from]!.level < level) continue
      let to = from
      while (to < ordered.length && ordered[to]!.level >= level) to++
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = to
    }
  }
  return ordered
}

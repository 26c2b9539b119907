import type { Shaped } from './embedded-font.ts'
import type { Typeface, TextStyle } from './typeface.ts'
import { bidi, inVisualOrder } from './bidi.ts'
import { wordsOf } from './letters.ts'
import { shapeWord, type Word } from './word.ts'

/** A line in visual order, from left to right, as PDF readers expect it. */
export interface Line {
  pieces: Shaped[]
  /** points */
  width: number
  isRtl: boolean
}

/** Only characters that run from left to right. */
const PLAIN = /^[\t\x20-\x7e\xa0-\u024f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/
const LINE_END = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/

/** Breaks texts into lines and puts their words into visual order. */
export class LineBreaker {
  readonly #typeface: Typeface

  constructor(typeface: Typeface) {
    this.#typeface = typeface
  }

  /** All lines of a text within a width in points; an empty line for an empty paragraph. */
  lines(text: string, style: TextStyle, width: number): Line[] {
    // Composed: fonts have the letter é, not all of its parts.
    return text
      .normalize('NFC')
      .split(LINE_END)
      .flatMap((paragraph) => this.#linesOf(paragraph, style, width))
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
    const clear = () => {
      words = []
      used = 0
    }
    const finish = () => {
      lines.push(lineOf(words, base, style.size))
      clear()
    }
    for (const { text, index } of wordsOf(paragraph)) {
      const word = shapeWord(this.#typeface, text, style, directions?.levels.subarray(index))
      if (used + word.width > width && !word.isBlank) {
        if (words.some(({ isBlank }) => !isBlank)) finish()
        // An indentation that leaves no room for the first word is dropped.
        else clear()
        if (word.width > width) {
          const parts = this.#torn(word.text, style, width, directions?.levels.subarray(index))
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
      if (
        end > from &&
        shapeWord(this.#typeface, text.slice(from, next), style, levels?.subarray(from)).width > width
      ) {
        parts.push(shapeWord(this.#typeface, text.slice(from, end), style, levels?.subarray(from)))
        from = end
      }
      end = next
    }
    parts.push(shapeWord(this.#typeface, text.slice(from), style, levels?.subarray(from)))
    return parts
  }
}

function lineOf(words: Word[], base: number, size: number): Line {
  let end = words.length
  while (end > 0 && words[end - 1]!.isBlank) end--
  const pieces = words.slice(0, end).flatMap((word) => word.pieces)
  const width = (pieces.reduce((sum, { shaped }) => sum + shaped.width, 0) * size) / 1000
  return { pieces: inVisualOrder(pieces).map(({ shaped }) => shaped), width, isRtl: base % 2 === 1 }
}

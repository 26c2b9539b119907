import { Frequencies } from '../text/dictionary.ts'
import type { Token } from '../text/text.ts'
import { hash, pair } from '../text/hash.ts'

/** A line or sentence of a text. */
export interface Line {
  /** equal for lines that differ only in their numbers */
  key: number
  tokens: Token[]
}

const END = /\n|(?<=[.!?:])\s/g
const HAS_DIGIT = /\d/

/** @param text the source of the tokens */
export function linesOf(text: string, tokens: readonly Token[]): Line[] {
  const lines: Line[] = []
  let end = -1
  for (const token of tokens) {
    if (token.start >= end) {
      END.lastIndex = token.start
      end = END.exec(text)?.index ?? text.length
      lines.push({ key: 0, tokens: [] })
    }
    lines.at(-1)!.tokens.push(token)
  }
  for (const line of lines) line.key = keyOf(line.tokens)
  return lines
}

/** A title is one line however many sentences it has. */
export function lineOf(tokens: Token[]): Line {
  return { key: keyOf(tokens), tokens }
}

/** Ignores numbers: versions, dates and telephone numbers vary in the same line. */
function keyOf(tokens: readonly Token[]): number {
  const words = tokens.filter(({ text }) => !HAS_DIGIT.test(text))
  return (words.length > 0 ? words : tokens).reduce((key, { text }) => pair(key, hash(text)), 0)
}

/**
 * Separates form lines from those that state the wish: headings, salutations, steps to reproduce, signatures and workplaces
 * repeat in many requests, though their words may be rare elsewhere.
 */
export class TemplateLines {
  private readonly frequencies = new Frequencies()
  private requests = 0

  /** Counts each line of a request once. */
  add(lines: readonly Line[]): void {
    this.requests++
    for (const key of new Set(lines.map(({ key }) => key))) this.frequencies.add(key)
  }

  /**
   * Weight of a line's words: 1 while at most one other request has the line, decreasing with its frequency, down to nearly 0
   * when all have it. Texts that agree in every line stay equally similar: all their words lose the same.
   */
  weightOf({ key }: Line): number {
    const others = this.frequencies.count(key)
    return others < 2 ? 1 : (1 - Math.log(others) / Math.log(this.requests + 2)) ** 2
  }
}

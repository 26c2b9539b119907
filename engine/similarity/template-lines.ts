import { Frequencies } from '../text/dictionary.ts'
import { hash, pair, type Token } from '../text/text.ts'

/** A line or sentence of a text. */
export interface Line {
  /** the same for lines that differ in their numbers only */
  key: number
  tokens: Token[]
}

const END = /\n|(?<=[.!?:])\s/g
const HAS_DIGIT = /\d/

/** @param text what the tokens were read from */
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

/** Of a title, which is a line however many sentences it has. */
export function lineOf(tokens: Token[]): Line {
  return { key: keyOf(tokens), tokens }
}

/** Versions, dates and telephone numbers differ where the line is the same. */
function keyOf(tokens: readonly Token[]): number {
  const words = tokens.filter(({ text }) => !HAS_DIGIT.test(text))
  return (words.length > 0 ? words : tokens).reduce((key, { text }) => pair(key, hash(text)), 0)
}

/**
 * Tells the lines of forms from those that say what is asked for: headings, salutations, steps to reproduce, signatures and
 * workplaces are the same in many requests, though their words may be rare elsewhere.
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
   * How much the words of a line count: 1 while one other request has it at most, and less the more have it, down to
   * nearly 0 when all have. Texts that agree in every line stay as similar as they are: all their words lose alike.
   */
  weightOf({ key }: Line): number {
    const others = this.frequencies.count(key)
    return others < 2 ? 1 : (1 - Math.log(others) / Math.log(this.requests + 2)) ** 2
  }
}

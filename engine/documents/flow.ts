import type { Page, Place } from './reading.ts'

/**
 * The pages of a document as one text, so that a sentence may cross a page break. Offsets refer to this text and are mapped to
 * places on a page at the end; every replacement preserves the length.
 */
export class Flow {
  /** the text to read: like the pages, but with some parts blanked out */
  text: string
  readonly pages: readonly Page[]
  /** offset of each page's beginning */
  private readonly starts: number[] = []

  constructor(pages: readonly Page[]) {
    this.pages = pages
    let at = 0
    for (const { text } of pages) {
      this.starts.push(at)
      at += text.length + 1
    }
    this.text = pages.map(({ text }) => legible(text)).join('\n')
  }

  /** Index of the page on which an offset lies. */
  pageAt(offset: number): number {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  startOf(page: number): number {
    return this.starts[page]!
  }

  /** Replaces spans by spaces; all other offsets stay the same. */
  blank(spans: readonly { start: number; end: number }[]): void {
    const parts: string[] = []
    let at = 0
    for (const { start, end } of spans) {
      parts.push(this.text.slice(at, start), ' '.repeat(end - start))
      at = end
    }
    this.text = parts.join('') + this.text.slice(at)
  }

  /** Maps a span to a place on one page: across a page break, to the page that holds more of it. */
  placeOf(start: number, end: number): Place {
    let best = this.pageAt(start)
    let most = -1
    for (let page = best; page < this.pages.length && this.starts[page]! < end; page++) {
      const held = Math.min(end, this.endOf(page)) - Math.max(start, this.starts[page]!)
      if (held <= most) continue
      best = page
      most = held
    }
    const from = this.starts[best]!
    const length = this.pages[best]!.text.length
    const clip = (offset: number) => Math.max(0, Math.min(length, offset - from))
    return this.trimmed(best, clip(start), clip(end))
  }

  /** The text of a page at a place, verbatim. */
  wordsAt({ page, start, end }: Place): string {
    return this.pages.find(({ number }) => number === page)?.text.slice(start, end) ?? ''
  }

  private endOf(page: number): number {
    return this.starts[page]! + this.pages[page]!.text.length
  }

  private trimmed(page: number, start: number, end: number): Place {
    const offset = this.starts[page]!
    let [from, to] = [start, end]
    while (from < to && isBlank(this.text.charCodeAt(offset + from))) from++
    while (to > from && isBlank(this.text.charCodeAt(offset + to - 1))) to--
    return { page: this.pages[page]!.number, start: from, end: to }
  }
}

function isBlank(code: number): boolean {
  return code <= 32 || code === 0xa0
}

/** Normalises spaces, apostrophes and line ends; the length is unchanged. */
function legible(text: string): string {
  return text
    .replace(/[\u00a0\u2007\u202f\u2009\v\0]/g, ' ')
    .replace(/[\r\f\u2028\u2029]/g, '\n')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/^(?:[ \t]*>)+/gm, (mark) => ' '.repeat(mark.length))
}

/** Text on one line: line ends become spaces, and hyphenated words are joined. */
export function inOneLine(text: string): string {
  return text
    .replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

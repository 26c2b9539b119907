import { LRUCache } from 'lru-cache'
import { outline, round } from './glyph-outline.ts'
import type { Glyph, Position, DocumentFont } from './font-file.ts'

/** A shaped word: its glyphs in content stream syntax, and its width in thousandths of the font size. */
export interface Shaped {
  font: EmbeddedFont
  width: number
  /** operands of `TJ`, each with its rise in thousandths of the font size */
  parts: { rise: number; shown: string }[]
  /**
   * Glyphs without their own character, such as the dots of Arabic: drawn as shapes, because as text they would be copied
   * as extra letters.
   */
  shapes: { x: number; y: number; scale: number; path: string }[]
  /** stands for a character that no font has */
  isMissing?: boolean
}

const MAX_WORDS = 20_000

/**
 * A font file in a document. Shaped words are cached, with a limit; pdfkit's own `text()` would shape them three times
 * each and retain all.
 */
export class EmbeddedFont {
  readonly #in: DocumentFont
  /** by glyph and its characters: the same shape may stand for several letters, and each must be copied as its own text */
  readonly #glyphs = new Map<string, number>()
  readonly #words = new LRUCache<string, Shaped>({ max: MAX_WORDS })

  /** @throws for a broken file */
  constructor(pdf: PDFKit.PDFDocument, name: string, file: Buffer) {
    pdf.registerFont(name, file).font(name)
    // pdfkit's types do not include the current font.
    this.#in = (pdf as unknown as { _font: DocumentFont })._font
    const { font } = this.#in
    const plain = font.getGlyph.bind(font)
    // fontkit caches a glyph with the first characters that it stood for.
    font.getGlyph = (id, codePoints = []) => Object.assign(Object.create(plain(id)) as Glyph, { codePoints })
  }

  get id(): string {
    return this.#in.id
  }

  has(codePoint: number): boolean {
    return this.#in.font.hasGlyphForCodePoint(codePoint)
  }

  /** Whether the letter can be shaped and embedded: a font of the machine may be broken, or have colours only. */
  canDraw(letter: string): boolean {
    try {
      const { font } = this.#in
      const { glyphs } = font.layout(letter)
      const subset = font.createSubset()
      for (const { id } of glyphs) subset.includeGlyph(id)
      subset.encode()
      return glyphs.every(({ id }) => id !== 0) && glyphs.some(({ path }) => path.commands.length > 0)
    } catch {
      return false
    }
  }

  reference(): PDFKit.PDFKitReference {
    return this.#in.ref()
  }

  /** @param stands text for copying, if the word is a substitute */
  shape(word: string, isRtl: boolean, stands?: string): Shaped {
    const key = `${isRtl ? 'r' : 'l'}${stands ?? ''}\0${word}`
    const known = this.#words.get(key)
    if (known) return known
    const shaped = this.#shape(word, isRtl, stands)
    this.#words.set(key, shaped)
    return shaped
  }

  #shape(word: string, isRtl: boolean, stands?: string): Shaped {
    const { font, scale } = this.#in
    const { glyphs, positions } = font.layout(word, undefined, undefined, undefined, isRtl ? 'rtl' : 'ltr')
    const shaped: Shaped = { font: this, width: 0, parts: [], shapes: [] }
    // The first glyph of a substitute is copied as the whole original.
    const original = stands === undefined ? undefined : [...stands].map((one) => one.codePointAt(0)!)
    for (const [i, glyph] of glyphs.entries()) {
      const position = positions[i]!
      const means = !original ? glyph.codePoints : i === 0 ? original : []
      if (means.length > 0) this.#addText(shaped, this.#take(glyph, means), glyph, position)
      else this.#addShape(shaped, glyph, position)
      shaped.width += position.xAdvance * scale
    }
    return shaped
  }

  #addText({ parts }: Shaped, gid: string, { advanceWidth }: Glyph, { xAdvance, xOffset, yOffset }: Position): void {
    const { scale } = this.#in
    const rise = yOffset * scale
    let part = parts.at(-1)
    if (part?.rise !== rise) parts.push((part = { rise, shown: '' }))
    const after = xOffset + advanceWidth - xAdvance
    part.shown += `${moved(-xOffset * scale)}<${gid}>${moved(after * scale)}`
  }

  #addShape({ parts, shapes, width }: Shaped, { path }: Glyph, { xAdvance, xOffset, yOffset }: Position): void {
    const { scale } = this.#in
    shapes.push({ x: width + xOffset * scale, y: yOffset * scale, scale, path: outline(path.commands) })
    const step = moved(-xAdvance * scale)
    if (step && parts.length === 0) parts.push({ rise: 0, shown: step })
    else if (step) parts.at(-1)!.shown += step
  }

  #take(glyph: Glyph, codePoints: number[]): string {
    const { subset, widths, unicode, scale } = this.#in
    const key = `${glyph.id}:${codePoints.join()}`
    let gid = this.#glyphs.get(key)
    if (gid === undefined) {
      const first = subset.includeGlyph(glyph.id)
      gid = unicode[first] === undefined ? first : subset.glyphs.push(glyph.id) - 1
      this.#glyphs.set(key, gid)
      widths[gid] = glyph.advanceWidth * scale
      unicode[gid] = codePoints
    }
    return gid.toString(16).padStart(4, '0')
  }
}

/** Moves the following text left, in the syntax of `TJ`; the blank separates it from another number. */
function moved(by: number): string {
  return by === 0 ? '' : `${round(by)} `
}

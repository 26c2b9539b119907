import { LRUCache } from 'lru-cache'
import { ARABIC, bundledFonts, LATIN, WITH_MARKS } from './bundled-fonts.ts'
import { EmbeddedFont } from './embedded-font.ts'
import { type InstalledFont, installedFonts } from './installed-fonts.ts'

export type Weight = 400 | 600

export interface TextStyle {
  /** points */
  size: number
  weight: Weight
  /** a multiple of the size; default 1.4 */
  lineHeight?: number
}

const MAX_LETTERS = 50_000
/** A letter with a mark that Unicode has no composed letter for. */
const MARKED = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]\p{M}/u
const NO_FONT = 'none'

/**
 * The fonts of a document: those of the product, then those of the machine. A file is opened with the first letter that
 * needs it, because opening one takes some 30 ms.
 */
export class Typeface {
  readonly #pdf: PDFKit.PDFDocument
  readonly #bundled = new Map<string, EmbeddedFont>()
  /** fonts of the machine in use; null for a broken one */
  readonly #opened = new Map<string, EmbeddedFont | null>()
  readonly #fontOf = new LRUCache<string, EmbeddedFont | typeof NO_FONT>({ max: MAX_LETTERS })
  #installed: InstalledFont[] | undefined

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
  }

  plain(weight: Weight): EmbeddedFont {
    return this.#bundledFont(LATIN, weight)
  }

  /**
   * @param letter with its marks: one font draws them all
   * @param isRtl blanks between Arabic words use the Arabic font, so that a line is copied as one run
   * @returns undefined when no font has the letter
   */
  fontFor(letter: string, weight: Weight, isRtl = false): EmbeddedFont | undefined {
    if (isRtl && letter === ' ') return this.#bundledFont(ARABIC, weight)
    const key = `${weight}${letter}`
    let font = this.#fontOf.get(key)
    if (font === undefined) {
      font = this.#findBundled(letter, weight) ?? this.#findInstalled(letter, weight) ?? NO_FONT
      this.#fontOf.set(key, font)
    }
    return font === NO_FONT ? undefined : font
  }

  #findBundled(letter: string, weight: Weight): EmbeddedFont | undefined {
    const inOrder = bundledFonts(weight).map(({ name }) => name)
    for (const name of MARKED.test(letter) ? [WITH_MARKS, ...inOrder] : inOrder) {
      const font = this.#bundledFont(name, weight)
      if (hasAll(font, letter)) return font
    }
    return undefined
  }

  #bundledFont(name: string, weight: Weight): EmbeddedFont {
    const key = `${name} ${weight}`
    let font = this.#bundled.get(key)
    if (!font) {
      const file = bundledFonts(weight).find((one) => one.name === name)!
      this.#bundled.set(key, (font = new EmbeddedFont(this.#pdf, key, file.read())))
    }
    return font
  }

  #findInstalled(letter: string, weight: Weight): EmbeddedFont | undefined {
    this.#installed ??= installedFonts()
    const distance = ({ name, weight: own, isItalic }: InstalledFont) =>
      Math.abs(own - weight) + (isItalic ? 1000 : 0) + (/serif|mono/i.test(name) ? 500 : 0)
    const candidates = this.#installed
      .filter((font) => hasAll(font, letter))
      // A font in use comes first, so that a text does not change between fonts.
      .sort((a, b) => distance(a) - distance(b) + (this.#isOpen(a) ? -100 : 0) + (this.#isOpen(b) ? 100 : 0))
    for (const candidate of candidates) {
      const font = this.#openInstalled(candidate)
      if (font?.canDraw(letter)) return font
    }
    return undefined
  }

  #isOpen({ name }: InstalledFont): boolean {
    return this.#opened.get(name) != null
  }

  #openInstalled({ name, read }: InstalledFont): EmbeddedFont | null {
    let font = this.#opened.get(name)
    if (font === undefined) {
      try {
        font = new EmbeddedFont(this.#pdf, name, read())
      } catch {
        font = null
      }
      this.#opened.set(name, font)
    }
    return font
  }
}

function hasAll(font: Pick<InstalledFont, 'has'>, letter: string): boolean {
  for (const character of letter) if (!font.has(character.codePointAt(0)!)) return false
  return true
}

import { EmbeddedFont } from './embedded-font.ts'

export type Weight = 400 | 600

export interface TextStyle {
  /** points */
  size: number
  weight: Weight
}

const BLANK = 0x20

/** Fonts in lookup order. */
const FILES = (weight: Weight) => [
  `@fontsource/public-sans/files/public-sans-latin-${weight}-normal.woff`,
  `@fontsource/public-sans/files/public-sans-latin-ext-${weight}-normal.woff`,
  `@fontsource/public-sans/files/public-sans-vietnamese-${weight}-normal.woff`,
  `@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`,
]

/** The fonts of a document. A file is opened with the first character that needs it, because opening one takes some 30 ms. */
export class Typeface {
  readonly #pdf: PDFKit.PDFDocument
  readonly #opened = new Map<string, EmbeddedFont>()
  readonly #fontOf = new Map<number, EmbeddedFont | null>()

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
  }

  plain(weight: Weight): EmbeddedFont {
    return this.#open(FILES(weight)[0]!)
  }

  /**
   * @param isRtl blanks between Arabic words use the Arabic font, so that a line is copied as one run
   * @returns undefined when no font has the character
   */
  fontFor(codePoint: number, weight: Weight, isRtl = false): EmbeddedFont | undefined {
    if (isRtl && codePoint === BLANK) return this.#open(FILES(weight).at(-1)!)
    const key = codePoint * 1000 + weight
    let font = this.#fontOf.get(key)
    if (font === undefined) {
      const plain = this.plain(weight)
      const others = () =>
        FILES(weight)
          .slice(1)
          .map((file) => this.#open(file))
      font = plain.has(codePoint) ? plain : (others().find((other) => other.has(codePoint)) ?? null)
      this.#fontOf.set(key, font)
    }
    return font ?? undefined
  }

  #open(file: string): EmbeddedFont {
    let font = this.#opened.get(file)
    if (!font) this.#opened.set(file, (font = new EmbeddedFont(this.#pdf, file)))
    return font
  }
}

import Pdf from 'pdfkit'
import type { PdfOptions } from './blocks.ts'
import { Canvas, textShown } from './canvas.ts'
import { INK, LINE, SOFT } from './colors.ts'
import { type Line, LineBreaker } from './lines.ts'
import { type TextStyle, Typeface } from './typeface.ts'
import { Tags } from './tags.ts'

const MARGIN = 42
const HEAD_HEIGHT = 44
const FOOT_HEIGHT = 26
const SHIELD = 22
const BOLD: TextStyle = { size: 9.5, weight: 600 }
const PLAIN: TextStyle = { size: 9, weight: 400 }
const FOOT: TextStyle = { size: 8, weight: 400 }
/** Height of a line, as a multiple of the font size. */
const LINE_HEIGHT = 1.4
/** From the top of a line to its baseline, as a multiple of the font size. */
const ASCENT = 1.04

/** The pages of a document, each with header and footer. The space below `y` is free. */
export class PageLayout {
  readonly pdf: PDFKit.PDFDocument
  readonly canvas: Canvas
  readonly breaker: LineBreaker
  readonly tags: Tags
  readonly left = MARGIN
  readonly width: number
  /** position of the next element */
  y = 0
  readonly #typeface: Typeface
  readonly #options: PdfOptions
  /** Form with the total number of pages: shown on every page, but only known at the end. */
  readonly #total: PDFKit.PDFKitReference
  #pages = 0

  constructor(options: PdfOptions) {
    this.#options = options
    this.pdf = new Pdf({
      size: 'A4',
      layout: options.isLandscape ? 'landscape' : 'portrait',
      margin: MARGIN,
      font: '',
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en',
      displayTitle: true,
      info: {
        Title: options.title,
        Author: options.office,
        Creator: options.office,
        CreationDate: options.createdAt === undefined ? new Date() : new Date(options.createdAt),
      },
    })
    this.canvas = new Canvas(this.pdf)
    this.#typeface = new Typeface(this.pdf)
    this.breaker = new LineBreaker(this.#typeface)
    this.tags = new Tags(this.pdf)
    this.#total = this.pdf.ref({ Type: 'XObject', Subtype: 'Form', BBox: [-10, -10, 200, 20], Resources: { Font: {} } })
    this.#addPage()
    this.width = this.pdf.page.width - 2 * MARGIN
    this.#frame()
  }

  /** pages so far */
  get pages(): number {
    return this.#pages
  }

  get bottom(): number {
    return this.pdf.page.height - MARGIN - FOOT_HEIGHT
  }

  /** Height of a page between header and footer. */
  get body(): number {
    return this.bottom - MARGIN - HEAD_HEIGHT
  }

  lines(text: string, style: TextStyle, width = this.width): Line[] {
    return this.breaker.lines(text, style, width)
  }

  heightOf(lines: number, { size }: TextStyle): number {
    return lines * size * LINE_HEIGHT
  }

  /** Draws lines below each other, aligned by their direction. @param y top of the first */
  draw(
    lines: readonly Line[],
    x: number,
    y: number,
    width: number,
    style: TextStyle,
    color = INK,
    toEnd = false,
  ): void {
    for (const [i, line] of lines.entries()) {
      const from = toEnd || line.isRtl ? x + width - line.width : x
      this.canvas.line(line, from, y + this.heightOf(i, style) + style.size * ASCENT, style, color)
    }
  }

  /** Starts a new page if the height does not fit on this one. @returns whether it did */
  need(height: number): boolean {
    if (this.y + height <= this.bottom) return false
    this.nextPage()
    return true
  }

  nextPage(): void {
    this.#addPage()
    this.#frame()
  }

  end(): void {
    this.#writeTotal()
    this.tags.end()
    this.pdf.end()
  }

  #addPage(): void {
    this.pdf.addPage()
    this.#pages++
    this.y = MARGIN + HEAD_HEIGHT
  }

  #frame(): void {
    this.canvas.asArtifact(() => {
      this.#head()
      this.#foot()
    }, 'Pagination')
  }

  #head(): void {
    const { office, subject, reference, title, asOf } = this.#options
    const half = this.width / 2 - SHIELD
    const first = (text: string, style: TextStyle, width: number) => this.lines(text, style, width).slice(0, 1)
    const second = MARGIN + this.heightOf(1, BOLD)
    this.canvas.shield(this.left, MARGIN + 2, SHIELD)
    this.draw(first(office, BOLD, half), this.left + SHIELD + 8, MARGIN, half, BOLD)
    this.draw(first(subject, PLAIN, half), this.left + SHIELD + 8, second, half, PLAIN, SOFT)
    const right = this.left + this.width - half
    this.draw(first(reference ?? title, BOLD, half), right, MARGIN, half, BOLD, INK, true)
    this.draw(first(asOf, PLAIN, half), right, second, half, PLAIN, SOFT, true)
    this.canvas.rule(this.left, MARGIN + HEAD_HEIGHT - 12, this.width, INK, 1)
  }

  #foot(): void {
    const y = this.bottom + 12
    this.canvas.rule(this.left, y - 4, this.width, LINE)
    const half = this.width / 2
    if (this.#options.foot !== undefined)
      this.draw(this.lines(this.#options.foot, FOOT, half).slice(0, 1), this.left, y, half, FOOT, SOFT)
    // Reserves the digits of this page's number for the total; a longer total reaches into the margin.
    const widest = this.breaker.widthOf(`Page ${this.#pages} of ${this.#pages}`, FOOT)
    const [number] = this.lines(`Page ${this.#pages} of `, FOOT)
    const x = this.left + this.width - widest
    this.draw([number!], x, y, widest, FOOT, SOFT)
    const blank = this.breaker.widthOf('a a', FOOT) - 2 * this.breaker.widthOf('a', FOOT)
    this.canvas.show('Total', this.#total, x + number!.width + blank, y + FOOT.size * ASCENT)
  }

  #writeTotal(): void {
    const [line] = this.lines(String(this.#pages), FOOT)
    const shaped = line!.pieces[0]!
    const { font } = shaped
    // `data` is the object passed at creation; its type in pdfkit is less precise.
    const { Resources } = this.#total.data as unknown as { Resources: { Font: Record<string, PDFKit.PDFKitReference> } }
    Resources.Font[font.id] = font.reference()
    this.#total.end(`BT ${SOFT} rg /${font.id} ${FOOT.size} Tf ${textShown(shaped, FOOT.size)} ET`)
  }
}

import Pdf from 'pdfkit'
import { language } from '../../../shared/texts/language.ts'
import type { PdfOptions } from './blocks.ts'
import { Canvas } from './canvas.ts'
import { INK } from './colors.ts'
import { type Line, LineBreaker } from './lines.ts'
import { type TextStyle, Typeface } from './typeface.ts'
import { ASCENT, FOOT_HEIGHT, HEAD_HEIGHT, MARGIN, PageFrame } from './page-frame.ts'
import { Tags } from './tags.ts'

/** Usual height of a line, as a multiple of the font size. */
const LINE_HEIGHT = 1.4

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
  readonly #frame: PageFrame
  #pages = 0

  constructor(options: PdfOptions) {
    this.pdf = new Pdf({
      size: 'A4',
      layout: options.isLandscape ? 'landscape' : 'portrait',
      margin: MARGIN,
      font: '',
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: language().locale,
      displayTitle: true,
      info: {
        Title: options.title,
        Author: options.office,
        Creator: options.office,
        CreationDate: options.createdAt === undefined ? new Date() : new Date(options.createdAt),
      },
    })
    this.canvas = new Canvas(this.pdf)
    this.breaker = new LineBreaker(new Typeface(this.pdf))
    this.tags = new Tags(this.pdf)
    this.#frame = new PageFrame(this, options)
    this.#addPage()
    this.width = this.pdf.page.width - 2 * MARGIN
    this.#frame.draw()
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

  heightOf(lines: number, { size, lineHeight = LINE_HEIGHT }: TextStyle): number {
    return lines * size * lineHeight
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
    this.#frame.draw()
  }

  end(): void {
    this.#frame.end()
    this.tags.end()
    this.pdf.end()
  }

  #addPage(): void {
    this.pdf.addPage()
    this.#pages++
    this.y = MARGIN + HEAD_HEIGHT
  }
}

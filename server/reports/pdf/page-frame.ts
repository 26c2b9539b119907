import type { PdfOptions } from './blocks.ts'
import { textShown } from './canvas.ts'
import { INK, LINE, SOFT } from './colors.ts'
import type { PageLayout } from './page-layout.ts'
import type { TextStyle } from './typeface.ts'

export const MARGIN = 42
export const HEAD_HEIGHT = 44
export const FOOT_HEIGHT = 26
/** From the top of a line to its baseline, as a multiple of the font size. */
export const ASCENT = 1.04
const SHIELD = 22
const BOLD: TextStyle = { size: 9.5, weight: 600 }
const PLAIN: TextStyle = { size: 9, weight: 400 }
const FOOT: TextStyle = { size: 8, weight: 400 }

/** Header and footer of a document's pages. */
export class PageFrame {
  readonly #layout: PageLayout
  readonly #options: PdfOptions
  /** Form with the total number of pages: shown on every page, but only known at the end. */
  readonly #total: PDFKit.PDFKitReference

  constructor(layout: PageLayout, options: PdfOptions) {
    this.#layout = layout
    this.#options = options
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [-10, -10, 200, 20], Resources: { Font: {} } }
    this.#total = layout.pdf.ref(form)
  }

  draw(): void {
    this.#layout.canvas.asArtifact(() => {
      this.#head()
      this.#foot()
    }, 'Pagination')
  }

  /** Writes the total number of pages. */
  end(): void {
    const [line] = this.#layout.lines(String(this.#layout.pages), FOOT)
    const shaped = line!.pieces[0]!
    const { font } = shaped
    // `data` is the object passed at creation; its type in pdfkit is less precise.
    const { Resources } = this.#total.data as unknown as { Resources: { Font: Record<string, PDFKit.PDFKitReference> } }
    Resources.Font[font.id] = font.reference()
    this.#total.end(`BT ${SOFT} rg /${font.id} ${FOOT.size} Tf ${textShown(shaped, FOOT.size)} ET`)
  }

  #head(): void {
    const layout = this.#layout
    const { office, subject, reference, title, asOf } = this.#options
    const half = layout.width / 2 - SHIELD
    const first = (text: string, style: TextStyle, width: number) => layout.lines(text, style, width).slice(0, 1)
    const second = MARGIN + layout.heightOf(1, BOLD)
    layout.canvas.shield(layout.left, MARGIN + 2, SHIELD)
    layout.draw(first(office, BOLD, half), layout.left + SHIELD + 8, MARGIN, half, BOLD)
    layout.draw(first(subject, PLAIN, half), layout.left + SHIELD + 8, second, half, PLAIN, SOFT)
    const right = layout.left + layout.width - half
    layout.draw(first(reference ?? title, BOLD, half), right, MARGIN, half, BOLD, INK, true)
    layout.draw(first(asOf, PLAIN, half), right, second, half, PLAIN, SOFT, true)
    layout.canvas.rule(layout.left, MARGIN + HEAD_HEIGHT - 12, layout.width, INK, 1)
  }

  #foot(): void {
    const layout = this.#layout
    const y = layout.bottom + 12
    layout.canvas.rule(layout.left, y - 4, layout.width, LINE)
    const half = layout.width / 2
    if (this.#options.foot !== undefined)
      layout.draw(layout.lines(this.#options.foot, FOOT, half).slice(0, 1), layout.left, y, half, FOOT, SOFT)
    // Reserves the digits of this page's number for the total; a longer total reaches into the margin.
    const widest = layout.breaker.widthOf(`Page ${layout.pages} of ${layout.pages}`, FOOT)
    const [number] = layout.lines(`Page ${layout.pages} of `, FOOT)
    const x = layout.left + layout.width - widest
    layout.draw([number!], x, y, widest, FOOT, SOFT)
    const blank = layout.breaker.widthOf('a a', FOOT) - 2 * layout.breaker.widthOf('a', FOOT)
    layout.canvas.show('Total', this.#total, x + number!.width + blank, y + FOOT.size * ASCENT)
  }
}

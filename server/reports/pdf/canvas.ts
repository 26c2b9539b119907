import type { Shaped } from './embedded-font.ts'
import type { Line } from './lines.ts'
import type { TextStyle } from './typeface.ts'

const SHIELD =
  'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z'

/** Draws on the page of a document. Coordinates are in points from the top left; colours as in `colors.ts`. */
export class Canvas {
  /** characters that no font has; those in repeated headings count once */
  missing = 0
  readonly #pdf: PDFKit.PDFDocument
  #isArtifact = false

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
  }

  /** @param y of the baseline */
  line(line: Line, x: number, y: number, { size }: TextStyle, color: string): void {
    if (line.pieces.length === 0) return
    const shown: string[] = []
    const shapes: string[] = []
    let font = ''
    let pen = 0
    for (const shaped of line.pieces) {
      const { id } = shaped.font
      if (shaped.isMissing && !this.#isArtifact) this.missing++
      if (id !== font) {
        this.#pdf.page.fonts[id] ??= shaped.font.reference()
        shown.push(`/${id} ${size} Tf`)
      }
      font = id
      shown.push(textShown(shaped, size))
      for (const { x: from, y: above, scale, path } of shaped.shapes) {
        const factor = (scale * size) / 1000
        const [left, base] = [x + ((pen + from) * size) / 1000, y - (above * size) / 1000]
        shapes.push(`q ${color} rg ${precise(factor)} 0 0 ${precise(-factor)} ${n(left)} ${n(base)} cm ${path} Q`)
      }
      pen += shaped.width
    }
    // The y axis points down, so the text matrix flips the letters back.
    this.#put(`BT ${color} rg 1 0 0 -1 ${n(x)} ${n(y)} Tm ${shown.join(' ')} ET`)
    if (shapes.length > 0) this.#put(shapes.join(' '))
  }

  box(x: number, y: number, width: number, height: number, color: string): void {
    this.#put(`${color} rg ${n(x)} ${n(y)} ${n(width)} ${n(height)} re f`)
  }

  frame(x: number, y: number, width: number, height: number, color: string): void {
    this.#put(`${color} RG 0.6 w ${n(x)} ${n(y)} ${n(width)} ${n(height)} re S`)
  }

  rule(x: number, y: number, width: number, color: string, thickness = 0.5): void {
    this.#put(`${color} RG ${thickness} w ${n(x)} ${n(y)} m ${n(x + width)} ${n(y)} l S`)
  }

  /** @param dash lengths of dashes and gaps; empty for a solid line */
  path(points: readonly (readonly [x: number, y: number])[], color: string, dash: readonly number[]): void {
    const steps = points.map(([x, y], i) => `${n(x)} ${n(y)} ${i === 0 ? 'm' : 'l'}`)
    this.#put(`${color} RG 1.4 w [${dash.join(' ')}] 0 d ${steps.join(' ')} S [] 0 d`)
  }

  /** Marks decoration, which screen readers skip. */
  asArtifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#pdf.markContent('Artifact', { type })
    this.#isArtifact = true
    draw()
    this.#isArtifact = false
    this.#pdf.endMarkedContent()
  }

  shield(x: number, y: number, size: number): void {
    const pdf = this.#pdf
      .save()
      .translate(x, y)
      .scale(size / 24)
    pdf.path(SHIELD).fill('#1f6fc4').lineWidth(2).path('M9 12 L11 14 L15 10').stroke('#ffffff')
    pdf.restore()
  }

  /** Shows a form XObject, whose content may be written later. */
  show(name: string, form: PDFKit.PDFKitReference, x: number, y: number): void {
    this.#pdf.page.xobjects[name] = form
    this.#put(`q 1 0 0 -1 ${n(x)} ${n(y)} cm /${name} Do Q`)
  }

  #put(content: string): void {
    this.#pdf.addContent(content)
  }
}

/** Operators of a page's content stream that show a word. */
export function textShown({ parts }: Shaped, size: number): string {
  const raised = (rise: number, shown: string) => `${n((rise * size) / 1000)} Ts [${shown}] TJ 0 Ts`
  return parts.map(({ rise, shown }) => (rise === 0 ? `[${shown}] TJ` : raised(rise, shown))).join(' ')
}

function precise(value: number): string {
  return value.toFixed(6)
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}

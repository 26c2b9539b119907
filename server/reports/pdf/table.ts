import type { Row, TableHead } from './blocks.ts'
import { HAIRLINE, INK, ZEBRA } from './colors.ts'
import { fittedColumns, GAP } from './column-widths.ts'
import type { Line } from './lines.ts'
import type { TextStyle } from './typeface.ts'
import type { PageLayout } from './page-layout.ts'
import { partsOfRow } from './rows.ts'

/** Rows of a wide table have little space: a dozen fit on a page in landscape format. */
const SPACING = { usual: { padding: 3, lineHeight: 1.3 }, wide: { padding: 1.5, lineHeight: 1.15 } }
const BLANK: Line = { pieces: [], width: 0, isRtl: false }

/** pdfkit's types lack the scope of a heading. */
const HEADING = { scope: 'Column' } as PDFKit.Mixins.StructureElementOptions

type Element = PDFKit.PDFStructureElement
interface TaggedRow {
  row: Element
  type: 'TH' | 'TD'
  cells: Element[]
}

/** A table that grows row by row over any number of pages, with its headings on each. */
export class Table {
  readonly #layout: PageLayout
  readonly #columns: TableHead['columns']
  readonly #widths: number[]
  readonly #padding: number
  readonly #cell: TextStyle
  readonly #head: TextStyle
  readonly #heads: Line[][]
  readonly #element: Element
  readonly #isTagged: boolean
  #rows = 0
  /** Of an untagged table: the element that holds the rows of the current page. */
  #ofPage: { page: number; element: Element } | undefined

  /** @param first rows, for the widths of the columns */
  constructor(layout: PageLayout, { columns, caption }: TableHead, isTagged: boolean, first: readonly Row[]) {
    this.#layout = layout
    this.#columns = columns
    this.#isTagged = isTagged
    const { size, widths } = fittedColumns(layout, columns, first)
    this.#widths = widths
    const isWide = columns.some(({ isBelow }) => isBelow)
    const { padding, lineHeight } = SPACING[isWide ? 'wide' : 'usual']
    this.#padding = padding
    this.#cell = { size, lineHeight, weight: 400 }
    this.#head = { size, lineHeight, weight: 600 }
    this.#heads = this.#linesOf(
      columns.map(({ label }) => label),
      this.#head,
    )
    this.#element = layout.tags.element(
      isTagged ? 'Table' : 'Div',
      undefined,
      caption === undefined ? {} : { title: caption },
    )
    // Headings never stand alone at the bottom of a page.
    layout.need(this.#headHeight() + 3 * layout.heightOf(1, this.#cell))
    this.#drawHeads(isTagged ? this.#tagRow('TH') : undefined)
  }

  add(row: Row): void {
    const cells = this.#linesOf(row, this.#cell)
    const isStriped = this.#rows++ % 2 === 1
    const tags = this.#isTagged ? this.#tagRow('TD') : undefined
    const padded = { style: this.#cell, padding: this.#padding }
    for (const { from, to, y, height } of partsOfRow(this.#layout, cells, padded, () => this.#drawHeads())) {
      const { canvas, left, width } = this.#layout
      canvas.asArtifact(() => {
        if (isStriped) canvas.box(left, y, width, height, ZEBRA)
        canvas.rule(left, y + height, width, HAIRLINE)
      })
      const shown = cells.map((lines) => lines.slice(from, to))
      const draw = () => this.#drawCells(shown, y + this.#padding, this.#cell, tags)
      if (tags) draw()
      else this.#drawUntagged(draw)
    }
    tags?.row.end()
  }

  end(): void {
    this.#element.end()
    this.#layout.y += 10
  }

  #room(column: number): number {
    return (this.#columns[column]!.isBelow ? this.#layout.width : this.#widths[column]!) - GAP
  }

  /** The lines of each cell; a long text begins below the last line of the others. */
  #linesOf(row: Row, style: TextStyle): Line[][] {
    const cells = this.#columns.map((_, i) => this.#layout.lines(row[i] ?? '', style, this.#room(i)))
    let count = Math.max(1, ...cells.map((lines, i) => (this.#columns[i]!.isBelow ? 0 : lines.length)))
    return cells.map((lines, i) => {
      if (!this.#columns[i]!.isBelow || !row[i]) return lines
      const below = [...Array.from({ length: count }, () => BLANK), ...lines]
      count = below.length
      return below
    })
  }

  #headHeight(): number {
    return this.#layout.heightOf(Math.max(...this.#heads.map((lines) => lines.length)), this.#head) + 2 * this.#padding
  }

  #tagRow(type: TaggedRow['type']): TaggedRow {
    const { tags } = this.#layout
    const row = tags.element('TR', this.#element)
    return { row, type, cells: this.#columns.map(() => tags.element(type, row, type === 'TH' ? HEADING : {})) }
  }

  /** @param tags only for the first headings: repeated ones are skipped by screen readers */
  #drawHeads(tags?: TaggedRow): void {
    const { canvas, left, width } = this.#layout
    const height = this.#headHeight()
    const draw = () => this.#drawCells(this.#heads, this.#layout.y + this.#padding, this.#head, tags)
    if (tags) draw()
    else canvas.asArtifact(draw, 'Pagination')
    canvas.asArtifact(() => canvas.rule(left, this.#layout.y + height, width, INK, 0.9))
    tags?.row.end()
    this.#layout.y += height
  }

  #drawCells(
    cells: readonly (readonly Line[])[],
    y: number,
    style: TextStyle,
    tags?: { type: string; cells: readonly Element[] },
  ): void {
    const layout = this.#layout
    let x = layout.left
    for (const [i, lines] of cells.entries()) {
      const at = this.#columns[i]!.isBelow ? layout.left : x
      const draw = () => layout.draw(lines, at, y, this.#room(i), style, INK, this.#columns[i]!.isNumber)
      if (tags) layout.tags.mark(tags.cells[i]!, tags.type, draw)
      else draw()
      x += this.#widths[i]!
    }
  }

  /** Tags the rows of a page as one text: a tag for each cell would make the file several times as large. */
  #drawUntagged(draw: () => void): void {
    const { pages, tags } = this.#layout
    if (this.#ofPage?.page !== pages) {
      this.#ofPage?.element.end()
      this.#ofPage = { page: pages, element: tags.element('P', this.#element) }
    }
    tags.mark(this.#ofPage.element, 'P', draw)
  }
}

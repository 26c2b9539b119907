import type { Row, TableHead } from './blocks.ts'
import { HAIRLINE, INK, ZEBRA } from './colors.ts'
import type { Line, TextStyle } from './lines.ts'
import type { PageLayout } from './page-layout.ts'
import { partsOfRow } from './rows.ts'

const CELL: TextStyle = { size: 8.5, weight: 400 }
const HEAD: TextStyle = { size: 8.5, weight: 600 }
const PADDING = 3
const GAP = 8

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
  readonly #heads: Line[][]
  readonly #element: Element
  readonly #isTagged: boolean
  #rows = 0
  /** Of an untagged table: the element that holds the rows of the current page. */
  #ofPage: { page: number; element: Element } | undefined

  constructor(layout: PageLayout, { columns, caption }: TableHead, isTagged: boolean) {
    this.#layout = layout
    this.#columns = columns
    this.#isTagged = isTagged
    const shares = columns.map(({ share = 1 }) => share)
    const all = shares.reduce((sum, share) => sum + share, 0)
    this.#widths = shares.map((share) => (layout.width * share) / all)
    this.#heads = columns.map(({ label }, i) => layout.lines(label, HEAD, this.#room(i)))
    this.#element = layout.tags.element(
      isTagged ? 'Table' : 'Div',
      undefined,
      caption === undefined ? {} : { title: caption },
    )
    // Headings never stand alone at the bottom of a page.
    layout.need(this.#headHeight() + 3 * layout.heightOf(1, CELL))
    this.#drawHeads(isTagged ? this.#tagRow('TH') : undefined)
  }

  add(row: Row): void {
    const cells = this.#columns.map((_, i) => this.#layout.lines(row[i] ?? '', CELL, this.#room(i)))
    const isStriped = this.#rows++ % 2 === 1
    const tags = this.#isTagged ? this.#tagRow('TD') : undefined
    for (const part of partsOfRow(this.#layout, cells, { style: CELL, padding: PADDING }, () => this.#drawHeads())) {
      const { from, to, y, height } = part
      const { canvas, left, width } = this.#layout
      canvas.asArtifact(() => {
        if (isStriped) canvas.box(left, y, width, height, ZEBRA)
        canvas.rule(left, y + height, width, HAIRLINE)
      })
      const draw = () =>
        this.#drawCells(
          cells.map((lines) => lines.slice(from, to)),
          y + PADDING,
          CELL,
          tags,
        )
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
    return this.#widths[column]! - GAP
  }

  #headHeight(): number {
    return this.#layout.heightOf(Math.max(...this.#heads.map((lines) => lines.length)), HEAD) + 2 * PADDING
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
    const draw = () => this.#drawCells(this.#heads, this.#layout.y + PADDING, HEAD, tags)
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
      const at = x
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

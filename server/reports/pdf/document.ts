import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { drawBars } from './bar-chart.ts'
import type { Block, PdfOptions, Row, TableHead } from './blocks.ts'
import { drawFacts } from './facts.ts'
import { drawLineChart } from './line-chart.ts'
import { PageLayout } from './page-layout.ts'
import { Table } from './table.ts'
import { drawHeading, drawList, drawText, drawTitle } from './texts.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'

/** Unread bytes above which drawing pauses (back-pressure). */
const READ_AHEAD = 262_144

/**
 * A document as PDF, drawn block by block: finished pages are sent while later ones are drawn, so memory does not grow
 * with its length. Drawing blocks the event loop, so call it in a thread (`../exports/encoder.ts`).
 */
export function writePdf(blocks: AsyncIterable<Block> | Iterable<Block>, options: PdfOptions): Readable {
  const document = new PdfDocument(options)
  document.drawAll(blocks).catch((error: unknown) => document.pages.destroy(error as Error))
  return document.pages
}

class PdfDocument {
  readonly #layout: PageLayout
  readonly #isTagged: boolean
  #table: Table | undefined
  /** A table without rows so far: its columns are as wide as the words of its first rows need. */
  #begun: TableHead | undefined

  constructor(options: PdfOptions) {
    this.#layout = new PageLayout(options)
    this.#isTagged = options.isTagged ?? true
  }

  get pages(): Readable {
    return this.#layout.pdf
  }

  async drawAll(blocks: AsyncIterable<Block> | Iterable<Block>): Promise<void> {
    for await (const block of blocks) {
      while (this.pages.readableLength > READ_AHEAD && !this.pages.destroyed) await nextTurn()
      if (this.pages.destroyed) return
      this.#draw(block)
    }
    this.#endTable()
    const { missing } = this.#layout.canvas
    if (missing > 0) drawText(this.#layout, missingWords(missing), true)
    this.#layout.end()
  }

  #draw(block: Block): void {
    if (block.kind === 'rows') return this.#addRows(block.rows)
    this.#endTable()
    const layout = this.#layout
    switch (block.kind) {
      case 'title':
        return drawTitle(layout, block.text)
      case 'heading':
        return drawHeading(layout, block.text)
      case 'text':
        return drawText(layout, block.text, block.isSoft)
      case 'list':
        return drawList(layout, block.items)
      case 'facts':
        return drawFacts(layout, block.items, block.perRow)
      case 'table':
        return this.#beginTable(block)
      case 'chart':
        return block.chart.kind === 'bars' ? drawBars(layout, block.chart) : drawLineChart(layout, block.chart)
    }
  }

  #beginTable(head: TableHead): void {
    this.#begun = head
    if (head.rows) this.#addRows(head.rows)
  }

  #addRows(rows: readonly Row[]): void {
    if (this.#begun) this.#table = new Table(this.#layout, this.#begun, this.#isTagged, rows)
    this.#begun = undefined
    for (const row of rows) this.#table?.add(row)
  }

  #endTable(): void {
    if (this.#begun) this.#addRows([])
    this.#table?.end()
    this.#table = undefined
  }
}

function missingWords(missing: number): string {
  return missing === 1
    ? '1 character could not be printed, because this server has no font for it. It is shown as a box.'
    : `${formatNumber(missing)} characters could not be printed, because this server has no fonts for them. They are shown as boxes.`
}

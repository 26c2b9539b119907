import { MOST_CELLS } from '../limits.ts'

/** A merged cell with more text is no label of its rows. */
const LONGEST_LABEL = 200

interface Cell {
  text: string
  /** columns of the table that it takes */
  span: number
  merge: 'none' | 'begins' | 'goes on'
}

/** What a table's cells that go on below say, by their columns. */
export type Labels = Map<number, string>

/** A row of a Word table as it is read. A cell that is merged with the one above it has that one's text again. */
export class TableRow {
  readonly #labels: Labels
  readonly #cells: Cell[] = []
  #before = 0

  constructor(labels: Labels) {
    this.#labels = labels
  }

  beginCell(): void {
    this.#cells.push({ text: '', span: 1, merge: 'none' })
  }

  /** What the document says about the row or the cell that was begun last. */
  read(name: 'gridBefore' | 'gridSpan' | 'vMerge', value: string): void {
    const cell = this.#cells.at(-1)
    if (name === 'gridBefore') this.#before = Number(value) || 0
    else if (!cell) return
    else if (name === 'gridSpan') cell.span = Number(value) || 1
    else cell.merge = value === 'restart' ? 'begins' : 'goes on'
  }

  /** Adds a paragraph to the cell that was begun last. */
  add(text: string): void {
    const line = text.replace(/\s+/g, ' ').trim()
    if (this.#cells.length === 0) this.beginCell()
    const cell = this.#cells.at(-1)!
    if (this.#cells.length > MOST_CELLS) return
    cell.text += cell.text === '' || line === '' ? line : ` ${line}`
  }

  /**
   * @param room characters that may be repeated
   * @returns the cells behind each other with tabs between them, and how many characters of it are repeated
   */
  end(room: number): { text: string; repeated: number } {
    let column = this.#before
    let repeated = 0
    for (const cell of this.#cells) {
      const label = this.#labels.get(column)
      if (cell.merge === 'begins' && cell.text.length <= LONGEST_LABEL) this.#labels.set(column, cell.text)
      else if (cell.merge !== 'goes on') this.#labels.delete(column)
      else if (cell.text === '' && label !== undefined && repeated + label.length <= room) {
        cell.text = label
        repeated += label.length
      }
      column += cell.span
    }
    const cells = this.#cells.slice(0, MOST_CELLS)
    return { text: cells.map(({ text }) => text).join('\t'), repeated }
  }
}

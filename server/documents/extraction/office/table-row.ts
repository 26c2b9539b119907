import { MAX_CELLS } from '../limits.ts'

/** A merged cell with a longer text is not repeated as a label of its rows. */
const MAX_LABEL_LENGTH = 200

interface Cell {
  text: string
  /** number of table columns that it spans */
  span: number
  merge: 'none' | 'begins' | 'goes on'
}

/** Texts of vertically merged cells, by column. */
export type Labels = Map<number, string>

/** A row of a Word table while it is read. A cell merged with the one above repeats its text. */
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

  /** Reads a setting of the row or of the current cell. */
  read(name: 'gridBefore' | 'gridSpan' | 'vMerge', value: string): void {
    const cell = this.#cells.at(-1)
    if (name === 'gridBefore') this.#before = Number(value) || 0
    else if (!cell) return
    else if (name === 'gridSpan') cell.span = Number(value) || 1
    else cell.merge = value === 'restart' ? 'begins' : 'goes on'
  }

  /** Adds a paragraph to the current cell. */
  add(text: string): void {
    const line = text.replace(/\s+/g, ' ').trim()
    if (this.#cells.length === 0) this.beginCell()
    const cell = this.#cells.at(-1)!
    if (this.#cells.length > MAX_CELLS) return
    cell.text += cell.text === '' || line === '' ? line : ` ${line}`
  }

  /**
   * @param room number of characters that may be repeated
   * @returns the cells joined by tabs, and the number of repeated characters
   */
  end(room: number): { text: string; repeated: number } {
    let column = this.#before
    let repeated = 0
    for (const cell of this.#cells) {
      const label = this.#labels.get(column)
      if (cell.merge === 'begins' && cell.text.length <= MAX_LABEL_LENGTH) this.#labels.set(column, cell.text)
      else if (cell.merge !== 'goes on') this.#labels.delete(column)
      else if (cell.text === '' && label !== undefined && repeated + label.length <= room) {
        cell.text = label
        repeated += label.length
      }
      column += cell.span
    }
    const cells = this.#cells.slice(0, MAX_CELLS)
    return { text: cells.map(({ text }) => text).join('\t'), repeated }
  }
}

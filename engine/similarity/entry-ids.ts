import { StringTable } from './string-table.ts'

/** The id of each row. An id gets another row whenever its entry is replaced. */
export class EntryIds {
  private readonly ids = new StringTable()
  /** number of the id by row */
  private readonly numbers: number[] = []
  /** newest row by number of the id */
  private readonly rows: number[] = []

  /** How many different ids there are. */
  get size(): number {
    return this.ids.length
  }

  /** @returns the new row */
  add(id: string): number {
    const number = this.ids.add(id)
    const row = this.numbers.push(number) - 1
    this.rows[number] = row
    return row
  }

  /** The newest row of an id, −1 when there is none. */
  rowOf(id: string): number {
    const number = this.ids.find(id)
    return number < 0 ? -1 : this.rows[number]!
  }

  at(row: number): string {
    return this.ids.at(this.numbers[row]!)
  }

  /** Frees spare capacity. */
  trim(): void {
    this.ids.trim()
  }
}

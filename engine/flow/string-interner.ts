import { NONE } from './none.ts'

/** Interns repeated names as numbers. */
export class StringInterner {
  readonly all: string[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(name: string): number {
    let number = this.#numbers.get(name)
    if (number === undefined) {
      number = this.all.length
      this.all.push(name)
      this.#numbers.set(name, number)
    }
    return number
  }

  /** `NONE` for the empty name. */
  numberOrNone(name: string): number {
    return name === '' ? NONE : this.numberOf(name)
  }

  /** Undefined for an unknown name. */
  find(name: string): number | undefined {
    return this.#numbers.get(name)
  }
}

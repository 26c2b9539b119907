import { NONE } from './none.ts'

/** Numbers for names that are met again and again. */
export class Names {
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

  /** The empty name is nobody. */
  numberOrNone(name: string): number {
    return name === '' ? NONE : this.numberOf(name)
  }

  /** Undefined for a name that was never met. */
  find(name: string): number | undefined {
    return this.#numbers.get(name)
  }
}

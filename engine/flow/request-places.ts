import { grown } from './field-columns.ts'

/** The index of each request by its number. */
export class RequestPlaces {
  /** index + 1 by number; 0 where there is none */
  #places = new Uint32Array(0)

  /** −1 for an unknown number. */
  indexOf(number: number): number {
    return (this.#places[number] ?? 0) - 1
  }

  set(number: number, index: number): void {
    if (number >= this.#places.length) this.#places = grown(this.#places, number + 1)
    this.#places[number] = index + 1
  }
}

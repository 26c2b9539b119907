import type { Facts } from './facts.ts'
import type { FlowModel } from './flow-model.ts'
import { OPEN_COUNT } from './status-numbers.ts'
import type { Days } from './panel-input.ts'

/** Subsets of a selection that most panels start from, each computed once per `PanelInput` instead of once per panel. */
export class Subsets {
  readonly #model: FlowModel
  readonly #facts: Facts
  readonly #selected: Uint32Array
  readonly #found = new Map<string, Uint32Array>()
  /** Scratch buffer reused for each subset: allocating one per subset would keep the garbage collector busy. */
  readonly #room: Uint32Array

  constructor(model: FlowModel, facts: Facts, selected: Uint32Array) {
    this.#model = model
    this.#facts = facts
    this.#selected = selected
    this.#room = new Uint32Array(selected.length)
  }

  /** In an open status now. */
  get open(): Uint32Array {
    return this.#once('open', () => this.#within(this.#model.present.status, 0, OPEN_COUNT - 1))
  }

  /** Completed now, for the last time on one of these days. */
  finishedIn({ from, to }: Days): Uint32Array {
    return this.#once(`finished ${from} ${to}`, () => this.#within(this.#facts.finishedDay, from, to))
  }

  createdIn({ from, to }: Days): Uint32Array {
    return this.#once(`created ${from} ${to}`, () => this.#within(this.#facts.createdDay, from, to))
  }

  #once(name: string, find: () => Uint32Array): Uint32Array {
    let subset = this.#found.get(name)
    if (!subset) this.#found.set(name, (subset = find()))
    return subset
  }

  /** Branchless filter: each index is written and the counter then advanced or not. An unpredictable branch would be slower. */
  #within(column: Int32Array | Uint8Array, from: number, to: number): Uint32Array {
    const [selected, found] = [this.#selected, this.#room]
    let count = 0
    for (let index = 0; index < selected.length; index++) {
      const i = selected[index]!
      found[count] = i
      count += Number(column[i]! >= from) & Number(column[i]! <= to)
    }
    return found.slice(0, count)
  }
}

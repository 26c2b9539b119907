import { type Facts, isOpen } from './facts.ts'
import type { FlowModel } from './flow-model.ts'
import type { Days } from './question.ts'

/** The parts of a selection that most panels begin with: each is looked for once for a question, not once for a panel. */
export class Parts {
  readonly #model: FlowModel
  readonly #facts: Facts
  readonly #selected: Uint32Array
  readonly #finished = new Map<string, Uint32Array>()
  #open: Uint32Array | undefined

  constructor(model: FlowModel, facts: Facts, selected: Uint32Array) {
    this.#model = model
    this.#facts = facts
    this.#selected = selected
  }

  /** Pending or in progress now. */
  get open(): Uint32Array {
    this.#open ??= this.#selected.filter((i) => isOpen(this.#model, i))
    return this.#open
  }

  /** Completed now, for the last time on one of these days. */
  finishedIn({ from, to }: Days): Uint32Array {
    const key = `${from} ${to}`
    let found = this.#finished.get(key)
    if (!found) {
      const { finishedDay } = this.#facts
      found = new Uint32Array(this.#selected.length)
      let count = 0
      for (const i of this.#selected) {
        const day = finishedDay[i]!
        if (day >= from && day <= to) found[count++] = i
      }
      this.#finished.set(key, (found = found.slice(0, count)))
    }
    return found
  }
}

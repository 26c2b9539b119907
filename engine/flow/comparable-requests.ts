import type { Facts } from './facts.ts'
import type { FlowModel } from './flow-model.ts'
import { IN_PROGRESS, PENDING } from './status-numbers.ts'
import type { PanelInput } from './panel-input.ts'

/** Comparable requests were finished in the last year. */
const PAST_DAYS = 365

/** What comparable requests share: always the step, mostly also the priority, or priority and department. */
export type Basis = 'department' | 'priority' | 'all'

/** For open requests only. */
export const isStarted = ({ present }: FlowModel, i: number) => present.status[i] !== PENDING

/** Total time that finished requests spent in the present status of an open one. */
export function stepTimes({ spans }: Facts, started: boolean): Float64Array {
  return spans.inStatus[started ? IN_PROGRESS : PENDING]!
}

/** From the start of that status to the end of the work. */
export function totalTime({ spans }: Facts, i: number, started: boolean): number {
  const work = spans.inStatus[IN_PROGRESS]![i]!
  return started ? work : spans.inStatus[PENDING]![i]! + (Number.isNaN(work) ? 0 : work)
}

/** Requests finished in the last year, grouped by similarity to an open one. */
export class Past {
  readonly #input: PanelInput
  readonly #finished: Uint32Array
  readonly #groups = new Map<string, Uint32Array>()

  constructor(input: PanelInput) {
    this.#input = input
    this.#finished = input.subsets.finishedIn({ from: input.today - PAST_DAYS + 1, to: input.today })
  }

  /** Groups from the most to the least similar; only requests whose step can be measured. */
  groupsFor(i: number): { basis: Basis; members: Uint32Array }[] {
    const { present } = this.#input.model
    const started = isStarted(this.#input.model, i)
    const [priority, department] = [present.priority[i]!, present.department[i]!]
    return [
      { basis: 'department', members: this.#group(started, priority, department) },
      { basis: 'priority', members: this.#group(started, priority) },
      { basis: 'all', members: this.#group(started) },
    ]
  }

  #group(started: boolean, priority?: number, department?: number): Uint32Array {
    const key = `${started} ${priority} ${department}`
    let group = this.#groups.get(key)
    if (!group) {
      const { facts, model } = this.#input
      const { present } = model
      group = this.#finished.filter(
        (i) =>
          (priority === undefined || present.priority[i] === priority) &&
          (department === undefined || present.department[i] === department) &&
          !Number.isNaN(stepTimes(facts, started)[i]!),
      )
      this.#groups.set(key, group)
    }
    return group
  }
}

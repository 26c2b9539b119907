import { IN_PROGRESS } from './flow-model.ts'
import type { Question } from './question.ts'

/** Work in progress is overtaken by nothing; of what waits, each priority only by higher ones. */
export const STARTED = 4
export const CLASSES = 5

/** An open request in the order in which they are closed. */
export interface Queued {
  i: number
  /** its priority while it waits, or `STARTED` */
  class: number
}

/** Work in progress first, then by priority, due date and number: the order that is assumed, as an office would work. */
export function queueOf({ model, parts }: Question): Queued[] {
  const { present, number } = model
  const queue: Queued[] = []
  for (const i of parts.open) {
    queue.push({ i, class: present.status[i] === IN_PROGRESS ? STARTED : present.priority[i]! })
  }
  return queue.sort(
    (one, other) =>
      other.class - one.class ||
      present.priority[other.i]! - present.priority[one.i]! ||
      present.due[one.i]! - present.due[other.i]! ||
      number[one.i]! - number[other.i]!,
  )
}

/** The queue with one request taken up before all others. */
export function pulledForward(queue: readonly Queued[], pulled: number): Queued[] {
  return [{ i: pulled, class: STARTED }, ...queue.filter(({ i }) => i !== pulled)]
}

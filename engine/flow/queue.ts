import { isStarted } from './comparable-requests.ts'
import type { PanelInput } from './panel-input.ts'

/** Class of started work, which nothing overtakes; a waiting request is overtaken only by higher priorities. */
export const STARTED = 4
export const CLASSES = 5

/** An open request in the assumed order of closing. */
export interface Queued {
  i: number
  /** its priority while it waits, or `STARTED` */
  class: number
}

/** Started work first, then by priority, due date and number: the order in which an office is assumed to work. */
export function queueOf({ model, subsets }: PanelInput): Queued[] {
  const { present, number } = model
  const queue: Queued[] = []
  for (const i of subsets.open) {
    queue.push({ i, class: isStarted(model, i) ? STARTED : present.priority[i]! })
  }
  return queue.sort(
    (a, b) =>
      b.class - a.class ||
      present.priority[b.i]! - present.priority[a.i]! ||
      present.due[a.i]! - present.due[b.i]! ||
      number[a.i]! - number[b.i]!,
  )
}

/** The queue with one request moved to the front. */
export function pulledForward(queue: readonly Queued[], pulled: number): Queued[] {
  return [{ i: pulled, class: STARTED }, ...queue.filter(({ i }) => i !== pulled)]
}

import type { GivenEstimate } from './replay.ts'
import type { TimedRequest } from './durations.ts'

/** Open requests by the instant at which they pass the high end of their interval: a binary heap. */
export class OverrunQueue {
  private readonly heap: { at: number; estimate: GivenEstimate }[] = []

  add(at: number, estimate: GivenEstimate): void {
    if (!Number.isFinite(at)) return
    const { heap } = this
    heap.push({ at, estimate })
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1
      if (heap[parent]!.at <= heap[child]!.at) break
      ;[heap[parent], heap[child]] = [heap[child]!, heap[parent]!]
      child = parent
    }
  }

  /** Takes out everything that is due before then: what is finished at its very end has kept it. */
  *until(at: number): Generator<GivenEstimate> {
    const { heap } = this
    while (heap.length > 0 && heap[0]!.at < at) {
      const { estimate } = heap[0]!
      const last = heap.pop()!
      if (heap.length > 0) {
        heap[0] = last
        this.sink()
      }
      yield estimate
    }
  }

  /** Moves the first entry down to its place. */
  private sink(): void {
    const { heap } = this
    for (let parent = 0; ;) {
      let child = 2 * parent + 1
      if (child >= heap.length) return
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child++
      if (heap[parent]!.at <= heap[child]!.at) return
      ;[heap[parent], heap[child]] = [heap[child]!, heap[parent]!]
      parent = child
    }
  }
}

/**
 * What happens in order of time. At one instant earlier requests are finished before new ones are created, and what takes no
 * time at all is finished after that.
 */
export function eventsOf(requests: readonly TimedRequest[]): { at: number; request: number; finish: boolean }[] {
  const events: { at: number; request: number; finish: boolean; rank: number }[] = []
  for (const [request, { created, finished }] of requests.entries()) {
    events.push({ at: created, request, finish: false, rank: 1 })
    if (finished !== null) events.push({ at: finished, request, finish: true, rank: finished > created ? 0 : 2 })
  }
  return events.sort((a, b) => a.at - b.at || a.rank - b.rank || a.request - b.request)
}

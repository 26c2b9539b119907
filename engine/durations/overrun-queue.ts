import type { GivenEstimate } from './replay.ts'
import type { TimedRequest } from './durations.ts'

/** Open requests by the instant at which they exceed the high end of their interval: a binary heap. */
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

  /** Removes everything due before `at`; a request finished exactly at its end has met the estimate. */
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

  /** Sifts the first entry down. */
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
 * Events in chronological order. At the same instant, earlier requests finish first, then new ones are created, and then those
 * that take no time at all finish.
 */
export function eventsOf(requests: readonly TimedRequest[]): { at: number; request: number; finish: boolean }[] {
  const events: { at: number; request: number; finish: boolean; rank: number }[] = []
  for (const [request, { created, finished }] of requests.entries()) {
    events.push({ at: created, request, finish: false, rank: 1 })
    if (finished !== null) events.push({ at: finished, request, finish: true, rank: finished > created ? 0 : 2 })
  }
  return events.sort((a, b) => a.at - b.at || a.rank - b.rank || a.request - b.request)
}

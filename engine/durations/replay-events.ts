import type { TimedRequest } from './durations.ts'
import { instantAfter, type DayUnit } from './history.ts'
import { eventsOf, OverrunQueue } from './overrun-queue.ts'
import type { WorkCalendar } from './work-days.ts'
import type { GivenEstimate, Replay } from './replay.ts'

interface Options {
  unit: DayUnit
  calendar?: WorkCalendar | undefined
  /** later events are ignored */
  until?: number
  /** returns the estimate of a new request; null for one whose outcome must not be learnt from */
  create: (request: number) => GivenEstimate | null
}

/** Feeds requests to a replay in chronological order. */
export function replayEvents(
  replay: Replay,
  requests: readonly TimedRequest[],
  { unit, calendar, until = Infinity, create }: Options,
): void {
  const overruns = new OverrunQueue()
  const open = new Map<number, GivenEstimate>()
  for (const { at, request, finish } of eventsOf(requests)) {
    if (at > until) break
    for (const given of overruns.until(at)) replay.recordOverrun(given)
    const { days, facets, created } = requests[request]!
    if (finish) {
      replay.finish(days, facets, open.get(request))
      open.delete(request)
      continue
    }
    const given = create(request)
    if (!given) continue
    open.set(request, given)
    overruns.add(instantAfter(created, given.ends[3], unit, calendar), given)
  }
  if (until < Infinity) for (const given of overruns.until(until)) replay.recordOverrun(given)
}

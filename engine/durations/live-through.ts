import type { TimedRequest } from './durations.ts'
import { instantAfter, type DayUnit } from './history.ts'
import { eventsOf, OverrunQueue } from './overrun-queue.ts'
import type { WorkCalendar } from './work-days.ts'
import type { GivenEstimate, Replay } from './replay.ts'

interface Options {
  unit: DayUnit
  calendar?: WorkCalendar | undefined
  /** nothing later is looked at */
  until?: number
  /** gives a request its estimate when it is created; null for one whose outcome shall not teach */
  create: (request: number) => GivenEstimate | null
}

/** Takes a replay through requests in the order of time. */
export function liveThrough(
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

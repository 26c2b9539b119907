import { DEFAULT_SAMPLING, type Sampling } from './durations.ts'
import { DAY_MS, timedOf, type DayUnit, type HistoryRow } from './history.ts'
import { eventsOf, OverrunQueue } from './overrun-queue.ts'
import { Replay, type GivenEstimate, type ReplayState } from './replay.ts'

export interface DurationModel extends ReplayState {
  unit: DayUnit
}

export function emptyDurations(unit: DayUnit): DurationModel {
  return { sampling: DEFAULT_SAMPLING, trust: 0, levels: { recent: [], outside: 0.2 }, unit }
}

/** Requests on which the choices are compared: to compare them on each of many costs seconds and says the same. */
const COMPARED = 800
/** Working days pass more slowly than calendar days. */
const CALENDAR_DAYS: Record<DayUnit, number> = { calendar: 1, working: 1.4 }

/**
 * Replays the office's history in order of time and keeps what was chosen and how well the intervals held.
 * @param samplings to choose from; all when left out
 */
export function trainDurations(
  history: readonly HistoryRow[],
  unit: DayUnit,
  now: number,
  samplings?: readonly Sampling[],
): DurationModel {
  const requests = history.map((row) => timedOf(row, unit)).filter(({ created }) => Number.isFinite(created))
  const replay = new Replay({ text: false, grouped: true, ...(samplings ? { samplings } : {}) })
  const overruns = new OverrunQueue()
  const open = new Map<number, GivenEstimate>()
  const stride = Math.max(1, Math.floor(requests.length / COMPARED))
  for (const { at, request, finish } of eventsOf(requests)) {
    if (at > now) break
    for (const given of overruns.until(at)) replay.recordOverrun(given)
    const { keys, days } = requests[request]!
    if (finish) {
      replay.finish(days, keys, open.get(request))
      open.delete(request)
    } else {
      const given = replay.create(keys, null, request % stride === 0)
      open.set(request, given)
      overruns.add(at + given.high * DAY_MS * CALENDAR_DAYS[unit], given)
    }
  }
  return { ...replay.state(), unit }
}

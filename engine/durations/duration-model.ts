import { groupingsOf } from './groups.ts'
import { FACETS, timedOf, type DayUnit, type HistoryRow } from './history.ts'
import { replayEvents } from './replay-events.ts'
import type { WorkCalendar } from './work-days.ts'
import { Replay, type ReplayState } from './replay.ts'

export interface DurationModel extends ReplayState {
  unit: DayUnit
  /** the office's working days; Monday to Friday when left out */
  calendar?: WorkCalendar | undefined
  /** number of finished requests in the training data */
  learnedFrom: number
}

const GROUPINGS = groupingsOf(FACETS.length)
/** Development type and priority, until the office's own durations suggest another grouping. */
const FIRST = 0b011
/** Number of requests on which the groupings are compared: comparing them on more takes seconds and changes nothing. */
const COMPARED = 600

export function emptyDurations(unit: DayUnit): DurationModel {
  return { grouping: FIRST, levels: {}, unit, learnedFrom: 0 }
}

/** Replays the office's history in chronological order; the result is the best grouping and how well the ranges held. */
export function trainDurations(
  history: readonly HistoryRow[],
  unit: DayUnit,
  now: number,
  groupings: readonly number[] = GROUPINGS,
  calendar?: WorkCalendar,
): DurationModel {
  const requests = history.map((row) => timedOf(row, unit, calendar)).filter(({ created }) => Number.isFinite(created))
  const replay = new Replay(groupings, groupings.includes(FIRST) ? FIRST : groupings[0]!)
  const stride = Math.max(1, Math.floor(requests.length / COMPARED))
  const create = (request: number) => replay.create(requests[request]!.facets, null, request % stride === 0)
  replayEvents(replay, requests, { unit, calendar, until: now, create })
  const learnedFrom = requests.filter(({ finished }) => finished !== null && finished <= now).length
  return { ...replay.state(), unit, learnedFrom }
}

import { groupingsOf } from './groups.ts'
import { FACETS, timedOf, type DayUnit, type HistoryRow } from './history.ts'
import { liveThrough } from './live-through.ts'
import type { WorkCalendar } from './work-days.ts'
import { Replay, type ReplayState } from './replay.ts'

export interface DurationModel extends ReplayState {
  unit: DayUnit
  /** what working days are; Monday to Friday when left out */
  calendar?: WorkCalendar | undefined
  /** finished requests that it learnt from */
  learnedFrom: number
}

const GROUPINGS = groupingsOf(FACETS.length)
/** By kind and priority, until the office's own durations say otherwise. */
const FIRST = 0b011
/** Requests on which the groupings are compared: to compare them on each of many costs seconds and says the same. */
const COMPARED = 600

export function emptyDurations(unit: DayUnit): DurationModel {
  return { grouping: FIRST, levels: {}, unit, learnedFrom: 0 }
}

/** Replays the office's history in order of time and keeps what separates durations and how well the ranges held. */
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
  liveThrough(replay, requests, { unit, calendar, until: now, create })
  const learnedFrom = requests.filter(({ finished }) => finished !== null && finished <= now).length
  return { ...replay.state(), unit, learnedFrom }
}

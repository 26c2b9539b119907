import type { EventMark } from '../../shared/analytics/event-marks.ts'
import { count } from '../ui/count.ts'

/** "16 days", "1 day", "1.8 days": a tenth counts below ten days only. */
export function daysWords(days: number): string {
  const text = dayFigure(days)
  return `${text} ${text === '1' ? 'day' : 'days'}`
}

export function dayFigure(days: number): string {
  return count(days < 9.95 ? Math.round(days * 10) / 10 : Math.round(days))
}

export function requestsWords(number: number): string {
  return `${count(number)} ${number === 1 ? 'request' : 'requests'}`
}

export function eventsWords(event: EventMark, number: number): string {
  return `${count(number)} ${number === 1 ? event.slice(0, -1) : event}`
}

/** "78%" of a part in a whole; a dash where there is no whole. */
export function shareWords(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`
}

/** Change of a figure since the previous period, with its direction; null where there is nothing to compare. */
export interface Change {
  text: string
  /** whether it went up; null when it is the same */
  isUp: boolean | null
  /** whether that is what the office wants; null when that cannot be said */
  isGood: boolean | null
}

export function changeInDays(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null
  const change = Number(dayFigure(now).replaceAll(',', '')) - Number(dayFigure(before).replaceAll(',', ''))
  const size = Math.round(Math.abs(change) * 10) / 10
  if (size === 0) return { text: 'as before', isUp: null, isGood: null }
  return { text: `${daysWords(size)} ${change < 0 ? 'shorter' : 'longer'}`, isUp: change > 0, isGood: change < 0 }
}

/** @param now per cent */
export function changeInPoints(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null
  const change = Math.round(now) - Math.round(before)
  if (change === 0) return { text: 'as before', isUp: null, isGood: null }
  const size = Math.abs(change)
  return { text: `${count(size)} ${size === 1 ? 'point' : 'points'}`, isUp: change > 0, isGood: change > 0 }
}

/** @param isWanted whether more is better; null when that cannot be said */
export function changeInCount(
  now: number | null,
  before: number | null,
  isWanted: boolean | null = null,
): Change | null {
  if (now === null || before === null) return null
  const change = now - before
  if (change === 0) return { text: 'as many as before', isUp: null, isGood: null }
  const words = `${count(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than before`
  return { text: words, isUp: change > 0, isGood: isWanted === null ? null : change > 0 === isWanted }
}

/** Warning that a sample is so small that a figure may be chance; null for none, which the finding reports. */
export function smallSample(number: number): string | null {
  if (number === 0) return null
  return `Only ${requestsWords(number)}: too few to be more than a hint.`
}

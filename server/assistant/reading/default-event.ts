import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { EVENTS, type Event } from '../../../shared/assistant/words.ts'
import type { Ask } from './asks.ts'
import type { Slots } from './slots.ts'

/** The default event of a period: durations and punctuality are of requests completed in it. */
export function usualEvent(
  { measure, stage, sort }: Pick<Ask, 'measure' | 'stage' | 'sort'>,
  slots: Slots,
): Event | undefined {
  if (sort === 'slowest' || sort === 'fastest') return 'completed'
  if (slots.first('rate')?.meaning.late !== undefined) return 'completed'
  if (measure !== 'duration') return undefined
  return stage === 'review' ? 'started' : stage === 'age' || stage === 'delay' ? undefined : 'completed'
}

/** The event whose period the previous question named. */
export function namedEvent(filter: QueryFilter): Event | undefined {
  return EVENTS.find((event) => filter[`${event}From`] !== undefined || filter[`${event}To`] !== undefined)
}

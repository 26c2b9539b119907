import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { calendarName, spanInWords } from '../../../shared/assistant/spans.ts'
import { timesOf } from '../../../shared/assistant/words.ts'
import { addDays, daysBetween } from '../../../shared/dates.ts'
import { upperFirst } from '../../../shared/wording.ts'

/** The first days of an earlier period, as many as the present one has had: a month that is not over has fewer requests. */
export function asManyDays(
  sides: readonly QueryFilter[],
  today: string,
): { side: QueryFilter; words: string } | undefined {
  const spans = sides.map((side) => ({ side, ...timesOf(side)[0] }))
  const present = spans.find(({ span }) => span?.from && span.to && span.from <= today && span.to > today)
  const earlier = spans.find(({ span }) => span?.from && span.to && span.to < today)
  if (sides.length !== 2 || !present?.span?.from || !earlier?.span?.from || !earlier.span.to) return undefined
  const days = daysBetween(present.span.from, today) + 1
  const to = addDays(earlier.span.from, days - 1)
  if (to >= earlier.span.to) return undefined
  const { from } = earlier.span
  const name = calendarName(from, earlier.span.to) ?? spanInWords(earlier.span)
  const now = calendarName(present.span.from, present.span.to!) ?? spanInWords(present.span)
  return {
    side: { ...earlier.side, [`${earlier.event!}To`]: to },
    words: `${upperFirst(now)} is not over; in the first ${days === 1 ? 'day' : `${days} days`} of ${name}`,
  }
}

import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { requestsInWords, type NameOf } from '../../../shared/assistant/words.ts'
import { addDays } from '../../../shared/dates.ts'
import { listed } from '../../../shared/wording.ts'
import type { Figures } from '../figures/figures.ts'
import { stepBack, unitAround } from '../reading/calendar.ts'

const MONTHS = 3

/** Refuses a forecast and reports the last full months instead. */
export async function forecastRefusal(figures: Figures, filter: QueryFilter, nameOf: NameOf): Promise<string> {
  const { today } = figures.viewer
  const isCompleted = filter.status?.join() === 'completed'
  const event = isCompleted ? 'completed' : 'created'
  const thisMonth = unitAround(today, 'month').from
  const times = Array.from({ length: MONTHS }, (_, i) => unitAround(stepBack(thisMonth, MONTHS - i, 'month'), 'month'))
  const counts = (await figures.series(filter, event, times)).map(({ count }) => count)
  const mean = counts.reduce((sum, count) => sum + count, 0) / MONTHS
  const what = requestsInWords(isCompleted ? { ...filter, status: undefined } : filter, nameOf)
  const since = addDays(thisMonth, -1)
  return `I can’t tell what is to come: I make no forecast. In the last three full months up to ${since.slice(0, 7)}, ${mean.toFixed(1)} ${what} a month ${isCompleted ? 'were completed' : 'came in'} on average (${listed(counts.map(String))}).`
}

import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { requestsInWords, type NameOf } from '../../../shared/assistant/words.ts'
import { calendarName } from '../../../shared/assistant/spans.ts'
import { longDate } from '../../../shared/dates.ts'
import { listed } from '../../../shared/wording.ts'
import type { Actor } from '../../platform/actor.ts'
import { getForecast } from '../../analytics/service.ts'
import { nullUntilReady } from '../../analytics/outlook/service.ts'
import type { Deps } from '../deps.ts'
import type { Figures } from '../figures/figures.ts'
import { stepBack, unitAround } from '../reading/calendar.ts'
import { linkTo } from './addresses.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'

const MONTHS = 3

/** How many came in or were completed in the last full months, which is not a forecast. */
export async function pastMonths(figures: Figures, filter: QueryFilter, nameOf: NameOf): Promise<string> {
  const { today } = figures.viewer
  const isCompleted = filter.status?.join() === 'completed'
  const event = isCompleted ? 'completed' : 'created'
  const thisMonth = unitAround(today, 'month').from
  const times = Array.from({ length: MONTHS }, (_, i) => unitAround(stepBack(thisMonth, MONTHS - i, 'month'), 'month'))
  const counts = (await figures.series(filter, event, times)).map(({ count }) => count)
  const mean = counts.reduce((sum, count) => sum + count, 0) / MONTHS
  const what = requestsInWords(isCompleted ? { ...filter, status: undefined } : filter, nameOf)
  const [first = '', last = ''] = [times[0]!, times.at(-1)!].map(({ from, to }) => calendarName(from, to) ?? '')
  const isOneYear = first.slice(-4) === last.slice(-4)
  return `In the last three full months, ${isOneYear ? first.slice(0, -5) : first} to ${last}, ${mean.toFixed(1)} ${what} a month ${isCompleted ? 'were completed' : 'came in'} on average (${listed(counts.map(String))}).`
}

/** The forecast of Analytics with a link to it; null for those who may not see it, or without enough history. */
export async function openForecast(
  deps: Deps,
  actor: Actor,
  filter: QueryFilter,
  nameOf: NameOf,
): Promise<{ text: string; parts: AnswerPart[] } | null> {
  const { department, priority, type, assignee, requester } = filter
  // Analytics has no filter for requesters, and one for a single assignee.
  if (!actor.permissions.has('analytics.view') || requester || (assignee?.length ?? 0) > 1) return null
  const person = assignee?.[0] === 'me' ? actor.id : assignee?.[0]
  const filters = { department, priority, type, assignee: person }
  const forecast = await nullUntilReady(() => getForecast(deps, actor, filters))
  if (forecast?.kind !== 'forecast' || forecast.count === 0) return null
  const { count, done, by, doneBy } = forecast
  const what = requestsInWords({ status: [...OPEN_STATUSES], department, priority, type, assignee }, nameOf, count)
  const which = count === 1 ? `The only ${what} is` : `All ${formatNumber(count)} ${what} are`
  const all =
    done.p85 === null
      ? `It may take longer than five years to finish all ${formatNumber(count)} ${what}.`
      : `${which} likely finished by ${longDate(done.p85)}.`
  const some =
    doneBy.p85 === 0 || count === 1 ? '' : ` At least ${formatNumber(doneBy.p85)} are likely closed by ${longDate(by)}.`
  return {
    text: `${all}${some}`,
    parts: linkTo('The forecast in Analytics', analyticsAddress(filters)),
  }
}

export function analyticsAddress(filters: Record<string, readonly string[] | string | undefined> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) search.set(name, String(value))
  return `/analytics${search.size > 0 ? `?${search.toString().replaceAll('%2C', ',')}` : ''}`
}

import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { upperFirst } from '../../../shared/wording.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import type { Unit } from '../reading/calendar.ts'
import { addressOf } from './addresses.ts'
import { type Answer, type QueryContext, requestsIn, wasOrWere } from './query-context.ts'
import { aboutWords, completedThen } from './side-flows.ts'
import { type Time, timesOf, within } from './series-times.ts'

/** Created and completed requests by period. */
export async function flowSeries(context: QueryContext, unit: Unit): Promise<Answer> {
  const { query, figures, nameOf } = context
  const { today } = figures.viewer
  const { createdFrom: _from, createdTo: _to, ...rest } = query.filter
  const { times, note } = timesOf(query, unit, 'created', today)
  const done = { ...rest, status: ['completed' as const] }
  const [came, completed] = await Promise.all([
    figures.series(rest, 'created', times),
    figures.series(done, 'completed', times),
  ])
  const bars = (what: readonly { count: number }[], filterOf: (time: Time) => QueryFilter) =>
    times.map((time, i) => ({ label: time.name, value: what[i]!.count, href: addressOf(filterOf(time), today) }))
  const cameBars = bars(came, (time) => within(rest, 'created', time))
  const doneBars = bars(completed, (time) => completedThen(within(rest, 'created', time)))
  const [cameIn, finished] = [sumOf(cameBars), sumOf(doneBars)]
  const growth = cameIn - finished
  const backlog =
    growth === 0
      ? 'As much was completed as came in.'
      : `That is ${formatNumber(Math.abs(growth))} ${growth > 0 ? 'more in than out' : 'more out than in'}.`
  const text = `${requestsIn(cameIn)} came in${aboutWords(rest, nameOf)} during ${times.length === 1 ? `one ${unit}` : `these ${times.length} ${unit}s`} and ${formatNumber(finished)} ${wasOrWere(finished)} completed. ${backlog}${note}`
  const rows = times.map((time, i) => ({
    cells: [time.name, formatNumber(came[i]!.count), formatNumber(completed[i]!.count)],
    href: null,
  }))
  const parts: AnswerPart[] = [
    {
      kind: 'table',
      caption: `What came in and was completed by ${unit}`,
      columns: [unit === 'week' ? 'Week of' : upperFirst(unit), 'Came in', 'Completed'],
      rows,
    },
    { kind: 'bars', caption: `Came in per ${unit}`, bars: cameBars },
    { kind: 'bars', caption: `Completed per ${unit}`, bars: doneBars },
  ]
  return { text, parts, topic: { query } }
}

function sumOf(bars: readonly { value: number }[]): number {
  return bars.reduce((sum, { value }) => sum + value, 0)
}

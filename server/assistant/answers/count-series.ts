import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import { GROUP_WORDS, requestsInWords, verbOf } from '../../../shared/assistant/words.ts'
import { listed, upperFirst } from '../../../shared/wording.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import type { Unit } from '../reading/calendar.ts'
import { addressOf } from './addresses.ts'
import { openAtEnds } from './backlog.ts'
import { tiedNames } from './tied-names.ts'
import { inTime } from './time-words.ts'
import { type Answer, type QueryContext, wasOrWere } from './query-context.ts'
import { eventOf, timesOf, within } from './series-times.ts'

/** Tied periods named in the sentence. */
const MAX_TIED = 3

/** Counts by period. */
export async function countSeries(context: QueryContext, unit: Unit): Promise<Answer> {
  const { query, figures, nameOf } = context
  const event = eventOf(query)
  const { today } = figures.viewer
  const { times, note } = timesOf(query, unit, event, today)
  const values = await figures.series(query.filter, event, times)
  // A ranking ignores periods before the first request.
  if (query.order)
    while (values.length > 1 && values[0]!.count === 0) {
      values.shift()
      times.shift()
    }
  const total = values.reduce((sum, { count }) => sum + count, 0)
  const isCompletion = event === 'completed'
  const timeless = { ...query.filter, [`${event}From`]: undefined, [`${event}To`]: undefined }
  const what = requestsInWords({ ...timeless, ...(isCompletion && { late: undefined }) }, nameOf, total)
  const done = isCompletion ? verbOf(event, query.filter) : event
  const shown = times.map((time, i) => ({
    label: time.name,
    value: values[i]!.count,
    href: addressOf(within(query.filter, event, time), today),
  }))
  const best = shown.filter(
    ({ value }) => value === (query.order === 'fewest' ? Math.min : Math.max)(...shown.map((one) => one.value)),
  )
  const names = tiedNames(
    best.map(({ label }) => inTime(label, unit)),
    MAX_TIED,
  )
  const lead =
    total === 0
      ? ''
      : `${names} ${best.length === 1 ? 'has' : 'have'} the ${query.order === 'fewest' ? 'fewest' : 'most'}: ${formatNumber(best[0]!.value)}${best.length === 1 ? '' : ' each'}.`
  const mean = query.statistic ? ` On average ${(total / times.length).toFixed(1)} per ${unit}.` : ''
  const which = isCompletion ? what.replace('completed ', '') : what
  const sum = `${formatNumber(total)} ${which} ${wasOrWere(total)} ${done} in ${times.length === 1 ? `one ${unit}` : `these ${times.length} ${unit}s`}.`
  const found = query.statistic
    ? `${mean.trim()} ${sum}`
    : query.order
      ? `${upperFirst(lead)} ${sum}`
      : `${sum} ${upperFirst(lead)}`
  const text = `${found.trim()}${note}`
  const caption = `${upperFirst(which)} ${done} by ${GROUP_WORDS[unit]}`
  // "Backlog by month" may mean either, so the answer has both.
  const atEnds =
    event === 'created' && !query.order && !query.statistic && times.at(-1)!.to >= today
      ? await openAtEnds(query, figures, times)
      : null
  if (atEnds)
    return withBacklog({ text, parts: tableAndBars(shown, unit, 'Requests', caption), topic: { query } }, atEnds, unit)
  const ranked = query.order
    ? shown
        .toSorted((a, b) => (query.order === 'fewest' ? a.value - b.value : b.value - a.value))
        .slice(0, query.limit ?? 12)
    : shown
  return { text, parts: tableAndBars(ranked, unit, 'Requests', caption), topic: { query } }
}

/** With more figures than this, the sentence names only the first and the last; the table has them all. */
const MAX_SPELLED_OUT = 12

/** Adds the number of open requests at the end of each period to those created in it that are still open. */
function withBacklog(answer: Answer, atEnds: readonly number[], unit: Unit): Answer {
  const counts = atEnds.map((count) => formatNumber(count))
  const [table, ...bars] = answer.parts
  if (table?.kind !== 'table') return answer
  return {
    ...answer,
    text: `${answer.text} Open at the end of each ${unit}, and now: ${counts.length > MAX_SPELLED_OUT ? `from ${counts[0]} to ${counts.at(-1)}` : listed(counts)}.`,
    parts: [
      {
        ...table,
        columns: [table.columns[0]!, 'Created, still open', 'Open at its end'],
        rows: table.rows.map((row, i) => ({ ...row, cells: [...row.cells, counts[i]!] })),
      },
      ...bars,
    ],
  }
}

export function tableAndBars(
  shown: { label: string; value: number; href: string | null }[],
  unit: Unit,
  column: string,
  caption: string,
): AnswerPart[] {
  return [
    {
      kind: 'table',
      caption,
      columns: [unit === 'week' ? 'Week of' : upperFirst(unit), column],
      rows: shown.map(({ label, value, href }) => ({ cells: [label, formatNumber(value)], href })),
    },
    { kind: 'bars', caption, bars: shown },
  ]
}

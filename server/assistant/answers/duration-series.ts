import { GROUP_WORDS, requestsInWords, STAGE_WORDS } from '../../../shared/assistant/words.ts'
import { upperFirst } from '../../../shared/wording.ts'
import type { Unit } from '../reading/calendar.ts'
import { type Answer, type QueryContext, daysInWords } from './query-context.ts'
import { betweenInWords, inTime } from './time-words.ts'
import { eventOf, timesOf } from './series-times.ts'
import { tableAndBars } from './count-series.ts'

/** Durations by period. */
export async function durationSeries(context: QueryContext, unit: Unit): Promise<Answer> {
  const { query, figures, nameOf } = context
  const { stage = 'lead', statistic = 'median' } = query
  const event = eventOf(query)
  const { times, note } = timesOf(query, unit, event, figures.viewer.today)
  const other = statistic === 'median' ? ('average' as const) : ('median' as const)
  const [values, others] = await Promise.all([
    figures.series(query.filter, event, times, { stage, statistic }),
    figures.series(query.filter, event, times, { stage, statistic: other }),
  ])
  const known = times.flatMap((time, i) =>
    values[i]!.days === null ? [] : [{ label: time.name, value: Math.round(values[i]!.days * 10) / 10, href: null }],
  )
  const what = requestsInWords(query.filter, nameOf)
  const caption = `${upperFirst(statistic)} ${STAGE_WORDS[stage]} of ${what} by ${GROUP_WORDS[unit]}, in calendar days`
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last)
    return { text: `There are no ${what} whose ${STAGE_WORDS[stage]} could be measured.`, parts: [], topic: { query } }
  if (query.order) {
    const ranked = known.toSorted((a, b) => (query.order === 'fewest' ? a.value - b.value : b.value - a.value))
    const text = `${ranked[0]!.label} is the ${query.order === 'fewest' ? 'quickest' : 'slowest'}: ${daysInWords(ranked[0]!.value)}.${note}`
    return { text, parts: tableAndBars(ranked, unit, `${upperFirst(statistic)} days`, caption), topic: { query } }
  }
  const way = last.value < first.value ? 'shorter' : last.value > first.value ? 'longer' : 'the same'
  const text =
    known.length < 2
      ? `${upperFirst(first.label)}: ${daysInWords(first.value)}. There is too little to compare.`
      : `The ${statistic} ${STAGE_WORDS[stage]} is ${way === 'the same' ? 'the same as' : `${way} than`} at first: ${daysInWords(first.value)} in ${inTime(first.label, unit)}, ${daysInWords(last.value)} in ${inTime(last.label, unit)}.${betweenInWords(known, unit)}`
  const rows = times.flatMap((time, i) =>
    values[i]!.days === null
      ? []
      : [
          {
            cells: [
              time.name,
              values[i]!.days.toFixed(1),
              others[i]!.days?.toFixed(1) ?? '–',
              String(values[i]!.count),
            ],
            href: null,
          },
        ],
  )
  const columns = [
    unit === 'week' ? 'Week of' : upperFirst(unit),
    `${upperFirst(statistic)} days`,
    `${upperFirst(other)} days`,
    'Requests',
  ]
  return { text: `${text}${note}`, parts: [{ kind: 'table', caption, columns, rows }], topic: { query } }
}

import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { AssistantQuery, Group, QueryFilter } from '../../../shared/assistant/query.ts'
import { type Event, GROUP_WORDS, requestsInWords, spanOf, STAGE_WORDS } from '../../../shared/assistant/words.ts'
import { addDays, longDate } from '../../../shared/dates.ts'
import { listed, upperFirst } from '../../../shared/wording.ts'
import { type Unit, stepBack, unitAround } from '../reading/calendar.ts'
import { trendStart } from '../reading/times.ts'
import { addressOf } from './addresses.ts'
import { openAtEnds } from './backlog.ts'
import { type Answer, type QueryContext, daysInWords, requestsIn } from './query-context.ts'
import { betweenInWords, inTime, nameOfTime } from './time-words.ts'
import { aboutWords, completedThen, wasOrWere } from './sides.ts'

interface Time {
  from: string
  to: string
  name: string
}

/** More columns would be unreadable; the newest are shown. */
const MAX_TIMES = 60
/** Units to look back for a ranking such as the busiest month, when no time is named. */
const LOOKED_BACK: Record<Unit, number> = { day: 59, week: 51, month: 35, quarter: 15, year: 9 }

export function isTime(group: Group | undefined): group is Unit {
  return group !== undefined && ['day', 'week', 'month', 'quarter', 'year'].includes(group)
}

/** Counts, durations, or created and completed requests, by period. */
export async function seriesAnswer(asked: QueryContext, unit: Unit): Promise<Answer> {
  const { query } = asked
  if (query.measure === 'flow') return flowSeries(asked, unit)
  return query.measure === 'duration' ? durationSeries(asked, unit) : countSeries(asked, unit)
}

/** The event that assigns requests to periods. */
function eventOf({ filter, measure, stage }: AssistantQuery): Exclude<Event, 'due'> {
  for (const event of ['completed', 'closed', 'started', 'updated', 'created'] as const) {
    const { from, to } = spanOf(filter, event)
    if (from !== undefined || to !== undefined) return event
  }
  if (measure === 'duration') return stage === 'review' ? 'started' : stage === 'age' ? 'created' : 'completed'
  if (filter.status?.join() === 'completed') return 'completed'
  return filter.status?.every((one) => one === 'rejected' || one === 'cancelled') ? 'closed' : 'created'
}

interface Times {
  times: Time[]
  /** says which earlier days are left out; empty where none are */
  note: string
}

/** Whole weeks, months … from the first named day on, or the last ones; at least one. */
function timesOf({ filter, order, limit }: AssistantQuery, unit: Unit, event: Event, today: string): Times {
  const span = spanOf(filter, event)
  const isRanked = order !== undefined
  const first =
    span.from ??
    (isRanked
      ? stepBack(unitAround(today, unit).from, LOOKED_BACK[unit], unit)
      : limit
        ? stepBack(unitAround(today, unit).from, limit - 1, unit)
        : trendStart(unit, today))
  const last = span.to !== undefined && span.to < today ? span.to : today
  // "The last six months" are six periods up to now, the first of them complete.
  const isRolling = span.to === today && unitAround(first, unit).from !== first && unit !== 'day'
  const next = addDays(unitAround(first, unit).to, 1)
  // "Per month in the last 10 days" has no complete month.
  const wanted = isRolling && next <= last ? next : first
  const earliest = stepBack(unitAround(last, unit).from, MAX_TIMES - 1, unit)
  const begin = wanted < earliest ? earliest : wanted
  const times: Time[] = []
  let at = unitAround(begin, unit)
  do {
    const from = at.from < begin ? begin : at.from
    const to = span.to !== undefined && at.to > span.to ? span.to : at.to
    times.push({ from, to, name: nameOfTime(at, unit) })
    at = unitAround(addDays(at.to, 1), unit)
  } while (at.from <= last)
  const note =
    begin !== wanted
      ? ` I show at most ${MAX_TIMES} ${unit}s, so the earlier ones are left out.`
      : begin !== first
        ? ` The first ${unit} shown is a whole one, so the days from ${longDate(first)} to ${longDate(addDays(begin, -1))} are left out.`
        : ''
  return { times, note }
}

function within(filter: QueryFilter, event: Event, { from, to }: Time): QueryFilter {
  return { ...filter, [`${event}From`]: from, [`${event}To`]: to }
}

async function countSeries(asked: QueryContext, unit: Unit): Promise<Answer> {
  const { query, figures, nameOf } = asked
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
  const what = requestsInWords(
    { ...query.filter, [`${event}From`]: undefined, [`${event}To`]: undefined },
    nameOf,
    total,
  )
  const verb = event === 'closed' || event === 'completed' ? 'closed' : event
  const done = event === 'completed' ? 'completed' : verb
  const shown = times.map((time, i) => ({
    label: time.name,
    value: values[i]!.count,
    href: addressOf(within(query.filter, event, time), today),
  }))
  const best = shown.filter(
    ({ value }) => value === (query.order === 'fewest' ? Math.min : Math.max)(...shown.map((one) => one.value)),
  )
  const lead =
    total === 0
      ? ''
      : `${listed(best.slice(0, 3).map(({ label }) => inTime(label, unit)))} ${best.length === 1 ? 'has' : 'have'} the ${query.order === 'fewest' ? 'fewest' : 'most'}: ${best[0]!.value}.`
  const mean = query.statistic ? ` On average ${(total / times.length).toFixed(1)} per ${unit}.` : ''
  const which = event === 'completed' ? what.replace('completed ', '') : what
  const sum = `${total.toLocaleString('en')} ${which} ${wasOrWere(total)} ${done} in ${times.length === 1 ? `one ${unit}` : `these ${times.length} ${unit}s`}.`
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
        .toSorted((one, other) => (query.order === 'fewest' ? one.value - other.value : other.value - one.value))
        .slice(0, query.limit ?? 12)
    : shown
  return { text, parts: tableAndBars(ranked, unit, 'Requests', caption), topic: { query } }
}

/** With more figures than this, the sentence names only the first and the last; the table has them all. */
const MAX_SPELLED_OUT = 12

/** Adds the number of open requests at the end of each period to those created in it that are still open. */
function withBacklog(answer: Answer, atEnds: readonly number[], unit: Unit): Answer {
  const counts = atEnds.map((count) => count.toLocaleString('en'))
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

function tableAndBars(
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
      rows: shown.map(({ label, value, href }) => ({ cells: [label, value.toLocaleString('en')], href })),
    },
    { kind: 'bars', caption, bars: shown },
  ]
}

async function durationSeries(asked: QueryContext, unit: Unit): Promise<Answer> {
  const { query, figures, nameOf } = asked
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
    const ranked = known.toSorted((one, other) =>
      query.order === 'fewest' ? one.value - other.value : other.value - one.value,
    )
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

async function flowSeries(asked: QueryContext, unit: Unit): Promise<Answer> {
  const { query, figures, nameOf } = asked
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
      : `That is ${Math.abs(growth).toLocaleString('en')} ${growth > 0 ? 'more in than out' : 'more out than in'}.`
  const text = `${requestsIn(cameIn)} came in${aboutWords(rest, nameOf)} during ${times.length === 1 ? `one ${unit}` : `these ${times.length} ${unit}s`} and ${finished.toLocaleString('en')} ${wasOrWere(finished)} completed. ${backlog}${note}`
  const rows = times.map((time, i) => ({
    cells: [time.name, came[i]!.count.toLocaleString('en'), completed[i]!.count.toLocaleString('en')],
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

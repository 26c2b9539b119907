import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { calendarName, spanInWords } from '../../../shared/assistant/spans.ts'
import { type NameOf, requestsInWords, STAGE_WORDS, statusInWords, timesOf } from '../../../shared/assistant/words.ts'
import { addDays, daysBetween } from '../../../shared/dates.ts'
import { PRIORITIES } from '../../../shared/requests.ts'
import { upperFirst } from '../../../shared/wording.ts'
import { addressOf } from './addresses.ts'
import { type Answer, type QueryContext, daysInWords, requestsIn } from './query-context.ts'
import { measuredOf } from './durations.ts'

const OPEN: QueryFilter = { status: ['pending', 'in_progress'] }

/** Compares two or more values or periods. */
export async function sidesAnswer(asked: QueryContext, sides: readonly QueryFilter[]): Promise<Answer> {
  const { query } = asked
  if (query.measure === 'duration') return durations(asked, sides)
  if (query.measure === 'flow') return flows(asked, sides)
  return counts(asked, sides)
}

async function counts(asked: QueryContext, sides: readonly QueryFilter[]): Promise<Answer> {
  const { query, figures, nameOf } = asked
  // Without further details, open and overdue requests are more informative than totals.
  const isPlain =
    Object.keys(query.filter).length === 0 &&
    sides.every((side) => side.status === undefined && side.overdue === undefined && timesOf(side).length === 0)
  const columns: [string, QueryFilter][] = [
    ['Requests', {}],
    ...(isPlain
      ? ([
          ['Open', OPEN],
          ['Overdue', { overdue: true }],
          ['Completed', { status: ['completed'] }],
        ] as [string, QueryFilter][])
      : []),
  ]
  const rows = []
  for (const side of sides) {
    const filter = { ...query.filter, ...side }
    const values = await Promise.all(columns.map(([, more]) => figures.count({ ...filter, ...more })))
    rows.push({ name: sideName(side, nameOf), values, href: addressOf(filter, figures.viewer.today) })
  }
  const what = sharedWords(query.filter, sides, nameOf, 2)
  const counted = (count: number) => `${count.toLocaleString('en')} ${sharedWords(query.filter, sides, nameOf, count)}`
  const text = `${rows.map(({ name, values }, i) => `${i === 0 ? upperFirst(name) : name}: ${i === 0 ? counted(values[0]!) : values[0]!.toLocaleString('en')}`).join('; ')}. ${differenceOf(rows.map(({ name, values }) => ({ name, value: values[0]! })))}`
  const early = asManyDays(sides, figures.viewer.today)
  const sameDays = early && (await figures.count({ ...query.filter, ...early.side }))
  const note = sameDays === undefined ? '' : ` ${early!.words} it was ${sameDays.toLocaleString('en')}.`
  const table: AnswerPart = {
    kind: 'table',
    caption: `${upperFirst(what)} side by side`,
    columns: ['', ...columns.map(([label]) => label)],
    rows: rows.map(({ name, values, href }) => ({
      cells: [name, ...values.map((value) => value.toLocaleString('en'))],
      href,
    })),
  }
  return { text: `${text.trim()}${note}`, parts: [table], topic: { query } }
}

/** The words for the filters that all sides share. For rejected against cancelled, the time of closing needs no verb. */
function sharedWords(filter: QueryFilter, sides: readonly QueryFilter[], nameOf: NameOf, count: number): string {
  const { closedFrom, closedTo, ...rest } = filter
  const [closed] = timesOf({ closedFrom, closedTo })
  if (!closed || filter.status !== undefined || !sides.every(({ status }) => status))
    return requestsInWords(filter, nameOf, count)
  return `${requestsInWords(rest, nameOf, count)} ${spanInWords(closed.span)}`
}

function differenceOf(rows: readonly { name: string; value: number }[]): string {
  if (rows.length !== 2) return ''
  const [one, other] = rows as [{ name: string; value: number }, { name: string; value: number }]
  if (one.value === other.value) return 'They are level.'
  const [more, less] = one.value > other.value ? [one, other] : [other, one]
  return `That is ${(more.value - less.value).toLocaleString('en')} more for ${more.name}.`
}

/** Created and completed requests on each side. */
async function flows(asked: QueryContext, sides: readonly QueryFilter[]): Promise<Answer> {
  const { query, figures, nameOf } = asked
  const flowOf = (side: QueryFilter) => {
    const came = { ...query.filter, ...side }
    return Promise.all([figures.count(came), figures.count(completedThen(came))])
  }
  const rows = []
  for (const side of sides) {
    const came = { ...query.filter, ...side }
    const [cameIn, completed] = await flowOf(side)
    rows.push({ name: sideName(side, nameOf), cameIn, completed, came, done: completedThen(came) })
  }
  const { today } = figures.viewer
  const about = aboutWords(query.filter, nameOf)
  const sentence = rows.map(({ name, cameIn, completed }, i) =>
    i === 0
      ? `In ${name}${about}, ${requestsIn(cameIn)} came in and ${completed.toLocaleString('en')} ${wasOrWere(completed)} completed`
      : `in ${name} it was ${cameIn.toLocaleString('en')} and ${completed.toLocaleString('en')}`,
  )
  const table: AnswerPart = {
    kind: 'table',
    caption: `${rows.map(({ name }) => name).join(' and ')}${about}`,
    columns: ['What', 'Requests'],
    rows: rows.flatMap(({ name, cameIn, completed, came, done }) => [
      { cells: [`${upperFirst(name)}: came in`, cameIn.toLocaleString('en')], href: addressOf(came, today) },
      { cells: [`${upperFirst(name)}: completed`, completed.toLocaleString('en')], href: addressOf(done, today) },
    ]),
  }
  const early = asManyDays(sides, today)
  const note = early ? ` ${early.words} it was ${(await flowOf(early.side)).join(' and ')}.` : ''
  return { text: `${sentence.join('; ')}.${note}`, parts: [table], topic: { query } }
}

/** The first days of an earlier period, as many as the present one has had: a month that is not over has fewer requests. */
function asManyDays(sides: readonly QueryFilter[], today: string): { side: QueryFilter; words: string } | undefined {
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

/** Turns created in a period into completed in the same period. */
export function completedThen({ createdFrom, createdTo, ...rest }: QueryFilter): QueryFilter {
  return {
    ...rest,
    status: ['completed'],
    ...(createdFrom !== undefined && { completedFrom: createdFrom }),
    ...(createdTo !== undefined && { completedTo: createdTo }),
  }
}

export function wasOrWere(total: number): string {
  return total === 1 ? 'was' : 'were'
}

/** " in Compliance": the filters of the figures apart from their time. */
export function aboutWords(filter: QueryFilter, nameOf: NameOf): string {
  const { createdFrom: _from, createdTo: _to, ...rest } = filter
  if (Object.keys(rest).length === 0) return ''
  if (Object.keys(rest).join() === 'department')
    return ` in ${rest.department!.map((one) => nameOf(one, 'department')).join(' or ')}`
  return ` of the ${requestsInWords(rest, nameOf)}`
}

async function durations(asked: QueryContext, sides: readonly QueryFilter[]): Promise<Answer> {
  const { query, figures, nameOf } = asked
  const { stage = 'lead', statistic = 'median' } = query
  const other = statistic === 'median' ? ('average' as const) : ('median' as const)
  const rows = []
  for (const side of sides) {
    const filter = measuredOf({ ...query, filter: { ...query.filter, ...side } })
    const [{ days, count }, second] = await Promise.all([
      figures.duration(filter, { stage, statistic }),
      figures.duration(filter, { stage, statistic: other }),
    ])
    rows.push({
      name: sideName(side, nameOf),
      days,
      second: second.days,
      count,
      href: addressOf(filter, figures.viewer.today),
    })
  }
  const words = rows.map(({ name, days }) => `${name} ${days === null ? 'nothing measured' : daysInWords(days)}`)
  const known = rows.filter((row): row is typeof row & { days: number } => row.days !== null)
  const slowest = known.toSorted((one, other) => other.days - one.days)[0]
  const verdict = known.length > 1 && slowest ? ` ${upperFirst(slowest.name)} takes longest.` : ''
  const table: AnswerPart = {
    kind: 'table',
    caption: `${upperFirst(statistic)} ${STAGE_WORDS[stage]} in calendar days`,
    columns: ['', `${upperFirst(statistic)} days`, `${upperFirst(other)} days`, 'Requests'],
    rows: rows.map(({ name, days, second, count, href }) => ({
      cells: [
        name,
        days === null ? '–' : days.toFixed(1),
        second === null ? '–' : second.toFixed(1),
        count.toLocaleString('en'),
      ],
      href,
    })),
  }
  return {
    text: `${upperFirst(`${statistic} ${STAGE_WORDS[stage]}: ${words.join(', ')}.`)}${verdict}`,
    parts: [table],
    topic: { query },
  }
}

/** A side's name: the filter that distinguishes it. */
function sideName(side: QueryFilter, nameOf: NameOf): string {
  const { department, priority, status, type, assignee, requester, overdue, late } = side
  const people = assignee ?? requester
  const parts = [
    department?.map((one) => nameOf(one, 'department')).join(' or '),
    priority && `${priority.map((one) => PRIORITIES[one].toLowerCase()).join(' or ')} priority`,
    overdue === undefined ? undefined : overdue ? 'overdue' : 'not overdue',
    late === undefined && status ? statusInWords(status).replace('-', ' ') : undefined,
    late === undefined ? undefined : late ? 'completed late' : 'completed on time',
    type?.join(' or '),
    people?.map((id) => (id === 'unassigned' ? 'nobody' : nameOf(id))).join(' or '),
    ...timesOf(side).map(
      ({ span }) => (span.from && span.to ? calendarName(span.from, span.to) : null) ?? spanInWords(span),
    ),
  ]
  return parts.filter(Boolean).join(' ')
}

import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { spanInWords } from '../../../shared/assistant/spans.ts'
import { type NameOf, requestsInWords, timesOf } from '../../../shared/assistant/words.ts'
import { upperFirst } from '../../../shared/wording.ts'
import { addressOf } from './addresses.ts'
import type { Answer, QueryContext } from './query-context.ts'
import { flowSides } from './side-flows.ts'
import { durationSides } from './side-durations.ts'
import { asManyDays } from './unfinished-period.ts'
import { sideName } from './side-name.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'

const OPEN: QueryFilter = { status: [...OPEN_STATUSES] }

/** Compares two or more values or periods. */
export async function sidesAnswer(context: QueryContext, sides: readonly QueryFilter[]): Promise<Answer> {
  const { query } = context
  if (query.measure === 'duration') return durationSides(context, sides)
  if (query.measure === 'flow') return flowSides(context, sides)
  return counts(context, sides)
}

async function counts(context: QueryContext, sides: readonly QueryFilter[]): Promise<Answer> {
  const { query, figures, nameOf } = context
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
  const counted = (count: number) => `${formatNumber(count)} ${sharedWords(query.filter, sides, nameOf, count)}`
  const text = `${rows.map(({ name, values }, i) => `${i === 0 ? upperFirst(name) : name}: ${i === 0 ? counted(values[0]!) : formatNumber(values[0]!)}`).join('; ')}. ${differenceOf(rows.map(({ name, values }) => ({ name, value: values[0]! })))}`
  const early = asManyDays(sides, figures.viewer.today)
  const sameDays = early && (await figures.count({ ...query.filter, ...early.side }))
  const note = sameDays === undefined ? '' : ` ${early!.words} it was ${formatNumber(sameDays)}.`
  const table: AnswerPart = {
    kind: 'table',
    caption: `${upperFirst(what)} side by side`,
    columns: ['', ...columns.map(([label]) => label)],
    rows: rows.map(({ name, values, href }) => ({
      cells: [name, ...values.map((value) => formatNumber(value))],
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
  return `That is ${formatNumber(more.value - less.value)} more for ${more.name}.`
}

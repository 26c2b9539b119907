import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import { DevelopmentType } from '../../../shared/ai.ts'
import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { GROUP_WORDS, requestsInWords, STAGE_WORDS } from '../../../shared/assistant/words.ts'
import { PRIORITIES, STATUSES } from '../../../shared/requests.ts'
import { listed, upperFirst } from '../../../shared/wording.ts'
import type { ValueGroup } from '../figures/figures.ts'
import { addressOf, linkTo, showInList } from './addresses.ts'
import { measuredAddress, measuredOf } from './durations.ts'
import { type Answer, type QueryContext, daysInWords } from './query-context.ts'

interface Row {
  key: string | null
  label: string
  value: number
}

const LABELS: Record<'status' | 'priority' | 'type', Record<string, string>> = {
  status: STATUSES,
  priority: PRIORITIES,
  type: Object.fromEntries(DevelopmentType.options.map((type) => [type, type])),
}
/** Groups with a natural order. */
const ORDERED = new Set(['status', 'priority'])
const MAX_ROWS = 20

/** Counts or durations by a value or a person, in the requested order. */
export async function groupsAnswer(asked: QueryContext, group: ValueGroup): Promise<Answer> {
  const { query } = asked
  if (!maySee(asked, group, query.filter)) return { text: ONLY_MANAGERS, parts: [], topic: { query } }
  const rows = await rowsOf(asked, group)
  const ranked = inOrder(rows, query, group)
  const total = rows.reduce((sum, { value }) => sum + value, 0)
  const what = requestsInWords(query.filter, asked.nameOf, query.measure === 'duration' ? 2 : total)
  if (rows.length === 0 || (query.measure !== 'duration' && total === 0))
    return { text: `There are no ${what}.`, parts: [], topic: { query } }
  const named = ranked.filter(({ key }) => key !== null)
  if (group === 'type' && rows.every(({ key, value }) => key === null || value === 0))
    return {
      text: `None of the ${what} has been classified, so I can’t tell them by type.`,
      parts: [],
      topic: { query },
    }
  const lead = query.measure === 'duration' ? leadByDays(named, query) : leadByCount(named, query)
  const text =
    query.measure === 'duration'
      ? `${lead} That is the ${query.statistic} ${STAGE_WORDS[query.stage ?? 'lead']} of ${what}.`
      : textOfCounts(lead, total, what, query)
  return {
    text,
    parts: [
      ...partsOf(asked, group, query.limit ? named.slice(0, query.limit) : ranked.slice(0, MAX_ROWS), what),
      ...(query.measure === 'duration'
        ? []
        : linkTo(showInList(total), addressOf(query.filter, asked.figures.viewer.today))),
    ],
    topic: { query },
  }
}

export const ONLY_MANAGERS =
  'I can’t tell you how the work is spread across people: only managers can see that. I can tell you about your own requests.'

/** Only managers may see how the work is spread across people; everybody sees who works on their own requests. */
export function maySee(
  { actor }: Pick<QueryContext, 'actor'>,
  group: string,
  { requester = [] }: Pick<QueryFilter, 'requester'>,
): boolean {
  const isOfPeople = group === 'assignee' || group === 'requester'
  return !isOfPeople || requester.join() === 'me' || actor.permissions.has('dashboard.view')
}

function textOfCounts(lead: string, total: number, what: string, { order }: AssistantQuery): string {
  const sum = `${total.toLocaleString('en')} ${what}.`
  // For a ranking, the winner comes before the total.
  return order ? `${lead} There are ${sum.replace(/\.$/, ' in all.')}` : `${sum} ${lead}`
}

async function rowsOf(asked: QueryContext, group: ValueGroup): Promise<Row[]> {
  const { deps, figures, query } = asked
  const { filter, measure, stage = 'lead', statistic = 'median' } = query
  const found =
    measure === 'duration'
      ? await figures.durationBy(filter, group, { stage, statistic })
      : await figures.countBy(filter, group)
  const rows = found.map(({ key, name, value }) => ({ key, label: labelOf(asked, group, key, name), value }))
  if (measure === 'duration') return rows
  if (group === 'assignee' || group === 'requester') {
    if (query.order !== 'fewest') return rows
    // People without any request are among the fewest, too.
    const everybody = await figures.countBy({}, group)
    const others = everybody.filter(({ key }) => key !== null && !rows.some((row) => row.key === key))
    return [...rows, ...others.map(({ key, name }) => ({ key, label: labelOf(asked, group, key, name), value: 0 }))]
  }
  const { departments } = await deps.settings.policy()
  const all = group === 'department' ? departments.active.map(({ key }) => key) : Object.keys(LABELS[group])
  const chosen: readonly string[] = filter[group] ?? all
  const missing = chosen.filter((key) => !rows.some((row) => row.key === key))
  return [...rows, ...missing.map((key) => ({ key, label: labelOf(asked, group, key, null), value: 0 }))]
}

export function labelOf(
  { nameOf }: Pick<QueryContext, 'nameOf'>,
  group: ValueGroup,
  key: string | null,
  name: string | null,
): string {
  if (group === 'assignee' || group === 'requester')
    return name ?? (key === null ? 'Unassigned' : 'Somebody who has left')
  if (key === null) return 'Not classified'
  return group === 'department' ? nameOf(key, 'department') : (LABELS[group][key] ?? key)
}

function inOrder(rows: Row[], { order, measure }: AssistantQuery, group: ValueGroup): Row[] {
  const isNatural = ORDERED.has(group) && order === undefined && measure !== 'duration'
  if (isNatural) {
    const keys = Object.keys(LABELS[group as 'status' | 'priority'])
    return rows.toSorted((one, other) => keys.indexOf(one.key ?? '') - keys.indexOf(other.key ?? ''))
  }
  const sign = order === 'fewest' ? 1 : -1
  return rows.toSorted((one, other) => sign * (one.value - other.value) || (one.label < other.label ? -1 : 1))
}

function leadByCount(ranked: readonly Row[], { order, limit }: AssistantQuery): string {
  const isFewest = order === 'fewest'
  const best = bestOf(ranked, isFewest)
  if (!isFewest && best[0]?.value === 0) return 'None of them has been classified.'
  if (best.length === 0) return 'All of them are unassigned.'
  const names = listed(best.map(({ label }) => label))
  const value = best[0]!.value.toLocaleString('en')
  const word = isFewest ? 'fewest' : 'most'
  const then =
    limit && limit > best.length
      ? ranked.slice(best.length, limit).map(({ label, value }) => `${label} ${value.toLocaleString('en')}`)
      : []
  const lead = best.length === 1 ? `${names} has the ${word}: ${value}` : `${names} have the ${word}: ${value} each`
  return `${[lead, ...then].join(', then ')}.`
}

function leadByDays(ranked: readonly Row[], { order }: AssistantQuery): string {
  const isFewest = order === 'fewest'
  const best = bestOf(ranked, isFewest)
  return `${listed(best.map(({ label }) => label))} ${best.length === 1 ? 'is' : 'are'} the ${isFewest ? 'quickest' : 'slowest'}: ${daysInWords(best[0]!.value)}.`
}

/** The best rows: several in case of a tie. */
function bestOf(rows: readonly Row[], isFewest: boolean): Row[] {
  const values = rows.map(({ value }) => value)
  const best = isFewest ? Math.min(...values) : Math.max(...values)
  const level = rows.filter(({ value }) => value === best)
  return level.length > 4 ? level.slice(0, 4) : level
}

function partsOf(
  { query, figures }: QueryContext,
  group: ValueGroup,
  rows: readonly Row[],
  what: string,
): AnswerPart[] {
  const isDuration = query.measure === 'duration'
  const column = isDuration ? upperFirst(`${query.statistic} days`) : 'Requests'
  const caption = upperFirst(
    `${isDuration ? `${query.statistic} ${STAGE_WORDS[query.stage ?? 'lead']} of ${what}` : what} by ${GROUP_WORDS[group]}`,
  )
  const shown = rows.map(({ key, label, value }) => ({
    label,
    value: isDuration ? Math.round(value * 10) / 10 : value,
    href: isDuration
      ? measuredAddress(narrowed(measuredOf(query), group, key), query.stage, figures.viewer.today)
      : addressOf(narrowed(query.filter, group, key), figures.viewer.today),
  }))
  return [
    {
      kind: 'table',
      caption,
      columns: [group === 'assignee' ? 'Assigned to' : upperFirst(GROUP_WORDS[group]), column],
      rows: shown.map(({ label, value, href }) => ({
        cells: [label, isDuration ? value.toFixed(1) : value.toLocaleString('en')],
        href,
      })),
    },
    { kind: 'bars', caption, bars: shown },
  ]
}

/** The filter restricted to one group. */
export function narrowed(filter: QueryFilter, group: ValueGroup, key: string | null): QueryFilter {
  if (key === null) return group === 'assignee' ? { ...filter, assignee: ['unassigned'] } : { ...filter, type: [] }
  return { ...filter, [group]: [key] }
}

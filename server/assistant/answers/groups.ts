import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { GROUP_WORDS, requestsInWords, STAGE_WORDS } from '../../../shared/assistant/words.ts'
import { upperFirst } from '../../../shared/wording.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import type { ValueGroup } from '../figures/group-query.ts'
import { addressOf, linkTo, showInList } from './addresses.ts'
import { measuredAddress, measuredOf } from './durations.ts'
import { tiedNames } from './tied-names.ts'
import { type Answer, type QueryContext, daysInWords } from './query-context.ts'
import { ONLY_MANAGERS, maySee } from './across-people.ts'
import { type Row, rowsOf, inOrder } from './group-rows.ts'

const MAX_ROWS = 20
/** Tied groups named in the sentence. */
export const MAX_TIED = 4

/** Counts or durations by a value or a person, in the requested order. */
export async function groupsAnswer(context: QueryContext, group: ValueGroup): Promise<Answer> {
  const { query } = context
  if (!maySee(context, group, query.filter)) return { text: ONLY_MANAGERS, parts: [], topic: { query } }
  const rows = await rowsOf(context, group)
  const ranked = inOrder(rows, query, group)
  const total = rows.reduce((sum, { value }) => sum + value, 0)
  const what = requestsInWords(query.filter, context.nameOf, query.measure === 'duration' ? 2 : total)
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
      ...partsOf(context, group, query.limit ? named.slice(0, query.limit) : ranked.slice(0, MAX_ROWS), what),
      ...(query.measure === 'duration'
        ? []
        : linkTo(showInList(total), addressOf(query.filter, context.figures.viewer.today))),
    ],
    topic: { query },
  }
}

function textOfCounts(lead: string, total: number, what: string, { order }: AssistantQuery): string {
  const sum = `${formatNumber(total)} ${what}`
  // For a ranking, the winner comes before the total.
  return order ? `${lead} There ${total === 1 ? 'is' : 'are'} ${sum} in all.` : `${sum}. ${lead}`
}

function leadByCount(ranked: readonly Row[], { order, limit }: AssistantQuery): string {
  const isFewest = order === 'fewest'
  const best = bestOf(ranked, isFewest)
  if (!isFewest && best[0]?.value === 0) return 'None of them has been classified.'
  if (best.length === 0) return 'All of them are unassigned.'
  const names = namesOf(best)
  const value = formatNumber(best[0]!.value)
  const word = isFewest ? 'fewest' : 'most'
  const then =
    limit && limit > best.length
      ? ranked.slice(best.length, limit).map(({ label, value }) => `${label} ${formatNumber(value)}`)
      : []
  const lead = best.length === 1 ? `${names} has the ${word}: ${value}` : `${names} have the ${word}: ${value} each`
  return `${[lead, ...then].join(', then ')}.`
}

function leadByDays(ranked: readonly Row[], { order }: AssistantQuery): string {
  const isFewest = order === 'fewest'
  const best = bestOf(ranked, isFewest)
  return `${namesOf(best)} ${best.length === 1 ? 'is' : 'are'} the ${isFewest ? 'quickest' : 'slowest'}: ${daysInWords(best[0]!.value)}.`
}

function namesOf(rows: readonly Row[]): string {
  return tiedNames(
    rows.map(({ label }) => label),
    MAX_TIED,
  )
}

/** The best rows: several in case of a tie. */
function bestOf(rows: readonly Row[], isFewest: boolean): Row[] {
  const values = rows.map(({ value }) => value)
  const best = isFewest ? Math.min(...values) : Math.max(...values)
  return rows.filter(({ value }) => value === best)
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
        cells: [label, isDuration ? value.toFixed(1) : formatNumber(value)],
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

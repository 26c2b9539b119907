import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { spanInWords } from '../../../shared/assistant/spans.ts'
import { GROUP_WORDS, type NameOf, requestsInWords, statusInWords } from '../../../shared/assistant/words.ts'
import { upperFirst } from '../../../shared/wording.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import type { Figures } from '../figures/figures.ts'
import type { ValueGroup } from '../figures/group-query.ts'
import { addressOf, linkTo } from './addresses.ts'
import { type Answer, type QueryContext, requestsIn, wasOrWere } from './query-context.ts'
import { MAX_TIED, narrowed } from './groups.ts'
import { tiedNames } from './tied-names.ts'
import { labelOf } from './group-rows.ts'
import { maySee, ONLY_MANAGERS } from './across-people.ts'

const MAX_ROWS = 20

function percentInWords(part: number, all: number): string {
  const percent = (100 * part) / all
  return `${Number.isInteger(percent) ? percent : percent.toFixed(1)}%`
}

/** "25% of the requests in Compliance are overdue: 5 of 20." */
export async function shareAnswer({ query, figures, nameOf }: QueryContext): Promise<Answer> {
  const whole = query.of ?? {}
  const filter = { ...whole, ...query.filter }
  const [part, all] = await Promise.all([figures.count(filter), figures.count(whole)])
  const ofWhat = requestsInWords(whole, nameOf)
  if (all === 0) return { text: `There are no ${ofWhat}.`, parts: [], topic: { query } }
  const ended = endedIn(filter, whole, figures.viewer.today)
  const is = ended ? `were also ${ended.verb} in that time` : partInWords(filter, whole, nameOf)
  const share = `${percentInWords(part, all)} of ${ofWhat === 'requests' ? 'all requests' : `the ${ofWhat}`} ${is}: ${formatNumber(part)} of ${formatNumber(all)}.`
  const { today } = figures.viewer
  const total = ended ? ` ${await totalInWords(ended, filter, figures, nameOf)}` : ''
  const parts = [
    ...linkTo(`The ${requestsIn(part)}`, addressOf(ended?.rows ?? filter, today)),
    ...linkTo(`All ${requestsIn(all)}`, addressOf(whole, today)),
  ]
  return { text: `${share}${total}`, parts, topic: { query } }
}

/** The same share within each group, the largest first, without empty groups. */
export async function sharesAnswer(context: QueryContext, group: ValueGroup): Promise<Answer> {
  const { query, figures, nameOf } = context
  if (!maySee(context, group, context.query.filter)) return { text: ONLY_MANAGERS, parts: [], topic: { query } }
  const whole = query.of ?? {}
  const filter = { ...whole, ...query.filter }
  const [parts, wholes] = await Promise.all([figures.countBy(filter, group), figures.countBy(whole, group)])
  const sign = query.order === 'fewest' ? -1 : 1
  const rows = wholes
    .map(({ key, name, value }) => ({
      key,
      label: labelOf(context, group, key, name),
      part: parts.find((one) => one.key === key)?.value ?? 0,
      all: value,
    }))
    .sort((a, b) => sign * (b.part / b.all - a.part / a.all) || (a.label < b.label ? -1 : 1))
    .slice(0, query.limit ?? MAX_ROWS)
  const [first] = rows
  if (!first) return { text: `There are no ${requestsInWords(whole, nameOf)}.`, parts: [], topic: { query } }
  const level = rows.filter(({ part, all }) => part * first.all === first.part * all)
  const names = tiedNames(
    level.map(({ label }) => label),
    MAX_TIED,
  )
  const ended = endedIn(filter, whole, figures.viewer.today)
  const what = ended
    ? `${requestsInWords(whole, nameOf)} that were also ${ended.verb} in that time`
    : requestsInWords(query.filter, nameOf)
  const sum = (rows: readonly { value: number }[]) => rows.reduce((all, { value }) => all + value, 0)
  const total = `In all it is ${percentInWords(sum(parts), sum(wholes))}.`
  const text = `${names} ${level.length === 1 ? 'has' : 'have'} the ${query.order === 'fewest' ? 'smallest' : 'largest'} share of ${what}: ${percentInWords(first.part, first.all)} of ${requestsIn(first.all)}. ${total}`
  const caption = upperFirst(`share of ${what} by ${GROUP_WORDS[group]}`)
  const table = {
    kind: 'table' as const,
    caption,
    columns: [group === 'assignee' ? 'Assigned to' : upperFirst(GROUP_WORDS[group]), 'Share', 'Requests'],
    rows: rows.map(({ key, label, part, all }) => ({
      cells: [label, percentInWords(part, all), `${formatNumber(part)} of ${formatNumber(all)}`],
      href: addressOf(narrowed(filter, group, key), figures.viewer.today),
    })),
  }
  return { text, parts: [table], topic: { query } }
}

/** The part by what it adds to the whole: "are overdue", "were completed on time", "are of high priority". */
function partInWords(filter: QueryFilter, whole: QueryFilter, nameOf: NameOf): string {
  const added = Object.entries(filter).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(whole[key as keyof QueryFilter]),
  )
  const words = requestsInWords(
    { ...Object.fromEntries(added), ...(filter.late !== undefined && { status: ['completed'] }) },
    nameOf,
  )
  const what = words.replace(/^requests (?!that)| requests$/, '')
  if (filter.late !== undefined) return `were ${what}`
  return `are ${what.endsWith(' priority') ? `of ${what}` : what}`
}

/** "In all, 21 requests were completed in November 2026.", whenever they were created. */
async function totalInWords(
  { verb, event }: NonNullable<ReturnType<typeof endedIn>>,
  { createdFrom: _from, createdTo: _to, ...ended }: QueryFilter,
  figures: Figures,
  nameOf: NameOf,
): Promise<string> {
  const count = await figures.count(ended)
  const { [`${event}From` as const]: from, [`${event}To` as const]: to, status: _status, ...rest } = ended
  return `In all, ${formatNumber(count)} ${requestsInWords(rest, nameOf, count)} ${wasOrWere(count)} ${verb} ${spanInWords({ from, to })}.`
}

/** The end that a share names for the time in which its whole was created; undefined for other shares. */
function endedIn(filter: QueryFilter, whole: QueryFilter, today: string) {
  const event = (['completed', 'closed'] as const).find((one) => filter[`${one}From`] ?? filter[`${one}To`])
  if (!event || whole.createdFrom !== filter[`${event}From`] || whole.createdTo !== filter[`${event}To`])
    return undefined
  const { [`${event}From` as const]: _from, [`${event}To` as const]: to, ...rest } = filter
  // Up to now, what was created in that time also ended in it, so the list needs no filter for the end.
  const rows = to === undefined || to >= today ? rest : filter
  return { verb: statusInWords(filter.status ?? []), event, rows }
}

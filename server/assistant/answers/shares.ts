import { GROUP_WORDS, requestsInWords } from '../../../shared/assistant/words.ts'
import { listed, upperFirst } from '../../../shared/wording.ts'
import type { ValueGroup } from '../figures/figures.ts'
import { addressOf, linkTo } from './addresses.ts'
import { type Answer, type QueryContext, requestsIn } from './query-context.ts'
import { labelOf, maySee, narrowed, ONLY_MANAGERS } from './groups.ts'

const MAX_ROWS = 20

function percentInWords(part: number, all: number): string {
  const percent = (100 * part) / all
  return `${Number.isInteger(percent) ? percent : percent.toFixed(1)}%`
}

/** "25 % of the requests in Compliance are overdue requests in Compliance: 5 of 20." */
export async function shareAnswer({ query, figures, nameOf }: QueryContext): Promise<Answer> {
  const whole = query.of ?? {}
  const [part, all] = await Promise.all([figures.count({ ...whole, ...query.filter }), figures.count(whole)])
  const ofWhat = requestsInWords(whole, nameOf)
  if (all === 0) return { text: `There are no ${ofWhat}.`, parts: [], topic: { query } }
  const what = requestsInWords(query.filter, nameOf)
  const text = `${percentInWords(part, all)} of ${ofWhat === 'requests' ? 'all requests' : ofWhat} are ${what}: ${part.toLocaleString('en')} of ${all.toLocaleString('en')}.`
  const { today } = figures.viewer
  const parts = [
    ...linkTo(`The ${requestsIn(part)}`, addressOf(query.filter, today)),
    ...linkTo(`All ${requestsIn(all)}`, addressOf(whole, today)),
  ]
  return { text, parts, topic: { query } }
}

/** The same share within each group, the largest first, without empty groups. */
export async function sharesAnswer(asked: QueryContext, group: ValueGroup): Promise<Answer> {
  const { query, figures, nameOf } = asked
  if (!maySee(asked, group, asked.query.filter)) return { text: ONLY_MANAGERS, parts: [], topic: { query } }
  const whole = query.of ?? {}
  const filter = { ...whole, ...query.filter }
  const [parts, wholes] = await Promise.all([figures.countBy(filter, group), figures.countBy(whole, group)])
  const sign = query.order === 'fewest' ? -1 : 1
  const rows = wholes
    .map(({ key, name, value }) => ({
      key,
      label: labelOf(asked, group, key, name),
      part: parts.find((one) => one.key === key)?.value ?? 0,
      all: value,
    }))
    .sort((one, other) => sign * (other.part / other.all - one.part / one.all) || (one.label < other.label ? -1 : 1))
    .slice(0, query.limit ?? MAX_ROWS)
  const [first] = rows
  if (!first) return { text: `There are no ${requestsInWords(whole, nameOf)}.`, parts: [], topic: { query } }
  const level = rows.filter(({ part, all }) => part * first.all === first.part * all)
  const what = requestsInWords(query.filter, nameOf)
  const sum = (found: readonly { value: number }[]) => found.reduce((all, { value }) => all + value, 0)
  const total = `In all it is ${percentInWords(sum(parts), sum(wholes))}.`
  const text = `${listed(level.slice(0, 4).map(({ label }) => label))} ${level.length === 1 ? 'has' : 'have'} the ${query.order === 'fewest' ? 'smallest' : 'largest'} share of ${what}: ${percentInWords(first.part, first.all)} of ${requestsIn(first.all)}. ${total}`
  const caption = upperFirst(`share of ${what} by ${GROUP_WORDS[group]}`)
  const table = {
    kind: 'table' as const,
    caption,
    columns: [group === 'assignee' ? 'Assigned to' : upperFirst(GROUP_WORDS[group]), 'Share', 'Requests'],
    rows: rows.map(({ key, label, part, all }) => ({
      cells: [label, percentInWords(part, all), `${part.toLocaleString('en')} of ${all.toLocaleString('en')}`],
      href: addressOf(narrowed(filter, group, key), figures.viewer.today),
    })),
  }
  return { text, parts: [table], topic: { query } }
}

import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { STAGE_WORDS } from '../../../shared/assistant/words.ts'
import { upperFirst } from '../../../shared/wording.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { addressOf } from './addresses.ts'
import { type Answer, type QueryContext, daysInWords } from './query-context.ts'
import { measuredOf } from './durations.ts'
import { sideName } from './side-name.ts'

export async function durationSides(context: QueryContext, sides: readonly QueryFilter[]): Promise<Answer> {
  const { query, figures, nameOf } = context
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
  const slowest = known.toSorted((a, b) => b.days - a.days)[0]
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
        formatNumber(count),
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

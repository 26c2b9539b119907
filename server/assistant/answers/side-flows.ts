import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { type NameOf, requestsInWords } from '../../../shared/assistant/words.ts'
import { upperFirst } from '../../../shared/wording.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { addressOf } from './addresses.ts'
import { sideName } from './side-name.ts'
import { type Answer, type QueryContext, requestsIn, wasOrWere } from './query-context.ts'
import { asManyDays } from './unfinished-period.ts'

/** Created and completed requests on each side. */
export async function flowSides(context: QueryContext, sides: readonly QueryFilter[]): Promise<Answer> {
  const { query, figures, nameOf } = context
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
      ? `In ${name}${about}, ${requestsIn(cameIn)} came in and ${formatNumber(completed)} ${wasOrWere(completed)} completed`
      : `in ${name} it was ${formatNumber(cameIn)} and ${formatNumber(completed)}`,
  )
  const table: AnswerPart = {
    kind: 'table',
    caption: `${rows.map(({ name }) => name).join(' and ')}${about}`,
    columns: ['What', 'Requests'],
    rows: rows.flatMap(({ name, cameIn, completed, came, done }) => [
      { cells: [`${upperFirst(name)}: came in`, formatNumber(cameIn)], href: addressOf(came, today) },
      { cells: [`${upperFirst(name)}: completed`, formatNumber(completed)], href: addressOf(done, today) },
    ]),
  }
  const early = asManyDays(sides, today)
  const note = early
    ? ` ${early.words} it was ${(await flowOf(early.side)).map((count) => formatNumber(count)).join(' and ')}.`
    : ''
  return { text: `${sentence.join('; ')}.${note}`, parts: [table], topic: { query } }
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

/** " in Compliance": the filters of the figures apart from their time. */
export function aboutWords(filter: QueryFilter, nameOf: NameOf): string {
  const { createdFrom: _from, createdTo: _to, ...rest } = filter
  if (Object.keys(rest).length === 0) return ''
  if (Object.keys(rest).join() === 'department')
    return ` in ${rest.department!.map((one) => nameOf(one, 'department')).join(' or ')}`
  return ` of the ${requestsInWords(rest, nameOf)}`
}

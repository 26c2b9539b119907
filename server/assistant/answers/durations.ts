import { requestsInWords, STAGE_WORDS } from '../../../shared/assistant/words.ts'
import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { getProcessingTimes } from '../../ai/estimates/processing-times.ts'
import { formatEstimatedDays } from '../../../shared/estimated-days.ts'
import { upperFirst } from '../../../shared/wording.ts'
import { addressOf, linkTo } from './addresses.ts'
import { type Answer, type QueryContext, daysInWords, requestsIn } from './query-context.ts'

/** Median and mean, the requested one first, and the number of requests. */
export async function durationAnswer(context: QueryContext): Promise<Answer> {
  const { query, figures, nameOf } = context
  const { stage = 'lead', statistic = 'median' } = query
  const filter = measuredOf(query)
  const other = statistic === 'median' ? 'average' : 'median'
  const [main, second] = await Promise.all([
    figures.duration(filter, { stage, statistic }),
    figures.duration(filter, { stage, statistic: other }),
  ])
  const what = requestsInWords(query.filter, nameOf)
  if (main.days === null || second.days === null)
    return { text: `There are no ${what} whose ${STAGE_WORDS[stage]} could be measured.`, parts: [], topic: { query } }
  const isEarly = stage === 'delay' && main.days < 0 && second.days < 0
  const early = `${upperFirst(what)} were finished ${daysInWords(-main.days)} before their due date ${statistic === 'median' ? 'at the median' : 'on average'} (${other} ${daysInWords(-second.days)}), over ${requestsIn(main.count)}. Counted in calendar days.`
  const late = `The ${statistic} ${STAGE_WORDS[stage]} of ${what} is ${daysInWords(main.days)} (${other} ${daysInWords(second.days)}), over ${requestsIn(main.count)}. Counted in calendar days.`
  return {
    text: isEarly ? early : late,
    parts: linkTo(`The ${requestsIn(main.count)}`, measuredAddress(filter, stage, figures.viewer.today)),
    topic: { query },
  }
}

/** Restricts a duration to requests that have both of its ends. */
export function measuredOf({ filter, stage = 'lead' }: AssistantQuery): QueryFilter {
  if ((stage === 'lead' || stage === 'work') && filter.status === undefined) return { ...filter, status: ['completed'] }
  return filter
}

/** The link to the rows of a duration; null for the review, as the list cannot filter by started requests. */
export function measuredAddress(filter: QueryFilter, stage: AssistantQuery['stage'], today: string): string | null {
  return stage === 'review' ? null : addressOf(filter, today)
}

/** The published times beside the last year's medians. */
export async function publishedTimes({
  deps,
  actor,
}: Pick<QueryContext, 'deps' | 'actor'>): Promise<Pick<Answer, 'text' | 'parts'>> {
  const times = await getProcessingTimes(deps, actor)
  const { review, assessment, implementation, deployment } = (await deps.settings.policy()).publishedTimes
  const rows = times.map(({ step, published, medianDays, requests }) => ({
    cells: [
      step,
      published,
      medianDays === null ? 'not known' : `${formatEstimatedDays(medianDays)} (${requests} requests)`,
    ],
    href: null,
  }))
  return {
    text: `An initial review usually takes ${review}, the technical assessment ${assessment}, implementation ${implementation}, testing and deployment ${deployment}.`,
    parts: [
      {
        kind: 'table',
        caption: 'Typical processing times',
        columns: ['Step', 'Published', 'Median of the last year'],
        rows,
      },
    ],
  }
}

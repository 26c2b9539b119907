import { mentionedInWords } from './mentions.ts'
import type { AssistantQuery } from './query.ts'
import { spanInWords } from './spans.ts'
import { EVENTS, type Event, type NameOf, spanOf, STAGE_WORDS } from './words.ts'
import { valueChips } from './value-chips.ts'
import { type Chip, withFilter } from './chip.ts'
import { peopleChips } from './people-chips.ts'
import { orderChips } from './order-chips.ts'

const EVENT_NAMES: Record<Event, string> = {
  created: 'Created',
  started: 'Started',
  completed: 'Completed',
  closed: 'Closed',
  due: 'Due',
  updated: 'Updated',
}

/**
 * A query as chips, in the order of the sentence.
 * @param departments keys of the departments offered
 * @param people the people offered in place of a person
 */
export function chipsOf(
  query: AssistantQuery,
  nameOf: NameOf,
  departments: readonly string[],
  people: readonly { id: string }[] = [],
): Chip[] {
  return [
    ...measureChips(query),
    ...valueChips(query, nameOf, departments),
    ...peopleChips(query, nameOf, people),
    ...timeChips(query),
    ...orderChips(query, nameOf),
  ]
}

function measureChips(query: AssistantQuery): Chip[] {
  const { measure, stage = 'lead', statistic = 'median' } = query
  if (measure !== 'duration') return []
  const others = (Object.keys(STAGE_WORDS) as (keyof typeof STAGE_WORDS)[])
    .filter((one) => one !== stage)
    .map((one) => ({ label: STAGE_WORDS[one], query: { ...query, stage: one } }))
  const other = statistic === 'median' ? 'average' : 'median'
  return [
    { key: 'stage', name: 'Measure', value: STAGE_WORDS[stage], without: null, others },
    {
      key: 'statistic',
      name: 'As',
      value: statistic,
      without: null,
      others: [{ label: other, query: { ...query, statistic: other } }],
    },
  ]
}

function timeChips(query: AssistantQuery): Chip[] {
  const times = EVENTS.flatMap((event) => {
    const span = spanOf(query.filter, event)
    if (span.from === undefined && span.to === undefined) return []
    const gone = { [`${event}From`]: undefined, [`${event}To`]: undefined }
    const others = EVENTS.filter((one) => one !== event && one !== 'updated' && one !== 'closed').map((one) => ({
      label: `${EVENT_NAMES[one].toLowerCase()} ${spanInWords(span)}`,
      query: withFilter(query, { ...gone, [`${one}From`]: span.from, [`${one}To`]: span.to }),
    }))
    return [
      { key: event, name: EVENT_NAMES[event], value: spanInWords(span), without: withFilter(query, gone), others },
    ]
  })
  const { search } = query.filter
  if (search === undefined) return times
  return [
    ...times,
    {
      key: 'search',
      name: 'Mentions',
      value: mentionedInWords(search),
      without: withFilter(query, { search: undefined }),
      others: [],
    },
  ]
}

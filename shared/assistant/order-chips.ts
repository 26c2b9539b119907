import type { AssistantQuery } from './query.ts'
import { GROUP_WORDS, type NameOf, requestsInWords, SORT_WORDS } from './words.ts'
import type { Chip } from './chip.ts'

function without<K extends keyof AssistantQuery>(query: AssistantQuery, ...keys: K[]): AssistantQuery {
  const left = { ...query }
  for (const key of keys) delete left[key]
  return left
}

const GROUPS = ['department', 'status', 'priority', 'type', 'assignee', 'requester', 'week', 'month'] as const

export function orderChips(query: AssistantQuery, nameOf: NameOf): Chip[] {
  const { group, sort, limit, compare } = query
  const chips: Chip[] = []
  if (group) {
    // A share refers to the requests of a group; durations have none.
    const groups = query.measure === 'share' ? GROUPS.slice(0, -2) : GROUPS
    const others = groups
      .filter((one) => one !== group)
      .map((one) => ({
        label: GROUP_WORDS[one],
        query: { ...query, group: one },
      }))
    chips.push({
      key: 'group',
      name: 'By',
      value: GROUP_WORDS[group],
      without: without(query, 'group', 'order', 'limit'),
      others,
    })
  }
  if (sort) {
    const others = (Object.keys(SORT_WORDS) as (keyof typeof SORT_WORDS)[])
      .filter((one) => one !== sort)
      .map((one) => ({ label: SORT_WORDS[one], query: { ...query, sort: one } }))
    chips.push({ key: 'sort', name: 'Order', value: SORT_WORDS[sort], without: without(query, 'sort'), others })
  }
  if (limit) {
    const others = [3, 5, 10, 20]
      .filter((one) => one !== limit)
      .map((one) => ({ label: `${one}`, query: { ...query, limit: one } }))
    chips.push({ key: 'limit', name: 'At most', value: `${limit}`, without: without(query, 'limit'), others })
  }
  if (compare)
    chips.push({
      key: 'compare',
      name: 'Compare',
      value: compare.map((side) => requestsInWords(side, nameOf)).join(' with '),
      without: without(query, 'compare'),
      others: [],
    })
  return chips
}

import { upperFirst } from '../wording.ts'
import type { AssistantQuery, QueryFilter, Sort } from './query.ts'
import { type NameOf, SORT_WORDS, GROUP_WORDS, STAGE_WORDS, requestsInWords } from './words.ts'

/** A query as a complete question that the grammar parses back into the same query. */
export function questionOf(query: AssistantQuery, nameOf: NameOf): string {
  const by = query.group ? ` by ${GROUP_WORDS[query.group]}` : ''
  const top = query.group && query.limit ? `, ${query.order === 'fewest' ? 'bottom' : 'top'} ${query.limit}` : ''
  const order = query.group && query.order && !query.limit ? `, ${query.order} first` : ''
  return `${upperFirst(kernelOf(query, nameOf))}${by}${top}${order}${query.measure === 'list' ? '' : '?'}`
}

function kernelOf(query: AssistantQuery, nameOf: NameOf): string {
  const { measure, filter, compare, sort } = query
  const what = requestsInWords(filter, nameOf)
  if (compare) {
    const sides = compare.map((side) => requestsInWords({ ...filter, ...side }, nameOf)).join(' with ')
    return measure === 'duration'
      ? `compare the ${durationOf(query)} of ${sides}`
      : `compare ${measure === 'flow' ? 'the flow of ' : ''}${sides}`
  }
  switch (measure) {
    case 'list':
      return `list the ${listed(query, sort === 'overdue' ? what.replace('overdue ', '') : what)}`
    case 'share':
      return `what share of ${requestsInWords(query.of ?? {}, nameOf)} are ${what}`
    case 'flow':
      return `how many ${what} came in and were completed`
    case 'duration':
      return `what is the ${durationOf(query)} of ${what}`
    default:
      return query.group ? `how many ${what}` : `how many ${what} are there`
  }
}

/** "oldest open request", "3 oldest open requests". */
function listed({ filter, limit, sort }: AssistantQuery, what: string): string {
  const words = sortWords(sort, filter)
  if (limit === 1 && words !== undefined) {
    // "the oldest request" alone is parsed as the oldest open one.
    const isOfAll =
      sort === 'oldest' && !Object.keys(filter).some((key) => /^(status|overdue|late)$|(From|To)$/.test(key))
    return `${words} ${what.replace('requests', 'request')}${isOfAll ? ' ever' : ''}`
  }
  return [limit, words, what].filter((word) => word !== undefined).join(' ')
}

/** Empty where the filter implies the order: overdue requests and those with a due date are sorted by it anyway. */
function sortWords(sort: Sort | undefined, { status, overdue, dueFrom, dueTo }: QueryFilter): string | undefined {
  // "newest completed" would mean those completed last.
  if (sort === 'newest' && status?.includes('completed')) return 'most recently created'
  if (sort === 'due' && (overdue ?? dueFrom ?? dueTo) !== undefined) return undefined
  return sort && SORT_WORDS[sort]
}

function durationOf({ statistic = 'median', stage = 'lead' }: AssistantQuery): string {
  return `${statistic} ${STAGE_WORDS[stage]}`
}

import { requestsInWords, SORT_WORDS } from '../../../shared/assistant/words.ts'
import { daysBetween, dateIn, longDate } from '../../../shared/dates.ts'
import { PRIORITIES, type ServiceRequest } from '../../../shared/requests.ts'
import type { Sort } from '../../../shared/assistant/query.ts'
import { upperFirst } from '../../../shared/wording.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { listRequests } from '../../requests/list/service.ts'
import { addressOf, linkTo, listQueryOf, showInList } from './addresses.ts'
import {
  type Answer,
  type QueryContext,
  cards,
  daysInWords,
  DEFAULT_ROWS,
  DEFAULT_ROWS_UNLINKED,
} from './query-context.ts'

/** The number of matching requests, with the first of them and a link to the same list. */
export async function rowsAnswer(context: QueryContext): Promise<Answer> {
  const { query, figures, nameOf } = context
  const { today } = figures.viewer
  const { sort, limit, measure } = query
  const href = addressOf(query.filter, today, sort)
  const { requests, total, isExact } = await rowsOf(
    context,
    limit ?? (href === null ? DEFAULT_ROWS_UNLINKED : DEFAULT_ROWS),
  )
  const count = isExact ? formatNumber(total) : `More than ${formatNumber(total - 1)}`
  const what = requestsInWords(query.filter, nameOf, total)
  const topic = { query, requestId: total === 1 || limit === 1 ? requests[0]?.requestId : undefined }
  const singular = query.filter.search?.replace(/(?<=\p{L}{3}[^su])s(?="?$)/u, '')
  if (total === 0 && singular !== undefined && singular !== query.filter.search)
    return rowsAnswer({ ...context, query: { ...query, filter: { ...query.filter, search: singular } } })
  if (total === 0) return { text: `There are no ${what}.`, parts: [], topic }
  const [first] = requests
  const label = isExact ? showInList(total) : 'Show them in the list'
  if (measure === 'list' && limit === 1 && sort && first) {
    return { text: oneInWords(first, sort, context), parts: [cards([first]), ...linkTo(label, href)], topic }
  }
  const order = sort && limit && requests.length > 1 ? ` The ${requests.length} ${SORT_WORDS[sort]}:` : ''
  const isCut = href === null && limit === undefined && total > requests.length
  const cut = isCut
    ? ` Below are the ${SORT_WORDS[sort ?? 'newest']} ${requests.length}; the request list has no filter for this.`
    : ''
  return {
    text: `${upperFirst(count)} ${what}.${order}${cut}`,
    parts: [cards(requests), ...linkTo(label, href)],
    topic,
  }
}

/** Uses the request list wherever it supports filter and order, else a query of the assistant. */
async function rowsOf({ deps, actor, query, figures }: QueryContext, shown: number) {
  const { filter, sort } = query
  const listed = listQueryOf(filter, figures.viewer.today, sort)
  const isListed = listed !== null && (sort === undefined || listed.sort !== undefined)
  if (isListed) {
    const { requests, total, exact } = await listRequests(deps, actor, { ...listed, limit: shown })
    return { requests, total, isExact: exact }
  }
  const [total, requests] = await Promise.all([figures.count(filter), figures.list(filter, sort ?? 'newest', shown)])
  return { requests, total, isExact: true }
}

/** "The oldest open request is RFD-2026-0042 “…”, created on 5 May 2026, 197 days ago." */
function oneInWords(request: ServiceRequest, sort: Sort, { query, figures, nameOf }: QueryContext): string {
  const filter = sort === 'overdue' ? { ...query.filter, overdue: undefined } : query.filter
  const words = requestsInWords(filter, nameOf, 1)
  const what = sort === 'finished' ? words.replace('completed ', '') : words
  const { today, timeZone } = figures.viewer
  return `The ${SORT_WORDS[sort]} ${what} is ${request.requestId} “${request.title}”, ${reasonOf(request, sort, today, timeZone)}.`
}

function reasonOf(request: ServiceRequest, sort: Sort, today: string, timeZone: string): string {
  const dayOf = (instant: string) => dateIn(timeZone, new Date(instant))
  switch (sort) {
    case 'slowest':
    case 'fastest':
      return `which took ${daysInWords(daysTaken(request))}`
    case 'due':
      return `due on ${longDate(request.dueDate)}`
    case 'overdue':
      return `due on ${longDate(request.dueDate)}, ${ago(daysBetween(request.dueDate, today))}`
    case 'finished':
      return request.completedAt
        ? `completed on ${longDate(dayOf(request.completedAt))} after ${daysInWords(daysTaken(request))}`
        : 'not completed'
    case 'urgent':
      return `of ${PRIORITIES[request.priority].toLowerCase()} priority and due on ${longDate(request.dueDate)}`
    case 'updated':
      return `changed on ${longDate(dayOf(request.updatedAt))}`
    default:
      return `created on ${longDate(dayOf(request.createdAt))}, ${ago(daysBetween(dayOf(request.createdAt), today))}`
  }
}

function daysTaken({ createdAt, completedAt }: ServiceRequest): number {
  return (Date.parse(completedAt ?? '') - Date.parse(createdAt)) / 86_400_000
}

function ago(days: number): string {
  return days === 0 ? 'today' : days === 1 ? '1 day ago' : `${days} days ago`
}

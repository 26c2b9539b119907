import type { FlowParams } from '../../../engine/flow/flow-office.ts'
import type { FoundOutlook } from '../../../engine/flow/outlook.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { OpenOutlook, Outlook, Outlooks, OutlooksQuery } from '../../../shared/outlook.ts'
import { isOpen, isOverdue, type ServiceRequest } from '../../../shared/requests.ts'
import type { Actor } from '../../platform/actor.ts'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import { listRequests } from '../../requests/list/service.ts'
import { numbersIn } from '../../requests/list/request-number.ts'
import { getRequest, requestsNumbered } from '../../requests/service.ts'
import { type Scope, visibleTo } from '../../requests/visibility.ts'
import type { Policy } from '../../settings/service.ts'
import { workCalendarOf } from '../../settings/work-calendar.ts'
import type { Deps } from './deps.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'

/** Default page size of the asker's own open requests. */
const PAGE = 5

const NOT_READY: ReadonlySet<ErrorCode> = new Set(['history-loading', 'unavailable'])

/** As `getOutlook`, but null while the history is loading or unavailable: for output that is complete without it. */
export async function findOutlook(deps: Deps, actor: Actor, address: string): Promise<Outlook | null> {
  return nullUntilReady(() => getOutlook(deps, actor, address))
}

/** As `listOutlooks`, with the same null. */
export async function findOutlooks(deps: Deps, actor: Actor): Promise<Outlooks | null> {
  return nullUntilReady(() => listOutlooks(deps, actor, {}))
}

/** Null for figures of a history that is loading or unavailable. */
export async function nullUntilReady<T>(figures: () => Promise<T>): Promise<T | null> {
  try {
    return await figures()
  } catch (error) {
    if (error instanceof AppError && NOT_READY.has(error.code)) return null
    throw error
  }
}

/**
 * Where a request stands: its place in the queue, what it waits for, and when it will likely be finished.
 * @throws AppError `not-found` when there is none or the actor may not see it; `history-loading` during its load
 */
export async function getOutlook(deps: Deps, actor: Actor, address: string): Promise<Outlook> {
  const request = await getRequest(deps, actor, address)
  const asOf = deps.clock().toISOString()
  if (!isOpen(request.status)) return { kind: 'closed', status: request.status, asOf }
  const policy = await deps.settings.policy()
  const scope = visibleTo(actor, policy)
  const [outlook] = await deps.flow.ask('outlooks', {
    params: paramsFor(deps, policy, scope),
    query: { numbers: [numberOf(request)], withAlike: true },
  })
  // Closed between the two reads.
  if (!outlook) return { kind: 'closed', status: (await getRequest(deps, actor, address)).status, asOf }
  const numbers = outlook.alike.map((one) => one.number)
  const alike = await requestsNumbered(deps.db.read, actor, policy, numbers)
  return {
    ...outlookOf(request, outlook, { policy, scope, today: dateIn(policy.timeZone, deps.clock()) }),
    asOf,
    alike: outlook.alike.flatMap(({ number: one, days, finishedOn }) => {
      const seen = alike.get(one)
      return seen ? [{ id: seen.id, requestId: seen.requestId, title: seen.title, days, finishedOn }] : []
    }),
  }
}

/** The same for a page of the asker's own open requests, newest first, without the comparable ones. */
export async function listOutlooks(deps: Deps, actor: Actor, query: OutlooksQuery): Promise<Outlooks> {
  const { requests, total } = await listRequests(deps, actor, {
    requester: 'me',
    status: [...OPEN_STATUSES],
    sort: 'requestId',
    order: 'desc',
    page: query.page,
    limit: query.limit ?? PAGE,
  })
  const asOf = deps.clock().toISOString()
  if (requests.length === 0) return { asOf, total, requests: [] }
  const policy = await deps.settings.policy()
  const scope = visibleTo(actor, policy)
  const numbers = requests.map(numberOf)
  const outlooks = await deps.flow.ask('outlooks', {
    params: paramsFor(deps, policy, scope),
    query: { numbers, withAlike: false },
  })
  const byNumber = new Map(outlooks.map((one) => [one.number, one]))
  const today = dateIn(policy.timeZone, deps.clock())
  return {
    asOf,
    total,
    requests: requests.flatMap((request, i) => {
      const one = byNumber.get(numbers[i]!)
      if (!one) return []
      const { id, requestId, title, status, priority } = request
      return [{ id, requestId, title, status, priority, outlook: outlookOf(request, one, { policy, scope, today }) }]
    }),
  }
}

function numberOf({ requestId }: ServiceRequest): number {
  return numbersIn(requestId)[0]!.number
}

/** Covers all requests that the asker may see: a place is one in their queue. */
function paramsFor({ clock }: Deps, policy: Policy, scope: Scope): FlowParams {
  const now = clock()
  const today = dateIn(policy.timeZone, now)
  const calendar = workCalendarOf(policy)
  return { filter: { ownOf: scope?.ownOf }, from: today, to: today, unit: 'working', now: now.getTime(), calendar }
}

function outlookOf(
  request: ServiceRequest,
  { since, age, place, step, finish }: FoundOutlook,
  { policy: { publishedTimes }, scope, today }: { policy: Policy; scope: Scope; today: string },
): OpenOutlook {
  const { assignedTo, status, dueDate } = request
  const isPending = status === 'pending'
  return {
    kind: 'open',
    waitsFor: isPending ? 'review' : assignedTo ? 'work' : 'assignee',
    assignee: assignedTo && { firstName: assignedTo.firstName, lastName: assignedTo.lastName },
    since,
    days: age,
    basedOn: scope === null ? 'all' : 'visible',
    place,
    step,
    published: isPending ? publishedTimes.review : publishedTimes.implementation,
    finish,
    dueDate,
    isOverdue: isOverdue(request, today),
  }
}

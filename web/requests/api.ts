import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type {
  HistoryEntry,
  NewRequest,
  RequestCancelled,
  RequestConflict,
  RequestList,
  RequestPatch,
  ServiceRequest,
} from '../../shared/requests.ts'
import type { User } from '../../shared/users.ts'
import { ApiError, get, patch, post, put } from '../api.ts'
import { queryClient, refresh } from '../query.ts'
import { attemptFor, attemptDone } from './attempt.ts'
import { listQuery, type ListState } from './list-state.ts'

const REQUESTS = '/api/requests'
const DASHBOARD = '/api/dashboard'

// The cache holds the answers as they came, under their addresses, whoever asked for them first.
const asList = (answer: unknown) => answer as RequestList
const asRequest = (answer: unknown) => answer as ServiceRequest
const asHistory = (answer: unknown) => answer as HistoryEntry[]
const asPeople = (answer: unknown) => answer as User[]

const listKey = (state: ListState) => [`${REQUESTS}?${listQuery(state)}`]
const requestKey = (id: string) => [`${REQUESTS}/${encodeURIComponent(id)}`]

export function listOptions(state: ListState) {
  return queryOptions<unknown, Error, RequestList>({ queryKey: listKey(state), select: asList })
}

/** How many requests a state of the list has, whatever its page. */
export function countOptions(state: ListState) {
  const query = new URLSearchParams(listQuery({ ...state, page: 1 }))
  query.set('limit', '1')
  return queryOptions<unknown, Error, RequestList>({ queryKey: [`${REQUESTS}?${query}`], select: asList })
}

/** One request. Until its own answer is there the row of a list that was read stands in, so that it opens at once. */
export function requestOptions(id: string) {
  return queryOptions<unknown, Error, ServiceRequest>({
    queryKey: requestKey(id),
    select: asRequest,
    placeholderData: () => rowInLists(queryClient, id),
  })
}

function rowInLists(client: QueryClient, id: string): unknown {
  const lists = client.getQueriesData({
    predicate: ({ queryKey: [first] }) => typeof first === 'string' && first.startsWith(`${REQUESTS}?`),
  })
  for (const [, answer] of lists) {
    // Every list in the cache came through `listOptions` or the prefetch of the same address.
    const row = (answer as RequestList | undefined)?.requests.find(
      ({ id: own, requestId }) => own === id || requestId === id,
    )
    if (row) return row
  }
  return undefined
}

/** The recorded history, oldest first. */
export function historyOptions(id: string) {
  return queryOptions<unknown, Error, HistoryEntry[]>({
    queryKey: [`${requestKey(id)[0]}/history`],
    select: asHistory,
  })
}

export function peopleOptions() {
  return queryOptions<unknown, Error, User[]>({ queryKey: ['/api/users'], select: asPeople })
}

/** A page of the list that may not be on the screen. */
export async function readList(state: ListState): Promise<RequestList> {
  const [address = ''] = listKey(state)
  return asList(await queryClient.fetchQuery({ queryKey: [address], queryFn: () => get(address) }))
}

/**
 * Reads again what a change of requests has made old. Lists that nobody looks at are forgotten instead: they may be
 * many, and each is read when it is wanted.
 */
export function requestsChanged(): void {
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [first] }) => typeof first === 'string' && first.startsWith(`${REQUESTS}?`),
  })
  void refresh(REQUESTS, DASHBOARD)
}

export interface PreparedRequest {
  body: NewRequest
  attempt: string
}

/** Sent again after a failure, the same request is still stored only once. */
export function prepareRequest(body: NewRequest): PreparedRequest {
  return { body, attempt: attemptFor(REQUESTS, body) }
}

export async function createRequest({ body, attempt }: PreparedRequest): Promise<ServiceRequest> {
  const created = asRequest(await post(REQUESTS, body, { attempt, keepSessionOn401: true }))
  attemptDone(REQUESTS)
  queryClient.setQueryData(requestKey(created.id), created)
  return created
}

export async function editRequest(id: string, change: RequestPatch): Promise<ServiceRequest> {
  const [address = ''] = requestKey(id)
  const stored = asRequest(await patch(address, change))
  queryClient.setQueryData(requestKey(id), stored)
  return stored
}

/** Cancellations whose answer was lost on its way: they may have been carried out. */
const unanswered = new Set<string>()

export async function cancelRequest(id: string): Promise<RequestCancelled> {
  const answer = await cancelOnce(id)
  unanswered.delete(id)
  queryClient.setQueryData(requestKey(id), answer.request)
  return answer
}

async function cancelOnce(id: string): Promise<RequestCancelled> {
  const [address = ''] = requestKey(id)
  try {
    return await put<RequestCancelled>(`${address}/cancel`)
  } catch (error) {
    if (!(error instanceof ApiError)) unanswered.add(id)
    else if (error.status === 409 && unanswered.has(id)) {
      // The second try was refused because the first one has worked.
      const request = asRequest(await get(address))
      if (request.status === 'cancelled')
        return { message: `Request ${request.requestId} has been cancelled.`, request }
    }
    throw error
  }
}

/** The request as somebody else has saved it meanwhile, when that is why an edit was refused. */
export function conflictOf(error: unknown): RequestConflict['current'] | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return (error.body as Partial<RequestConflict> | null)?.current ?? null
}

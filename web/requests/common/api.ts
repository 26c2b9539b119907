import { queryOptions } from '@tanstack/react-query'
import type { Outlook } from '../../../shared/outlook.ts'
import type { RequestSources } from '../../../shared/document-ai.ts'
import type {
  NewRequestWithFiles,
  RequestCancelled,
  RequestConflict,
  RequestPatch,
  ServiceRequest,
} from '../../../shared/requests.ts'
import type { HistoryEntry } from '../../../shared/request-history.ts'
import type { RequestList } from '../../../shared/request-list.ts'
import type { User } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { ApiError } from '../../client/api-error.ts'
import { get, patch, post, put } from '../../client/api.ts'
import { backwardPages } from '../../client/pages-back.ts'
import { queryClient, readFrom, refresh } from '../../client/query.ts'
import { idempotencyKeyFor, forgetIdempotencyKey } from '../../client/idempotency-key.ts'
import { inTab } from '../../client/storage.ts'
import { filtersOf, listQuery, type ListState } from './list-state.ts'

const REQUESTS = '/api/requests'

const address = (id: string) => `${REQUESTS}/${encodeURIComponent(id)}`

export function listAddress(state: ListState): string {
  return `${REQUESTS}?${listQuery(state)}`
}

export function listOptions(state: ListState) {
  return queryOptions<RequestList>({ queryKey: [listAddress(state)] })
}

/** Counts the requests of a list state, whatever its page. */
export function countOptions(state: ListState) {
  const query = new URLSearchParams(filtersOf(state))
  query.set('limit', '1')
  return queryOptions<RequestList>({ queryKey: [`${REQUESTS}?${query}`] })
}

/** One request. Until its own answer arrives, the row of a cached list is its placeholder, so that it opens at once. */
export function requestOptions(id: string) {
  return queryOptions<ServiceRequest>({
    queryKey: [address(id)],
    placeholderData: () => rowInLists(id),
  })
}

function rowInLists(id: string): ServiceRequest | undefined {
  return queryClient
    .getQueriesData<RequestList>({ predicate: readFrom(`${REQUESTS}?`) })
    .flatMap(([, list]) => list?.requests ?? [])
    .find((row) => row.id === id || row.requestId === id)
}

/** The recorded history, oldest first, read backwards from the newest page. */
export function historyOptions(id: string) {
  return backwardPages<HistoryEntry>(`${address(id)}/history`)
}

/** The outlook of an open request. */
export function outlookOptions(id: string) {
  return queryOptions<Outlook>({ queryKey: [`${address(id)}/outlook`] })
}

/** The passages in documents that a request was created from. */
export function sourcesOptions(id: string) {
  return queryOptions<RequestSources>({ queryKey: [`${address(id)}/sources`] })
}

export function peopleOptions() {
  return queryOptions<User[]>({ queryKey: ['/api/users'] })
}

/** Fetches a page of the list that need not be on the screen. */
export function readList(state: ListState): Promise<RequestList> {
  return queryClient.fetchQuery(listOptions(state))
}

/**
 * Refetches what a change of requests has made stale. Inactive lists and requests may be many: they are removed from the
 * cache instead, and fetched when needed.
 */
export function requestsChanged(): void {
  queryClient.removeQueries({ type: 'inactive', predicate: readFrom(REQUESTS) })
  void refresh(REQUESTS, '/api/dashboard', '/api/waiting')
}

/** Refetches one request with everything below it; it is also cached under the number by which it was opened. */
export function requestChanged(id: string): void {
  const opened = queryClient
    .getQueriesData<{ id?: string }>({ predicate: readFrom(`${REQUESTS}/`) })
    .flatMap(([[place], data]) => (data?.id === id ? String(place) : []))
  void refresh(address(id), ...opened)
}

export interface PreparedRequest {
  body: NewRequestWithFiles
  attempt: string
}

/** Adds an idempotency key: sent again after a failure, the same request is stored only once. */
export function prepareRequest(body: NewRequestWithFiles): PreparedRequest {
  return { body, attempt: idempotencyKeyFor(REQUESTS, body) }
}

export async function createRequest({ body, attempt }: PreparedRequest): Promise<ServiceRequest> {
  const created = await post<ServiceRequest>(REQUESTS, body, { attempt, keepSessionOn401: true })
  forgetIdempotencyKey(REQUESTS)
  return created
}

export async function editRequest(id: string, change: RequestPatch): Promise<ServiceRequest> {
  try {
    const stored = await patch<ServiceRequest>(address(id), change)
    queryClient.setQueryData([address(id)], stored)
    return stored
  } catch (error) {
    const current = conflictOf(error)
    // The 409 carries the current request: the details must not go on showing the old one.
    if (current) queryClient.setQueryData([address(id)], current)
    throw error
  }
}

/** Storage key that marks a cancellation without an answer: it may have been carried out. */
const unconfirmedCancelKey = (id: string) => `rfd.cancelled.${id}`

export async function cancelRequest(id: string, reason?: string): Promise<RequestCancelled> {
  const answer = await cancelOnce(id, reason)
  inTab.remove(unconfirmedCancelKey(id))
  queryClient.setQueryData([address(id)], answer.request)
  return answer
}

async function cancelOnce(id: string, reason: string | undefined): Promise<RequestCancelled> {
  try {
    return await put<RequestCancelled>(`${address(id)}/cancel`, reason === undefined ? undefined : { reason })
  } catch (error) {
    if (!(error instanceof ApiError)) inTab.store(unconfirmedCancelKey(id), 'yes')
    else if (error.status === 409 && inTab.read(unconfirmedCancelKey(id)) !== null) {
      // The retry may have been refused because the first attempt succeeded.
      const request = await get<ServiceRequest>(address(id))
      if (request.status === 'cancelled')
        return { message: say('Request {requestId} has been cancelled.', { requestId: request.requestId }), request }
    }
    throw error
  }
}

/** The request as another person has saved it meanwhile, if an edit was refused for that; else null. */
export function conflictOf(error: unknown): RequestConflict['current'] | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return (error.body as Partial<RequestConflict> | null)?.current ?? null
}

import { queryOptions } from '@tanstack/react-query'
import type { Outlook } from '../../shared/outlook.ts'
import type { RequestSources } from '../../shared/document-ai.ts'
import type {
  HistoryEntry,
  NewRequestWithFiles,
  RequestCancelled,
  RequestConflict,
  RequestList,
  RequestPatch,
  ServiceRequest,
} from '../../shared/requests.ts'
import type { User } from '../../shared/users.ts'
import { ApiError, get, patch, post, put } from '../client/api.ts'
import { pagesBack } from '../client/pages-back.ts'
import { queryClient, readFrom, refresh } from '../client/query.ts'
import { attemptFor, attemptDone } from '../client/attempt.ts'
import { inTab } from '../client/storage.ts'
import { filtersOf, listQuery, type ListState } from './list-state.ts'

const REQUESTS = '/api/requests'
const DASHBOARD = '/api/dashboard'

const address = (id: string) => `${REQUESTS}/${encodeURIComponent(id)}`

export function listOptions(state: ListState) {
  return queryOptions<RequestList>({ queryKey: [`${REQUESTS}?${listQuery(state)}`] })
}

/** How many requests a state of the list has, whatever its page. */
export function countOptions(state: ListState) {
  const query = new URLSearchParams(filtersOf(state))
  query.set('limit', '1')
  return queryOptions<RequestList>({ queryKey: [`${REQUESTS}?${query}`] })
}

/** One request. Until its own answer is there the row of a list that was read stands in, so that it opens at once. */
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

/** The recorded history, oldest first, from the newest page back. */
export function historyOptions(id: string) {
  return pagesBack<HistoryEntry>(`${address(id)}/history`)
}

/** Where an open request stands. */
export function outlookOptions(id: string) {
  return queryOptions<Outlook>({ queryKey: [`${address(id)}/outlook`] })
}

/** The sentences of documents that a request comes from. */
export function sourcesOptions(id: string) {
  return queryOptions<RequestSources>({ queryKey: [`${address(id)}/sources`] })
}

export function peopleOptions() {
  return queryOptions<User[]>({ queryKey: ['/api/users'] })
}

/** A page of the list that may not be on the screen. */
export function readList(state: ListState): Promise<RequestList> {
  return queryClient.fetchQuery(listOptions(state))
}

/**
 * Reads again what a change of requests has made old. Lists and requests that nobody looks at are forgotten instead: they
 * may be many, and each is read when it is wanted.
 */
export function requestsChanged(): void {
  queryClient.removeQueries({ type: 'inactive', predicate: readFrom(REQUESTS) })
  void refresh(REQUESTS, DASHBOARD)
}

export interface PreparedRequest {
  body: NewRequestWithFiles
  attempt: string
}

/** Sent again after a failure, the same request is still stored only once. */
export function prepareRequest(body: NewRequestWithFiles): PreparedRequest {
  return { body, attempt: attemptFor(REQUESTS, body) }
}

export async function createRequest({ body, attempt }: PreparedRequest): Promise<ServiceRequest> {
  const created = await post<ServiceRequest>(REQUESTS, body, { attempt, keepSessionOn401: true })
  attemptDone(REQUESTS)
  return created
}

export async function editRequest(id: string, change: RequestPatch): Promise<ServiceRequest> {
  try {
    const stored = await patch<ServiceRequest>(address(id), change)
    queryClient.setQueryData([address(id)], stored)
    return stored
  } catch (error) {
    const current = conflictOf(error)
    // The refusal says how the request is now; the details must not go on showing how it was.
    if (current) queryClient.setQueryData([address(id)], current)
    throw error
  }
}

/** Where it is kept that the answer to a cancellation was lost on its way: it may have been carried out. */
const lostAnswerTo = (id: string) => `rfd.cancelled.${id}`

export async function cancelRequest(id: string, reason?: string): Promise<RequestCancelled> {
  const answer = await cancelOnce(id, reason)
  inTab.remove(lostAnswerTo(id))
  queryClient.setQueryData([address(id)], answer.request)
  return answer
}

async function cancelOnce(id: string, reason: string | undefined): Promise<RequestCancelled> {
  try {
    return await put<RequestCancelled>(`${address(id)}/cancel`, reason === undefined ? undefined : { reason })
  } catch (error) {
    if (!(error instanceof ApiError)) inTab.store(lostAnswerTo(id), 'yes')
    else if (error.status === 409 && inTab.read(lostAnswerTo(id)) !== null) {
      // The second try was refused because the first one has worked.
      const request = await get<ServiceRequest>(address(id))
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

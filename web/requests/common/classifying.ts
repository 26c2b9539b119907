import { onlineManager } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ServiceRequest } from '../../../shared/requests.ts'
import type { RequestList } from '../../../shared/request-list.ts'
import { get } from '../../client/api.ts'
import { queryClient, readFrom, refetchActive } from '../../client/query.ts'
import { Store, useStore } from '../../ui/store.ts'

/** Backoff of the polling: a classification takes seconds. After these, about two minutes in all, polling stops. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]
/** Rows that have left their page meanwhile are fetched one by one, at most this many per poll. */
const MAX_SINGLE_FETCHES = 3

const REQUESTS = '/api/requests'
const addressOf = (id: string) => `${REQUESTS}/${encodeURIComponent(id)}`

/** The requests for which polling has stopped without a classification, shared by all screens. */
const givenUp = new Store<ReadonlySet<string>>(new Set())

/** Whether polling for this request's classification has stopped: the engine is down, or far behind. */
export function useIsPollingStopped(id: string): boolean {
  return useStore(givenUp).has(id)
}

/**
 * Polls, with backoff and only while the tab is visible, whether requests on the screen have been classified meanwhile, so
 * that "Classifying…" ends by itself (docs/decisions/0019-looking-again.md). Nothing else on the screen changes.
 * @param address where the requests were read from, a list's or one request's own
 */
export function useClassificationCheck(requests: readonly ServiceRequest[] | undefined, address: string): void {
  const waiting = requests?.filter(({ id, classifiedAt }) => !classifiedAt && !givenUp.get().has(id)) ?? []
  const ids = waiting.map(({ id }) => id).join(' ')
  useEffect(() => (ids === '' ? undefined : checkRepeatedly(ids.split(' '), address)), [ids, address])
}

/** The same for a request whose details are open. */
export function useRequestClassificationCheck(request: ServiceRequest): void {
  const requests = useMemo(() => [request], [request])
  useClassificationCheck(requests, addressOf(request.id))
}

/** @returns stops polling */
function checkRepeatedly(ids: string[], address: string): () => void {
  let tries = 0
  let isLooking = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const plan = () => {
    clearTimeout(timer)
    const pause = PAUSES_MS[tries]
    if (isStopped || isLooking || document.hidden || !onlineManager.isOnline()) return
    if (pause === undefined) givenUp.set(new Set([...givenUp.get(), ...ids]))
    else timer = setTimeout(() => void look(), pause)
  }
  const look = async () => {
    tries++
    isLooking = true
    // The view that shows the rows reports failures; here one only uses up a poll.
    await readAgain(ids, address).catch(() => {})
    isLooking = false
    plan()
  }
  document.addEventListener('visibilitychange', plan)
  const stopListening = onlineManager.subscribe(plan)
  plan()
  return () => {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', plan)
    stopListening()
  }
}

async function readAgain(ids: string[], address: string): Promise<void> {
  const answer = await get<RequestList | ServiceRequest>(address)
  const read = 'requests' in answer ? answer.requests : [answer]
  const gone = ids.filter((id) => read.every((request) => request.id !== id)).slice(0, MAX_SINGLE_FETCHES)
  const singles = await Promise.all(gone.map((id) => get<ServiceRequest>(addressOf(id))))
  takeOver([...read, ...singles].filter((request) => ids.includes(request.id)))
}

/** Writes only `classifiedAt` into the cached copies of these requests, so that no row moves. */
function takeOver(requests: readonly ServiceRequest[]): void {
  const instants = new Map(requests.flatMap(({ id, classifiedAt }) => (classifiedAt ? [[id, classifiedAt]] : [])))
  if (instants.size === 0) return
  const withInstant = (request: ServiceRequest): ServiceRequest => {
    const classifiedAt = request.classifiedAt ?? instants.get(request.id) ?? null
    return classifiedAt === request.classifiedAt ? request : { ...request, classifiedAt }
  }
  for (const query of queryClient.getQueryCache().findAll({ predicate: readFrom(REQUESTS) })) {
    const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state
    // It is due for a refetch; setting data here would mark it as fresh.
    if (isInvalidated) continue
    // Nothing else was refetched, so the data keeps its age.
    if (isList(data))
      queryClient.setQueryData(query.queryKey, { ...data, requests: data.requests.map(withInstant) }, { updatedAt })
    else if (isRequest(data)) queryClient.setQueryData(query.queryKey, withInstant(data), { updatedAt })
  }
  for (const id of instants.keys()) void refetchActive(`/api/ai/classification/${encodeURIComponent(id)}`)
}

function isList(data: unknown): data is RequestList {
  return typeof data === 'object' && data !== null && 'requests' in data
}

function isRequest(data: unknown): data is ServiceRequest {
  return typeof data === 'object' && data !== null && 'classifiedAt' in data && 'version' in data
}

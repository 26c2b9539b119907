import { onlineManager } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { RequestList, ServiceRequest } from '../../shared/requests.ts'
import { get } from '../client/api.ts'
import { queryClient, readFrom, refreshShown } from '../client/query.ts'
import { Store, useStore } from '../ui/store.ts'

/** A classification takes seconds. After these pauses, about two minutes in all, nothing is asked for any more. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]
/** Rows that have left their page meanwhile are asked for one by one; more than these wait for the next look. */
const MOST_SINGLES = 3

const REQUESTS = '/api/requests'
const addressOf = (id: string) => `${REQUESTS}/${encodeURIComponent(id)}`

/** The requests that were looked at for so long in vain, by any screen of the page. */
const givenUp = new Store<ReadonlySet<string>>(new Set())

/** Whether nobody waits for this request's classification any more: the engine is down, or far behind. */
export function useIsGivenUp(id: string): boolean {
  return useStore(givenUp).has(id)
}

/**
 * Looks again, with growing pauses and only while the tab is in sight, whether requests on the screen have been classified
 * meanwhile, so that "Classifying…" ends by itself (docs/decisions/0019-looking-again.md). Nothing else that is shown changes.
 * @param address what the requests were read from, a list's or one request's own
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

/** @returns stops looking */
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
    // A failure is told by whatever shows the rows; here it only costs a try.
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
  const gone = ids.filter((id) => read.every((request) => request.id !== id)).slice(0, MOST_SINGLES)
  const singles = await Promise.all(gone.map((id) => get<ServiceRequest>(addressOf(id))))
  takeOver([...read, ...singles].filter((request) => ids.includes(request.id)))
}

/** Gives all that is known of these requests the instant of their classification, and nothing else: no row moves. */
function takeOver(found: readonly ServiceRequest[]): void {
  const instants = new Map(found.flatMap(({ id, classifiedAt }) => (classifiedAt ? [[id, classifiedAt]] : [])))
  if (instants.size === 0) return
  const withInstant = (request: ServiceRequest): ServiceRequest => {
    const classifiedAt = request.classifiedAt ?? instants.get(request.id) ?? null
    return classifiedAt === request.classifiedAt ? request : { ...request, classifiedAt }
  }
  for (const query of queryClient.getQueryCache().findAll({ predicate: readFrom(REQUESTS) })) {
    const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state
    // It is read again as a whole; data set from here would count as that.
    if (isInvalidated) continue
    // Nothing else was read, so what is shown is as old as before.
    if (isList(data))
      queryClient.setQueryData(query.queryKey, { ...data, requests: data.requests.map(withInstant) }, { updatedAt })
    else if (isRequest(data)) queryClient.setQueryData(query.queryKey, withInstant(data), { updatedAt })
  }
  for (const id of instants.keys()) void refreshShown(`/api/ai/classification/${encodeURIComponent(id)}`)
}

function isList(data: unknown): data is RequestList {
  return typeof data === 'object' && data !== null && 'requests' in data
}

function isRequest(data: unknown): data is ServiceRequest {
  return typeof data === 'object' && data !== null && 'classifiedAt' in data && 'version' in data
}

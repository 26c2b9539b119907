import { MutationCache, QueryCache, QueryClient, type Query, type QueryFunction } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { get } from './api.ts'
import { currentSession, subscribeToSession, type PageSession } from './session.ts'
import { checkSession } from './check-session.ts'

const MINUTE = 60_000

/** Fetches the address formed by the segments of the query key, joined by slashes. */
export function readByKey({ on401 }: { on401: 'throw' | 'null' } = { on401: 'throw' }): QueryFunction {
  return async ({ queryKey, signal }) => {
    try {
      return await get(queryKey.join('/'), { signal, keepSessionOn401: on401 === 'null' })
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null
      throw error
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** One retry, and none after a refusal. */
export function retryOnce(failures: number, error: unknown): boolean {
  return failures < 1 && !isRefusal(error)
}

/** Retries at intervals of `RETRY_DELAY_MS`, enough for the server to finish loading. */
const MAX_LOADING_RETRIES = 100
const RETRY_DELAY_MS = 1000
const MAX_PAUSE_MS = 30_000

/** The server is still loading the data behind the answer, as it does for a while after start-up: retry. */
export function isServerLoading(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'history-loading'
}

/** The permissions may have changed since the page was loaded: it then offers what the server refuses. */
function checkSessionIfRefused(error: unknown): void {
  if (error instanceof ApiError && error.code === 'not-allowed') checkSession()
}

export function buildQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: checkSessionIfRefused }),
    mutationCache: new MutationCache({ onError: checkSessionIfRefused }),
    defaultOptions: {
      queries: {
        queryFn: readByKey(),
        staleTime: 5 * MINUTE,
        gcTime: 15 * MINUTE,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        // A query whose screen was left during a refetch still holds the answer from before the change.
        refetchOnMount: ({ state }) => state.isInvalidated,
        refetchOnReconnect: true,
        networkMode: 'online',
        retry: (failures, error) => failures < (isServerLoading(error) ? MAX_LOADING_RETRIES : 2) && !isRefusal(error),
        retryDelay: (failures, error) =>
          isServerLoading(error) ? RETRY_DELAY_MS : Math.min(RETRY_DELAY_MS * 2 ** failures, MAX_PAUSE_MS),
      },
      mutations: { retry: retryOnce },
    },
  })
}

export const queryClient = buildQueryClient()

/** Predicate for cached queries whose address begins with one of these. */
export function readFrom(...addresses: string[]): (query: Pick<Query, 'queryKey'>) => boolean {
  return ({ queryKey: [first] }) => typeof first === 'string' && addresses.some((address) => first.startsWith(address))
}

/** Invalidates and refetches everything that was read from below these addresses. */
export async function refresh(...addresses: string[]): Promise<void> {
  const predicate = readFrom(...addresses)
  restartFirstReads(predicate)
  // Inactive queries are refetched as well, so that their pages are up to date when they come back.
  await queryClient.invalidateQueries({ predicate, refetchType: 'all' })
}

/**
 * A first fetch in flight may have been sent before a change and be answered after it. The library would treat that answer
 * as fresh, so the fetch is restarted; callers that wait for it get the second answer.
 */
function restartFirstReads(predicate: (query: Query) => boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue
    void query.cancel({ silent: true })
    query.fetch().catch(() => {})
  }
}

/** Refetches what is on the screen. */
export function readShownAgain(predicate: (query: Query) => boolean): void {
  restartFirstReads(predicate)
  void queryClient.invalidateQueries({ type: 'active', predicate })
}

/**
 * Refetches the active queries of these addresses. Inactive ones are as stale and may be many: they are removed, and
 * fetched when needed.
 */
export async function refetchActive(...addresses: string[]): Promise<void> {
  const predicate = readFrom(...addresses)
  queryClient.removeQueries({ type: 'inactive', predicate })
  restartFirstReads(predicate)
  await queryClient.refetchQueries({ type: 'active', predicate })
}

export const REQUESTS_FIRST_PAGE = '/api/requests?limit=10'
export const DASHBOARD_STATS = '/api/dashboard/stats'

/** Prefetches what the first screens need while the browser is idle. */
export function prefetchWhenIdle(): void {
  const { permissions } = currentSession()?.user ?? {}
  if (!permissions) return
  whenIdle(() => {
    void queryClient.prefetchQuery({ queryKey: [REQUESTS_FIRST_PAGE] })
    if (permissions.includes('dashboard.view')) void queryClient.prefetchQuery({ queryKey: [DASHBOARD_STATS] })
  })
}

export function whenIdle(work: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else setTimeout(work, 200)
}

const notSent = () => Promise.reject(new Error('This was not sent, because its author is no longer signed in.'))

/**
 * Clears the cache when the signed-in person changes: answers are never shown to another person, and a change is never
 * retried in another person's name. @returns stops it
 */
export function forgetAnswersOfOthers(): () => void {
  let before: PageSession | null = currentSession()
  return subscribeToSession(() => {
    const now = currentSession()
    if (now?.user.id !== before?.user.id) {
      // A mutation that has left the cache goes on, and its next try would carry the new person's token.
      for (const mutation of queryClient.getMutationCache().findAll({ status: 'pending' }))
        mutation.setOptions({ ...mutation.options, mutationFn: notSent })
      queryClient.clear()
    }
    before = now
  })
}

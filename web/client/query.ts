import { QueryClient, type Query, type QueryFunction } from '@tanstack/react-query'
import { ApiError, get } from './api.ts'
import type { SignedInUser } from '../../shared/users.ts'
import { currentSession, subscribeToSession, updateSessionUser, type PageSession } from './session.ts'

const MINUTE = 60_000

/** Reads the address that the segments of a query key make, joined by slashes. */
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

/** Asked for as long as the server may take to read it. */
const MOST_ASKED = 100
const ASKS_AGAIN_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** The server reads what the answer is made from, which takes a while after its start, and wants to be asked again. */
export function isBeingRead(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'history-loading'
}

export function buildQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readByKey(),
        staleTime: 5 * MINUTE,
        gcTime: 15 * MINUTE,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        // Whoever left while a change was being read again comes back to what was shown before it.
        refetchOnMount: ({ state }) => state.isInvalidated,
        refetchOnReconnect: true,
        networkMode: 'online',
        retry: (failures, error) => failures < (isBeingRead(error) ? MOST_ASKED : 2) && !isRefusal(error),
        retryDelay: (failures, error) =>
          isBeingRead(error) ? ASKS_AGAIN_MS : Math.min(ASKS_AGAIN_MS * 2 ** failures, LONGEST_PAUSE_MS),
      },
      mutations: { retry: (failures, error) => failures < 1 && !isRefusal(error) },
    },
  })
}

export const queryClient = buildQueryClient()

/** Finds in the cache what was read from addresses that begin like one of these. */
export function readFrom(...addresses: string[]): (query: Pick<Query, 'queryKey'>) => boolean {
  return ({ queryKey: [first] }) => typeof first === 'string' && addresses.some((address) => first.startsWith(address))
}

/** Marks everything read below these addresses as out of date and reads again what is on the screen. */
export async function refresh(...addresses: string[]): Promise<void> {
  const predicate = readFrom(...addresses)
  restartFirstReads(predicate)
  // Pages that are not shown now are read as well, so that they are right at once when they come back.
  await queryClient.invalidateQueries({ predicate, refetchType: 'all' })
}

/**
 * What is being read for the first time may have been asked for before a change and answered after it. The library would
 * wait for that answer and take it for a new one, so it is asked for again; whoever waits gets the second answer.
 */
function restartFirstReads(predicate: ReturnType<typeof readFrom>): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue
    void query.cancel({ silent: true })
    query.fetch().catch(() => {})
  }
}

/**
 * Reads again what is on the screen from these addresses. What nobody looks at may be much, and is as old: it is forgotten
 * and read when it is wanted.
 */
export async function refreshShown(...addresses: string[]): Promise<void> {
  const predicate = readFrom(...addresses)
  queryClient.removeQueries({ type: 'inactive', predicate })
  restartFirstReads(predicate)
  await queryClient.refetchQueries({ type: 'active', predicate })
}

export const REQUESTS_FIRST_PAGE = '/api/requests?limit=10'
export const DASHBOARD_STATS = '/api/dashboard/stats'

/** Reads what the first screens need while the browser has nothing else to do. */
export function prefetchWhenIdle(): void {
  const { permissions } = currentSession()?.user ?? {}
  if (!permissions) return
  whenIdle(() => {
    void queryClient.prefetchQuery({ queryKey: [REQUESTS_FIRST_PAGE] })
    if (permissions.includes('dashboard.view')) void queryClient.prefetchQuery({ queryKey: [DASHBOARD_STATS] })
  })
}

/** Takes over a changed name, role or permission, and learns at once when the stored session holds no more. */
export function checkSession(): void {
  const asked = currentSession()
  if (!asked) return
  get<{ user: SignedInUser }>('/api/auth/validate').then(
    ({ user }) => {
      // What was changed on this page meanwhile is newer than the answer.
      if (currentSession() === asked) updateSessionUser(user)
      else checkSession()
    },
    // A refusal has already signed out; without a connection there is nothing to learn.
    () => {},
  )
}

export function whenIdle(work: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else setTimeout(work, 200)
}

/** One person's answers are never shown to the next: the cache is emptied when the person changes. */
export function forgetAnswersOfOthers(): () => void {
  let before: PageSession | null = currentSession()
  return subscribeToSession(() => {
    const now = currentSession()
    if (now?.user.id !== before?.user.id) queryClient.clear()
    before = now
  })
}

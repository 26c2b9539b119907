import { queryOptions } from '@tanstack/react-query'
import type {
  Notice,
  NoticeBudget,
  NoticeChannels,
  NoticeCode,
  NoticeMarks,
  Notices,
  StoredNoticePreferences,
  Waiting,
  Watcher,
} from '../../shared/notices.ts'
import { del, get, post, put } from '../client/api.ts'
import { currentIn } from '../client/api-error.ts'
import { queryClient } from '../client/query.ts'

const NOTICES = '/api/notices'
const PREFERENCES = '/api/profile/notices'
export const BUDGET = `${PREFERENCES}/budget`

export type Show = 'unread' | 'mentions' | 'all'

/** The newest unread notices, with the counts: what the bell shows. */
export const unreadOptions = queryOptions<Notices>({ queryKey: [`${NOTICES}?show=unread`] })

export function readPage(show: Show, page: number, signal: AbortSignal): Promise<Notices> {
  return get(`${NOTICES}?show=${show}&page=${page}`, { signal })
}

/** A server of another version may lack kinds that this page knows, and have others: these are sent back as they came. */
export type StoredPreferences = Omit<StoredNoticePreferences, 'events'> & {
  events: Partial<StoredNoticePreferences['events']>
}

export const preferencesOptions = queryOptions<StoredPreferences>({ queryKey: [PREFERENCES] })

/** @param preferences with the version that they were changed from */
export async function savePreferences(preferences: StoredPreferences): Promise<StoredPreferences> {
  const stored = await put<StoredPreferences>(PREFERENCES, preferences)
  queryClient.setQueryData(preferencesOptions.queryKey, stored)
  return stored
}

/** Stops or resumes one kind of notice, in the page and by mail. @returns what it was before */
export async function changeKind(code: NoticeCode, channels: NoticeChannels): Promise<NoticeChannels | undefined> {
  const change = async (stored: StoredPreferences) => {
    await savePreferences({ ...stored, events: { ...stored.events, [code]: channels } })
    return stored.events[code]
  }
  // Read anew: they may have been changed in another window.
  const stored = await get<StoredPreferences>(PREFERENCES)
  return change(stored).catch((error: unknown) => {
    const current = currentIn<StoredPreferences>(error)
    if (!current) throw error
    return change(current)
  })
}

/** How many notices last week had with the stored preferences, and would have had with these. */
export function budgetOptions(preferences: StoredPreferences) {
  return queryOptions<NoticeBudget>({
    queryKey: [BUDGET, preferences],
    queryFn: ({ signal }) => post(BUDGET, preferences, { signal }),
  })
}

const requestAddress = (id: string) => `/api/requests/${encodeURIComponent(id)}`

export function watchersOptions(id: string) {
  return queryOptions<Watcher[]>({ queryKey: [`${requestAddress(id)}/watchers`] })
}

export async function changeWatch(id: string, watches: boolean): Promise<void> {
  const address = `${requestAddress(id)}/watch`
  await (watches ? put(address) : del(address))
  await queryClient.invalidateQueries({ queryKey: watchersOptions(id).queryKey })
}

/** What waits for the person; enough for the card. */
export const waitingOptions = queryOptions<Waiting>({ queryKey: ['/api/waiting?limit=5'] })

/** Changes the cached notices at once, and takes over the counts that the server answers. */
export async function markNotices(marks: NoticeMarks, isRead: boolean): Promise<void> {
  const readAt = isRead ? new Date().toISOString() : null
  changeCached(
    ({ id, requestId }) => 'all' in marks || ('ids' in marks ? marks.ids.includes(id) : marks.requestId === requestId),
    (notice) => ({ ...notice, readAt }),
  )
  try {
    const counts = await post<Pick<Notices, 'unread' | 'mentions'>>(`${NOTICES}/${isRead ? 'read' : 'unread'}`, marks)
    changePages((page) => ({ ...page, ...counts }))
  } catch (error) {
    void queryClient.invalidateQueries({ predicate: isListed })
    throw error
  }
}

const isListed = ({ queryKey: [first] }: { queryKey: readonly unknown[] }) =>
  typeof first === 'string' && first.startsWith(NOTICES)

function changeCached(matches: (notice: Notice) => boolean, change: (notice: Notice) => Notice): void {
  changePages((page) => ({
    ...page,
    notices: page.notices.map((notice) => (matches(notice) ? change(notice) : notice)),
  }))
}

/** The cache has single pages and lists of pages. */
function changePages(change: (page: Notices) => Notices): void {
  queryClient.setQueriesData<Notices | { pages: Notices[]; pageParams: unknown[] }>(
    { predicate: isListed },
    (cached) => {
      if (!cached) return cached
      return 'pages' in cached ? { ...cached, pages: cached.pages.map(change) } : change(cached)
    },
  )
}

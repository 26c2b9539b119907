import { onlineManager, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Notice, Notices } from '../../shared/notices.ts'
import { queryClient } from '../client/query.ts'
import { readPage, type Show, unreadOptions } from './api.ts'

const PAGE_SIZE = 20
const LISTS = ['/api/notices']

/** Each notice once: pages that were read at different times overlap. */
function noticesOf(pages: readonly Notices[]): Notice[] {
  const all = pages.flatMap(({ notices }) => notices)
  return [...new Map(all.map((notice) => [notice.id, notice])).values()]
}

/** Pages count from the newest; those read here meanwhile are no longer part of the unread ones. */
function nextPage(show: Show, pages: readonly Notices[]): number | undefined {
  const loaded = noticesOf(pages).filter(({ readAt }) => show !== 'unread' || readAt === null).length
  const total = pages.at(-1)?.total ?? 0
  const isLast = (pages.at(-1)?.notices.length ?? 0) < PAGE_SIZE
  return isLast || loaded >= total ? undefined : Math.floor(loaded / PAGE_SIZE) + 1
}

/** The notices of a tab. Those that are read while they are shown stay in their place until the panel is opened again. */
export function useNoticeList(show: Show) {
  const query = useInfiniteQuery({
    queryKey: [...LISTS, show],
    queryFn: ({ pageParam, signal }) => readPage(show, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => nextPage(show, pages),
    refetchOnMount: 'always',
  })
  const notices = query.data ? noticesOf(query.data.pages) : undefined
  return { ...query, notices, arrived: useArrived(show, notices) }
}

const MENTIONS: readonly string[] = ['mention', 'question']

/** How many notices the bell knows of that came after those of the list. */
function useArrived(show: Show, listed: readonly Notice[] | undefined): number {
  const bell = queryClient.getQueryData(unreadOptions.queryKey)
  if (!listed || !bell) return 0
  const newest = listed[0]?.at ?? ''
  const known = new Set(listed.map(({ id }) => id))
  const isNew = ({ id, at, readAt, code }: Notice) =>
    !known.has(id) && at >= newest && !readAt && (show !== 'mentions' || MENTIONS.includes(code))
  return bell.notices.filter(isNew).length
}

/** What was read stays in the lists until they are closed. Offline they are kept: nothing else could be shown. */
export function useForgetListsOnClose(): void {
  useEffect(
    () => () => {
      if (onlineManager.isOnline()) queryClient.removeQueries({ queryKey: LISTS })
    },
    [],
  )
}

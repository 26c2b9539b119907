import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Comment } from '../../../shared/comments.ts'
import { COMMENT_PARAM } from '../common/use-open-request.ts'

interface Pages {
  data: Comment[] | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isError: boolean
  fetchNextPage: () => unknown
}

/**
 * The comment that the address names: earlier pages are read until it is there, then it is scrolled to and gets the focus.
 * @returns its id, also while it is not found
 */
export function useTargetComment(pages: Pages): string | null {
  const [params] = useSearchParams()
  const target = params.get(COMMENT_PARAM)
  const reached = useRef<string | null>(null)
  const isThere = pages.data?.some(({ id }) => id === target) ?? false
  useEffect(() => {
    if (target === null || reached.current === target || !pages.data) return
    if (!isThere) {
      if (pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError) void pages.fetchNextPage()
      return
    }
    reached.current = target
    const item = document.getElementById(`comment-${target}`)
    item?.scrollIntoView({ block: 'center' })
    item?.focus({ preventScroll: true })
  }, [target, isThere, pages])
  return target
}

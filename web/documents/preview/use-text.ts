import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { textOptions } from './api.ts'
import type { TextSource } from './text-source.ts'

/** The extracted text of a document, all its pages fetched response by response. */
export function useText(id: string, isWanted = true) {
  const query = useInfiniteQuery({ ...textOptions(id), enabled: isWanted })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isWanted, hasNextPage, isFetching, isError, fetchNextPage])
  const pages = useMemo(() => data?.pages.flatMap((answer) => answer.pages) ?? [], [data])
  const source = useMemo<TextSource>(
    () => ({ pageCount: pages.length, textOf: (page) => pages[page - 1]?.text ?? '' }),
    [pages],
  )
  return { query, first: data?.pages[0], pages, source }
}

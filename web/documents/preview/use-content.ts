import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient, retryOnce } from '../../client/query.ts'
import { fetchContent } from './api.ts'

/** Cached for a moment, in case a document is closed and opened again. */
const GC_TIME_MS = 15_000

function progressOptions(id: string) {
  return queryOptions<number>({ queryKey: ['document-progress', id], enabled: false, gcTime: 0, initialData: 0 })
}

function contentOptions(id: string) {
  return queryOptions({
    // Not the address as the key: such queries hold parsed responses.
    queryKey: ['document-content', id],
    queryFn: ({ signal }) =>
      fetchContent(id, (bytes) => queryClient.setQueryData(progressOptions(id).queryKey, bytes), signal),
    staleTime: Infinity,
    gcTime: GC_TIME_MS,
    retry: retryOnce,
  })
}

/** The bytes of a document, cached while it is open, and the number received so far. */
export function useContent(id: string) {
  const { data: received } = useQuery(progressOptions(id))
  return { query: useQuery(contentOptions(id)), received }
}

/** Prefetches a file that is about to be opened. */
export function prefetchContent(id: string): void {
  void queryClient.prefetchQuery(contentOptions(id))
}

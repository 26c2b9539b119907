import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../client/query.ts'
import { fetchContent } from './api.ts'

/** Kept for a moment, for those who close a document and open it again. */
const KEPT_MS = 15_000

function progressOptions(id: string) {
  return queryOptions<number>({ queryKey: ['document-progress', id], enabled: false, gcTime: 0, initialData: 0 })
}

function contentOptions(id: string) {
  return queryOptions({
    // Not an address alone: other queries hold what was parsed.
    queryKey: ['document-content', id],
    queryFn: ({ signal }) =>
      fetchContent(id, (bytes) => queryClient.setQueryData(progressOptions(id).queryKey, bytes), signal),
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: 1,
  })
}

/** The bytes of a document, kept while it is open; how many have come so far. */
export function useContent(id: string) {
  const { data: received } = useQuery(progressOptions(id))
  return { query: useQuery(contentOptions(id)), received }
}

/** Begins to fetch a file that is about to be opened. */
export function warmContent(id: string): void {
  void queryClient.prefetchQuery(contentOptions(id))
}

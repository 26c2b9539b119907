import { infiniteQueryOptions, queryOptions, type Query } from '@tanstack/react-query'
import type { DocumentList, DocumentText, StoredDocument } from '../../../shared/documents.ts'
import { get } from '../../client/api.ts'
import { pollEvery } from '../../client/live.ts'
import { queryClient } from '../../client/query.ts'

/** Polling interval while the text is being extracted. */
const POLL_INTERVAL_MS = 2000
/** A large file over a slow line takes longer than any other answer. */
const CONTENT_MS = 600_000

const addressOf = (id: string) => `/api/documents/${encodeURIComponent(id)}`

/** A document; until it is loaded, as in the cached list of its request. */
export function documentOptions(id: string) {
  return queryOptions<StoredDocument>({
    queryKey: [addressOf(id)],
    refetchOnMount: 'always',
    placeholderData: () => listedDocument(id),
  })
}

function listedDocument(id: string): StoredDocument | undefined {
  const isList = ({ queryKey: [address] }: Pick<Query, 'queryKey'>) =>
    typeof address === 'string' && /^\/api\/requests\/[^/]+\/documents$/.test(address)
  const lists = queryClient.getQueriesData<DocumentList>({ predicate: isList })
  return lists.flatMap(([, list]) => list?.documents ?? []).find((document) => document.id === id)
}

/** The extracted text, one response per range of pages. Polled until it is ready. */
export function textOptions(id: string) {
  const address = `${addressOf(id)}/text`
  return infiniteQueryOptions({
    queryKey: [address],
    queryFn: ({ pageParam, signal }) =>
      get<DocumentText>(pageParam === 1 ? address : `${address}?from=${pageParam}`, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pages, pageCount }) => {
      const last = pages.at(-1)?.number
      return last !== undefined && last < pageCount ? last + 1 : undefined
    },
    refetchInterval: ({ state }) => (state.data?.pages[0]?.state === 'waiting' ? pollEvery(POLL_INTERVAL_MS) : false),
    gcTime: 60_000,
  })
}

/** The file itself. @param onProgress gets the number of bytes received so far */
export function fetchContent(id: string, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Blob> {
  return get(`${addressOf(id)}/content`, {
    signal,
    timeoutMs: CONTENT_MS,
    keep: false,
    read: (response) => readBlob(response, onProgress),
  })
}

async function readBlob(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get('Content-Type') ?? ''
  if (!response.body) return response.blob()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(pieces, { type })
    pieces.push(value)
    bytes += value.length
    onProgress(bytes)
  }
}

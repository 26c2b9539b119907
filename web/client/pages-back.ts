import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import { get } from './api.ts'

/** A page of entries, oldest first, and the address of the page before it. */
export interface EntryPage<T> {
  entries: T[]
  earlier: string | null
}

/** Query options of a list read backwards from its newest page. `data` holds the entries of all pages read, oldest first. */
export function backwardPages<T>(address: string) {
  return infiniteQueryOptions({
    queryKey: [address],
    queryFn: ({ pageParam, signal }) => get<EntryPage<T>>(pageParam ?? address, { signal, read: readPage }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ earlier }) => earlier,
    select: inOrder<T>,
  })
}

function inOrder<T>({ pages }: InfiniteData<EntryPage<T>>): T[] {
  return pages.toReversed().flatMap(({ entries }) => entries)
}

async function readPage(response: Response): Promise<EntryPage<unknown>> {
  const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('Link') ?? '')
  return { entries: (await response.json()) as unknown[], earlier: link?.[1] ?? null }
}

/** Appends a new entry. A list that was not read yet stays unread, or the cache would hold this entry alone. */
export function withNewest<T extends { id: string | number }>(
  read: InfiniteData<EntryPage<T>> | undefined,
  entry: T,
): InfiniteData<EntryPage<T>> | undefined {
  const [newest, ...earlier] = read?.pages ?? []
  if (!read || !newest || newest.entries.some(({ id }) => id === entry.id)) return read
  return { ...read, pages: [{ ...newest, entries: [...newest.entries, entry] }, ...earlier] }
}

/** Replaces an entry by what it has become. */
export function withChanged<T extends { id: string | number }>(
  read: InfiniteData<EntryPage<T>> | undefined,
  entry: T,
): InfiniteData<EntryPage<T>> | undefined {
  const replaced = ({ entries, ...page }: EntryPage<T>) => ({
    ...page,
    entries: entries.map((one) => (one.id === entry.id ? entry : one)),
  })
  return read && { ...read, pages: read.pages.map(replaced) }
}

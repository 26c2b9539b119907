import type { FastifyReply } from 'fastify'
import { PAGE_BYTES, PAGE_SIZE } from '../../shared/paging.ts'

/** How many entries to look at for a page of so many: one more tells whether there is another page. */
export function candidatesFor(limit = PAGE_SIZE): number {
  return limit + 1
}

/**
 * As many of the candidates, from the first on, as one answer may hold; always at least one, however long it is.
 * @param candidates `candidatesFor(limit)` of them, or all there are
 */
export function fitPage<T extends { bytes: number }>(
  candidates: readonly T[],
  limit = PAGE_SIZE,
): { page: T[]; hasMore: boolean } {
  let bytes = 0
  const page: T[] = []
  for (const candidate of candidates.slice(0, limit)) {
    bytes += candidate.bytes
    if (bytes > PAGE_BYTES && page.length > 0) break
    page.push(candidate)
  }
  return { page, hasMore: page.length < candidates.length }
}

/**
 * Says in a `Link` header where what comes before this page is read (RFC 8288).
 * @param path of the call, with its parts encoded
 */
export function linkEarlier(
  reply: FastifyReply,
  path: string,
  limit: number | undefined,
  before: string | number,
): void {
  const query = new URLSearchParams({ ...(limit !== undefined && { limit: String(limit) }), before: String(before) })
  reply.header('link', `<${path}?${query.toString()}>; rel="next"`)
}

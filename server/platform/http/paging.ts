import type { FastifyReply } from 'fastify'
import { PAGE_BYTES, PAGE_SIZE } from '../../../shared/paging.ts'

/** How many entries to fetch for a page: one more than its size shows whether there is another page. */
export function candidatesFor(limit = PAGE_SIZE): number {
  return limit + 1
}

/**
 * The first candidates that fit into one response; always at least one, however long it is.
 * @param candidates `candidatesFor(limit)` of them, or all if there are fewer
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
 * Sets a `Link` header to the entries before this page (RFC 8288).
 * @param path of the call, percent-encoded
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

import type { Promises, PromisesQuery } from '../../shared/analytics/promises.ts'
import type { Actor as Viewer } from '../../shared/request-rules.ts'
import type { Deps } from './deps.ts'
import { listPromises } from './service.ts'

type Move = Promises['moves'][number]

/** Rows per read: some milliseconds of a worker thread, and well below one of the event loop. */
const CHUNK = 200

/** Every move of a due date, newest first, in chunks. */
export async function* allPromises(
  deps: Deps,
  viewer: Viewer,
  query: Omit<PromisesQuery, 'page' | 'limit'>,
): AsyncGenerator<Move[]> {
  // A move made in the meantime is inserted at the top and shifts others onto the next page: those are filtered out.
  let before = new Set<string>()
  for (let page = 1; ; page++) {
    const { moves, total } = await listPromises(deps, viewer, { ...query, page, limit: CHUNK })
    yield moves.filter((move) => !before.has(keyOfMove(move)))
    before = new Set(moves.map(keyOfMove))
    if (page * CHUNK >= total) return
  }
}

export function keyOfMove({ id, at, from, to }: Move): string {
  return `${id} ${at} ${from} ${to}`
}

import type { Similar, SimilarCall } from '../../../shared/similar-requests.ts'
import { hundredth } from '../../../shared/chance.ts'
import { isVisible, type Scope, visibleTo } from '../../requests/visibility.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Ai } from '../host/ai.ts'
import type { Deps } from './deps.ts'
import { getVisibleRow } from '../../requests/visible-row.ts'
import { idsOf, requestsNamed } from './queries.ts'

export const MIN_SIMILARITY = 0.12
/** With the policy `own`, the number of a person's newest requests to compare with. */
const MAX_OWN = 5000

/** The index's hits within a scope. */
export async function similarWithin(
  { db, ai }: Deps,
  scope: Scope,
  entry: Parameters<Ai['similar']>[0],
  limit: number,
): ReturnType<Ai['similar']> {
  const within = scope && (await idsOf(db.read, scope.ownOf, MAX_OWN))
  return ai.similar(entry, limit, within ?? undefined)
}

/** The ids of those requests that are visible in a scope. */
export async function visibleAmong({ db }: Pick<Deps, 'db'>, scope: Scope, ids: string[]): Promise<Set<string>> {
  const rows = await requestsNamed(db.read, ids)
  return new Set(rows.filter((row) => isVisible(scope, row)).map(({ id }) => id))
}

/** Requests like a text, most alike first; only those that the actor may see. */
export async function findSimilar(deps: Deps, actor: Actor, call: SimilarCall): Promise<Similar> {
  const { db, settings } = deps
  const own = call.requestId === undefined ? undefined : await getVisibleRow(deps, actor, call.requestId)
  const entry = { id: own?.id, title: call.title, description: call.description ?? '' }
  if (`${entry.title}${entry.description}`.trim() === '') return { ready: true, requests: [] }
  const scope = visibleTo(actor, await settings.policy())
  const { ready, hits } = await similarWithin(deps, scope, entry, call.limit ?? 5)
  const rows = new Map(
    (
      await requestsNamed(
        db.read,
        hits.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const requests = hits.flatMap(({ id, score, isDuplicate }) => {
    const row = rows.get(id)
    // The index may be stale: the row decides.
    if (!row || !isVisible(scope, row) || score < MIN_SIMILARITY || id === own?.id) return []
    const { request_id: requestId, title, status } = row
    // A cancelled request is not being worked on, so it is not a duplicate, however alike it is.
    const possibleDuplicate = isDuplicate && status !== 'cancelled'
    return [{ id, requestId, title, status, likeness: hundredth(score), possibleDuplicate }]
  })
  return { ready, requests }
}

import type { Similar, SimilarCall } from '../../shared/ai.ts'
import { hundredth } from '../../shared/chance.ts'
import { isVisible, visibleTo } from '../requests/visibility.ts'
import type { Actor, Services } from '../services.ts'
import { getPolicy } from '../settings/service.ts'
import { getVisibleRow } from '../requests/visible-row.ts'
import { idsOf, requestsNamed } from './queries.ts'

type Office = Pick<Services, 'db' | 'clock' | 'ai'>

/** So alike that both may ask for the same: a cautious choice, to be judged by the feedback that offices give. */
const DUPLICATE = 0.6
export const LEAST_ALIKE = 0.12
/** With the policy `own`, so many of a person's newest requests are compared with. */
export const MOST_OWN = 5000

/** Requests like a text, most alike first; only those that the actor may see. */
export async function findSimilar(office: Office, actor: Actor, call: SimilarCall): Promise<Similar> {
  const { db, ai } = office
  const own = call.requestId === undefined ? undefined : await getVisibleRow(office, actor, call.requestId)
  const entry = { id: own?.id, title: call.title, description: call.description ?? '' }
  if (`${entry.title}${entry.description}`.trim() === '') return { ready: true, requests: [] }
  const scope = visibleTo(actor, await getPolicy(db))
  const within = scope && (await idsOf(db.read, scope.ownOf, MOST_OWN))
  const { ready, hits } = await ai.similar(entry, call.limit ?? 5, within ?? undefined)
  const rows = new Map(
    (
      await requestsNamed(
        db.read,
        hits.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const requests = hits.flatMap(({ id, score }) => {
    const row = rows.get(id)
    // The index may lag behind: what the row says counts.
    if (!row || !isVisible(scope, row) || score < LEAST_ALIKE || id === own?.id) return []
    const { request_id: requestId, title, status } = row
    // What was withdrawn is not being done, however alike it is.
    const possibleDuplicate = score >= DUPLICATE && status !== 'cancelled'
    return [{ id, requestId, title, status, likeness: hundredth(score), possibleDuplicate }]
  })
  return { ready, requests }
}

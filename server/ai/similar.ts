import type { Similar, SimilarCall } from '../../shared/ai.ts'
import { hundredth } from '../../shared/chance.ts'
import { isVisible, visibleTo } from '../requests/visibility.ts'
import type { Actor, Services } from '../services.ts'
import { getPolicy } from '../settings/service.ts'
import { rowFor } from './access.ts'
import type { Draft, Known } from './ai.ts'
import { finishedAmong } from './history-queries.ts'
import { idsOf, requestsNamed } from './queries.ts'
import { recentHistory } from './recent-history.ts'

type Office = Pick<Services, 'db' | 'clock' | 'ai'>

/** Finished requests that an estimate is compared with. */
const COMPARABLES = 10
/** So alike that both may ask for the same: a cautious choice, to be judged by the feedback that offices give. */
const DUPLICATE = 0.6
const LEAST_ALIKE = 0.12
/** With the policy `own`, so many of a person's newest requests are compared with. */
const MOST_OWN = 5000

/** Requests like a text, most alike first; only those that the actor may see. */
export async function findSimilar(office: Office, actor: Actor, call: SimilarCall): Promise<Similar> {
  const { db, ai } = office
  const own = call.requestId === undefined ? undefined : await rowFor(office, actor, call.requestId)
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

/** What an estimate for this person may rest on. Without an index nothing is compared, and the estimate says so. */
export async function knownFor(office: Office, actor: Actor, draft: Draft, ownId: string | undefined): Promise<Known> {
  const { db, ai, clock } = office
  const policy = await getPolicy(db)
  const scope = visibleTo(actor, policy)
  const within = scope && (await idsOf(db.read, scope.ownOf, MOST_OWN))
  const likeness = await ai.similar({ id: ownId, ...draft }, 4 * COMPARABLES, within ?? undefined).catch(() => null)
  const alike = (likeness?.hits ?? []).filter(({ id, score }) => id !== ownId && score >= LEAST_ALIKE)
  const ids = alike.map(({ id }) => id)
  const [recent, done] = await Promise.all([recentHistory(db), finishedAmong(db.read, ids)])
  const finished = new Set(done.map(({ id }) => id))
  const similar = alike.filter(({ id }) => finished.has(id)).slice(0, COMPARABLES)
  return {
    recent,
    alike: done,
    similar: similar.map(({ id, score }) => ({ id, score: hundredth(score) })),
    now: clock().getTime(),
    unit: policy.estimateDays,
  }
}

import { hundredth } from '../../shared/chance.ts'
import type { Draft, Known } from '../engine/ai.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Actor, Services } from '../services.ts'
import { getPolicy } from '../settings/service.ts'
import { LEAST_ALIKE, MOST_OWN } from '../similarity/service.ts'
import { idsOf } from '../similarity/queries.ts'
import { finishedAmong } from './history-queries.ts'
import { recentHistory } from './recent-history.ts'

type Office = Pick<Services, 'db' | 'clock' | 'ai'>

/** Finished requests that an estimate is compared with. */
const COMPARABLES = 10

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

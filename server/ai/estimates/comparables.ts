import { hundredth } from '../../../shared/chance.ts'
import type { Draft, EstimateContext } from '../host/ai.ts'
import { workCalendarOf } from '../../settings/work-calendar.ts'
import type { Scope } from '../../requests/visibility.ts'
import type { Deps } from './deps.ts'
import { MIN_SIMILARITY, similarWithin } from '../similarity/service.ts'
import { finishedAmong, recentRequests } from './history-queries.ts'

/** Finished requests that an estimate is compared with. */
const COMPARABLES = 10

/** The data that an estimate may use within a scope. Without the index there are no comparable requests; the estimate says so. */
export async function estimateContext(
  deps: Deps,
  scope: Scope,
  draft: Draft,
  ownId: string | undefined,
): Promise<EstimateContext> {
  const { db, clock, settings } = deps
  const policy = await settings.policy()
  const likeness = await similarWithin(deps, scope, { id: ownId, ...draft }, 4 * COMPARABLES).catch(() => null)
  const alike = (likeness?.hits ?? []).filter(({ id, score }) => id !== ownId && score >= MIN_SIMILARITY)
  const ids = alike.map(({ id }) => id)
  const [recent, done] = await Promise.all([
    scope === null ? deps.recentHistory.rows() : recentRequests(db, scope),
    finishedAmong(db.read, ids),
  ])
  const finished = new Set(done.map(({ id }) => id))
  // The index ranks by more than the displayed score, but the list has to be in descending order of that.
  const similar = alike
    .filter(({ id }) => finished.has(id))
    .slice(0, COMPARABLES)
    .sort((a, b) => b.score - a.score)
  return {
    recent,
    isOwn: scope !== null,
    alike: done,
    similar: similar.map(({ id, score }) => ({ id, score: hundredth(score) })),
    now: clock().getTime(),
    unit: policy.estimateDays,
    calendar: workCalendarOf(policy),
  }
}

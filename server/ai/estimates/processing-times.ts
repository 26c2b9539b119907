import type { ProcessingTimes } from '../../../shared/assistant/messages.ts'
import type { Actor } from '../../platform/actor.ts'
import { visibleCondition, visibleTo } from '../../requests/visibility.ts'
import type { Deps } from './deps.ts'

const DAY_MS = 86_400_000
/** Fewer requests say little, and a median of one would reveal that request. */
const MIN_REQUESTS = 5
const MAX_REQUESTS = 2000

/** The office's published times, and the medians of the last year's finished requests visible to the actor, in calendar days. */
export async function getProcessingTimes(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
): Promise<ProcessingTimes> {
  const policy = await settings.policy()
  const { publishedTimes } = policy
  const scope = visibleTo(actor, policy)
  const since = new Date(clock().getTime() - 365 * DAY_MS).toISOString()
  const rows = await db.readInWorker(
    db.read
      .selectFrom('requests')
      .select(['created_at', 'started_at', 'completed_at'])
      .where('completed_at', '>=', since)
      .$if(scope !== null, (query) => query.where(visibleCondition(scope!.ownOf)))
      .orderBy('completed_at', 'desc')
      .limit(MAX_REQUESTS)
      .compile(),
  )
  const review = rows.flatMap(({ created_at, started_at }) => daysFrom(created_at, started_at))
  const work = rows.flatMap(({ started_at, completed_at }) => daysFrom(started_at, completed_at))
  return [
    { step: 'Initial review', published: publishedTimes.review, ...median(review) },
    { step: 'Technical assessment', published: publishedTimes.assessment, ...median([]) },
    { step: 'Implementation', published: publishedTimes.implementation, ...median(work) },
    { step: 'Testing and deployment', published: publishedTimes.deployment, ...median([]) },
  ]
}

function daysFrom(from: string | null, to: string | null): number[] {
  return from === null || to === null ? [] : [(Date.parse(to) - Date.parse(from)) / DAY_MS]
}

function median(days: number[]): { medianDays: number | null; requests: number } {
  if (days.length < MIN_REQUESTS) return { medianDays: null, requests: days.length }
  const sorted = days.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const value = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2
  return { medianDays: Math.round(value * 10) / 10, requests: days.length }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { dateIn } from '../../shared/dates.ts'
import type { Actor } from '../platform/actor.ts'
import { digestOf, isKnown } from '../platform/http/etag.ts'
import { visibleTo } from '../requests/visibility.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'

/** Ages are sent in hundredths of a day: within one of them, the same data give the same answer. */
const HUNDREDTH_MS = 864_000

/** Conditional GET: answers 304 to a client with a current copy, without computing the answer. */
export async function withEtag<T>(
  deps: Deps,
  { actor, url, headers }: Pick<FastifyRequest, 'actor' | 'url' | 'headers'>,
  reply: FastifyReply,
  answer: () => Promise<T>,
): Promise<T> {
  requireAnalytics(actor)
  // The tag is taken before the answer: a commit in between makes the answer newer than its tag, never older.
  const tag = await tagOf(deps, actor, url)
  if (tag && isKnown(headers['if-none-match'], tag)) {
    // Fastify accepts the sent reply as the return value.
    return reply.header('etag', tag).code(304).send(null) as never
  }
  const made = await answer()
  if (tag) reply.header('etag', tag)
  return made
}

export function requireAnalytics(actor: Pick<Actor, 'permissions'>): void {
  requirePermission(actor, 'analytics.view', 'see the analytics of the office')
}

/** Covers everything an answer depends on. Null if the database has no data version. */
async function tagOf({ db, clock, settings }: Deps, actor: Actor, url: string): Promise<string | null> {
  const [version, policy] = await Promise.all([db.dataVersion(), settings.policy()])
  if (version === null) return null
  const now = clock()
  // Midnight need not begin a hundredth.
  const time = `${dateIn(policy.timeZone, now)} ${Math.floor(now.getTime() / HUNDREDTH_MS)}`
  return `W/"${digestOf(`${version} ${time} ${actor.id} ${visibleTo(actor, policy) ? 'own' : 'all'} ${url}`)}"`
}

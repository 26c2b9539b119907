import type { IncomingMessage, ServerResponse } from 'node:http'
import { dateIn } from '../../shared/dates.ts'
import { bearerToken } from '../http/authentication.ts'
import { etagOf, REVALIDATED } from '../http/etag.ts'
import type { Actor, Services } from '../services.ts'
import { peekPolicy } from '../settings/service.ts'
import { visibleTo } from './visibility.ts'

/**
 * The tag of a list for as long as nothing is committed, known without looking. What the answer depends on besides the
 * rows is who asks, what they may see, for what, and what day it is. Nobody can have the tag of an address that was not
 * answered with a list before, so a known tag also says that the query is a good one. Null where commits cannot be
 * noticed (PostgreSQL, where other processes write too), and while the office's rules are not in memory.
 */
export function tagOfUnchanged({ db, clock }: Pick<Services, 'db' | 'clock'>, actor: Actor, url: string) {
  const stamp = db.stamp()
  const policy = peekPolicy(db)
  if (stamp === null || !policy) return null
  const seen = visibleTo(actor, policy) ? 'own' : 'all'
  return etagOf(`${stamp} ${dateIn(policy.timeZone, clock())} ${actor.id} ${seen} ${url}`)
}

/**
 * Answers 304 when the page has the list as it is, before the framework is asked: an open page asks again and again, so
 * most calls of a quiet office end here. The session is looked up as for any other call. Whatever is not plainly a known
 * list of a known person is left to the framework.
 * @returns whether the call is answered
 */
export function answerUnchanged(
  services: Pick<Services, 'db' | 'clock' | 'sessions'>,
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  const known = req.headers['if-none-match']
  const { method, url = '' } = req
  if (known === undefined || method !== 'GET' || !(url === LIST || url.startsWith(`${LIST}?`))) return false
  const token = bearerToken(req)
  try {
    const actor = token && services.sessions.peek(token)
    if (!actor || known !== tagOfUnchanged(services, actor, url)) return false
  } catch {
    // Nobody but the framework can answer for a failure; it will meet the same one.
    return false
  }
  res.writeHead(304, { etag: known, ...REVALIDATED }).end()
  return true
}

/** The address of the list, and its route in log and metrics. */
export const LIST = '/api/requests'

import type { IncomingMessage, ServerResponse } from 'node:http'
import { dateIn } from '../../shared/dates.ts'
import type { Reader } from '../database/db.ts'
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
export function tagOfUnchanged(office: Pick<Services, 'db' | 'clock'>, actor: Actor, url: string) {
  const stamp = office.db.stamp()
  const wish = stamp === null ? null : wishOf(office, actor, url)
  return wish === null ? null : etagOf(`${stamp} ${wish}`)
}

/** What an answer depends on besides the rows. */
function wishOf({ db, clock }: Pick<Services, 'db' | 'clock'>, actor: Actor, url: string): string | null {
  const policy = peekPolicy(db)
  if (!policy) return null
  const seen = visibleTo(actor, policy) ? 'own' : 'all'
  return `${dateIn(policy.timeZone, clock())} ${actor.id} ${seen} ${url}`
}

/** Where the database must be asked whether anything was committed: what was last found unchanged, and when. */
const lastFound = new WeakMap<Reader, Map<string, { etag: string; stamp: string }>>()
const MOST_FOUND = 2000

/**
 * Remembers for the next time that a list had this tag.
 * @param stamp asked for before the list was read: what is committed in between makes the next one differ
 */
export function rememberUnchanged(
  office: Pick<Services, 'db' | 'clock'>,
  actor: Actor,
  url: string,
  found: { etag: string; stamp: string },
): void {
  const wish = wishOf(office, actor, url)
  if (wish === null) return
  const all = lastFound.get(office.db.read) ?? new Map<string, typeof found>()
  lastFound.set(office.db.read, all)
  const [oldest] = all.keys()
  if (all.size >= MOST_FOUND && oldest !== undefined) all.delete(oldest)
  all.set(wish, found)
}

/**
 * Answers 304 when the page has the list as it is, before the framework is asked: an open page asks again and again, so
 * most calls of a quiet office end here. The session is looked up as for any other call. Whatever is not plainly a known
 * list of a known person is left to the framework.
 * @returns whether the call is answered, or will be
 */
export function answerUnchanged(
  services: Pick<Services, 'db' | 'clock' | 'sessions'>,
  req: IncomingMessage,
  res: ServerResponse,
): boolean | Promise<boolean> {
  const known = req.headers['if-none-match']
  const { method, url = '' } = req
  if (known === undefined || method !== 'GET' || !(url === LIST || url.startsWith(`${LIST}?`))) return false
  const token = bearerToken(req)
  try {
    const actor = token && services.sessions.peek(token)
    if (!actor) return false
    if (services.db.stamp() === null) return answerIfAsFound(services, actor, known, url, res)
    if (known !== tagOfUnchanged(services, actor, url)) return false
  } catch {
    // Nobody but the framework can answer for a failure; it will meet the same one.
    return false
  }
  res.writeHead(304, { etag: known, ...REVALIDATED }).end()
  return true
}

/** Asks the database only where that may be the end of it. */
function answerIfAsFound(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Actor,
  known: string,
  url: string,
  res: ServerResponse,
): boolean | Promise<boolean> {
  const wish = wishOf(services, actor, url)
  const found = wish !== null && lastFound.get(services.db.read)?.get(wish)
  if (!found || found.etag !== known) return false
  return services.db.askStamp().then(
    (stamp) => {
      if (stamp !== found.stamp) return false
      res.writeHead(304, { etag: known, ...REVALIDATED }).end()
      return true
    },
    // As above.
    () => false,
  )
}

/** The address of the list, and its route in log and metrics. */
export const LIST = '/api/requests'

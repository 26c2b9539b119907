import type { IncomingMessage, ServerResponse } from 'node:http'
import { dateIn } from '../../shared/dates.ts'
import type { Reader } from '../database/db.ts'
import { bearerToken } from '../http/authentication.ts'
import { etagOf, REVALIDATED } from '../http/etag.ts'
import type { Actor, Services } from '../services.ts'
import { getPolicy, peekPolicy, type Policy } from '../settings/service.ts'
import { visibleTo } from './visibility.ts'

type Office = Pick<Services, 'db' | 'clock'>

/**
 * The tag of a list for as long as nothing is committed, known without looking. What the answer depends on besides the
 * rows is who asks, what they may see, for what, and what day it is. Nobody can have the tag of an address that was not
 * answered with a list before, so a known tag also says that the query is a good one. Null where only the database knows
 * whether anything was committed (PostgreSQL), and while the office's rules are not in memory.
 */
export function tagOfUnchanged({ db, clock }: Office, actor: Actor, url: string): string | null {
  const stamp = db.stamp()
  const policy = peekPolicy(db)
  return stamp === null || !policy ? null : etagOf(`${stamp} ${wishOf(policy, clock, actor, url)}`)
}

/** What an answer depends on besides the rows. */
function wishOf(policy: Policy, clock: () => Date, actor: Actor, url: string): string {
  const seen = visibleTo(actor, policy) ? 'own' : 'all'
  return `${dateIn(policy.timeZone, clock())} ${actor.id} ${seen} ${url}`
}

/** Where the database must be asked whether anything was committed: what was last found unchanged, and when. */
const lastFound = new WeakMap<Reader, Map<string, { etag: string; stamp: string }>>()
const MOST_FOUND = 2000

/**
 * To be asked before a list is read where the database must be asked, so that what is committed in between, or a day that
 * begins, makes the next one differ.
 * @returns what remembers for the next time that the list had this tag; null where the database cannot tell
 */
export async function toRemember({ db, clock }: Office, actor: Actor, url: string) {
  const stamp = await db.askStamp()
  if (stamp === null) return null
  const wish = wishOf(await getPolicy(db), clock, actor, url)
  return (etag: string): void => {
    const all = lastFound.get(db.read) ?? new Map<string, { etag: string; stamp: string }>()
    lastFound.set(db.read, all)
    const [oldest] = all.keys()
    if (all.size >= MOST_FOUND && oldest !== undefined) all.delete(oldest)
    all.set(wish, { etag, stamp })
  }
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
    const tag = tagOfUnchanged(services, actor, url)
    if (tag === null) return answerIfAsFound(services, actor, known, url, res)
    if (known !== tag) return false
  } catch {
    // Nobody but the framework can answer for a failure; it will meet the same one.
    return false
  }
  res.writeHead(304, { etag: known, ...REVALIDATED }).end()
  return true
}

/** Asks the database only where that may be the end of it. */
function answerIfAsFound(
  { db, clock }: Office,
  actor: Actor,
  known: string,
  url: string,
  res: ServerResponse,
): boolean | Promise<boolean> {
  const policy = peekPolicy(db)
  const found = policy && lastFound.get(db.read)?.get(wishOf(policy, clock, actor, url))
  if (found?.etag !== known) return false
  return db.askStamp().then(
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

import type { Db } from '../platform/database/db.ts'
import { waitForWriters } from '../platform/database/dialect.ts'
import { sourceOf } from '../platform/http/address.ts'
import { announceTo, type Deps } from './deps.ts'
import { moveOn, progressOf } from './progress.ts'
import { earlierAddresses, newestSignIn, signInsAfter } from './sign-in-queries.ts'
import { type NewNotice, storeNotices } from './store-notices.ts'

/** Sign-ins looked at in one step. */
const STEP = 100
const DAY_MS = 86_400_000
/** A network is known for this long after the last sign-in from it. */
const KNOWN_DAYS = 90
const RINGS_FOR_DAYS = 7

/**
 * Tells people of sign-ins to their accounts from a network (/24 or /48) that the account was not used from in the last 90
 * days. The first sign-in ever is from a new place always, and says nothing.
 */
export async function scanSignIns(deps: Omit<Deps, 'settings'>, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const newest = await newestSignIn(db.read)
  let done = await progressOf(db.read, 'audit')
  if (done >= newest) return
  // Entries with lower ids may still be uncommitted.
  await waitForWriters(db)
  const since = new Date(clock().getTime() - RINGS_FOR_DAYS * DAY_MS).toISOString()
  while (done < newest) {
    signal?.throwIfAborted()
    const signIns = await signInsAfter(db.read, { after: done, upTo: newest, limit: STEP })
    const next = signIns.length < STEP ? newest : signIns.at(-1)!.id
    const notices: NewNotice[] = []
    for (const signIn of signIns) {
      if (signIn.at >= since && (await isFromNewPlace(db, signIn))) notices.push(noticeOf(signIn))
    }
    const notified = await db.write(async (tx) => {
      await moveOn(tx, 'audit', done, next)
      return storeNotices(tx, notices, { keepsUnwanted: true })
    })
    announceTo(deps, notified)
    done = next
  }
}

type SignIn = Awaited<ReturnType<typeof signInsAfter>>[number]

async function isFromNewPlace({ read }: Db, { id, actor_id, address, at }: SignIn): Promise<boolean> {
  const knownSince = new Date(Date.parse(at) - KNOWN_DAYS * DAY_MS).toISOString()
  const { isFirst, addresses } = await earlierAddresses(read, { personId: actor_id, before: id, since: knownSince })
  const { network } = sourceOf(address)
  return !isFirst && !addresses.some((one) => sourceOf(one).network === network)
}

function noticeOf({ actor_id: personId, address, at }: SignIn): NewNotice {
  return { personId, code: 'sign-in', reasons: ['account'], bundleKey: null, at, details: { address } }
}

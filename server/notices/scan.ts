import { waitForWriters } from '../platform/database/dialect.ts'
import type { Db } from '../platform/database/db.ts'
import type { Policy } from '../settings/service.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { announceTo, type Deps } from './deps.ts'
import { type Change, changesIn, type Facts } from './facts.ts'
import { newestEntry, notifiableEntries } from './history-entries.ts'
import { directly, loadFacts } from './load-facts.ts'
import { moveOn, progressOf } from './progress.ts'
import { storeQuestions } from './questions.ts'
import { INTERNAL, type NewNotice, storeNotices } from './store-notices.ts'

/** Entries that are notified of in one step: one transaction, which other writers wait for. */
const STEP = 40
/** Ids passed in one step, when nobody is notified of most of the entries. */
const MOST_PASSED = 5000
/** Entries around a step among which the rest of a change is looked for. */
const MARGIN = 100
/** Older entries ring no more: after a long stop, an import, or in a seeded office. */
const RINGS_FOR_MS = 7 * 86_400_000

/** Makes the notices of all history entries committed so far. */
export async function scanHistory(deps: Deps, signal?: AbortSignal): Promise<void> {
  const { db, settings, clock } = deps
  const newest = await newestEntry(db.read)
  let done = await progressOf(db.read, 'history')
  if (done >= newest) return
  // On PostgreSQL entries with lower ids may still be uncommitted; all of them are read once their transactions end.
  await waitForWriters(db)
  const policy = await settings.policy()
  while (done < newest) {
    signal?.throwIfAborted()
    const since = new Date(clock().getTime() - RINGS_FOR_MS).toISOString()
    const upTo = await endOfStep(db, { after: done, upTo: Math.min(newest, done + MOST_PASSED), since })
    announceTo(deps, await scanStep(db, policy, { after: done, upTo, since }))
    done = upTo
  }
}

interface Step {
  after: number
  upTo: number
  since: string
}

async function endOfStep({ read }: Db, { after, upTo, since }: Step): Promise<number> {
  const entries = await notifiableEntries(read)
    .where('h.id', '>', after)
    .where('h.id', '<=', upTo)
    .where('h.at', '>=', since)
    .limit(STEP)
    .execute()
  return entries.length === STEP ? entries.at(-1)!.id : upTo
}

/** @returns the people who got something */
async function scanStep(db: Db, policy: Policy, { after, upTo, since }: Step): Promise<Set<string>> {
  const entries = await notifiableEntries(db.read)
    .where('h.id', '>', after - MARGIN)
    .where('h.id', '<=', upTo + MARGIN)
    .where('h.at', '>=', since)
    .execute()
  // A change belongs to the step of its first entry.
  const changes = changesIn(entries).filter(({ entries: [first] }) => first!.id > after && first!.id <= upTo)
  const { factsOf, people } = await loadFacts(directly(db.read), policy, changes)
  const known = changes.flatMap((change) => {
    const facts = factsOf(change)
    return facts ? [{ change, facts }] : []
  })
  const notices = known.flatMap(({ change, facts }) =>
    candidatesOf(change, facts, people).map((one) => noticeOf(change, one, facts)),
  )
  return db.write(async (tx) => {
    await moveOn(tx, 'history', after, upTo)
    await storeQuestions(tx, known, people)
    return storeNotices(tx, notices)
  })
}

export function noticeOf(
  { number, actorId, at }: Change,
  { personId, code, reasons, entry }: Candidate,
  { department, comment }: Facts,
): NewNotice {
  const commentId = comment?.id
  const about = { personId, code, reasons, at, actorId, requestNumber: number, historyId: entry.id, commentId }
  // Requests of one department wait together, whoever submitted them.
  if (code === 'created') return { ...about, bundleKey: `created ${department}`, details: { department } }
  return { ...about, bundleKey: `${comment?.isInternal ? INTERNAL : ''}${code} ${actorId ?? ''}` }
}

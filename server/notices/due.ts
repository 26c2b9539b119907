import { addDays, dateIn } from '../../shared/dates.ts'
import type { Db } from '../platform/database/db.ts'
import type { Policy } from '../settings/service.ts'
import { isWatching, mayRead, reasonsFor } from './candidates.ts'
import { announceTo, type Deps } from './deps.ts'
import { type DueRequest, insertDueNotices, type Days, undoneDue } from './due-queries.ts'
import { type Change, peopleConcerned } from './facts.ts'
import { directly, loadFacts } from './load-facts.ts'
import { type NewNotice, storeNotices } from './store-notices.ts'

/** Requests in one transaction. */
const STEP = 100
/** A request rings as due soon so many days before; the same day counts. */
const SOON_DAYS = 2
/** It rings as overdue on the day after, or some days later when the program was not running. */
const LATE_DAYS = 3

/** Tells once that an open request is due soon, and once that it is overdue, in the office's days. */
export async function tellDueDates(deps: Deps, signal?: AbortSignal): Promise<void> {
  const { db, settings, clock } = deps
  const policy = await settings.policy()
  const today = dateIn(policy.timeZone, clock())
  const kinds: Days[] = [
    { code: 'due-soon', from: today, to: addDays(today, SOON_DAYS) },
    { code: 'overdue', from: addDays(today, -LATE_DAYS), to: addDays(today, -1) },
  ]
  for (const days of kinds) {
    for (;;) {
      signal?.throwIfAborted()
      const due = await undoneDue(db.read, days, STEP)
      if (due.length > 0) {
        announceTo(deps, await tell(db, policy, { due, code: days.code, at: clock().toISOString() }))
      }
      if (due.length < STEP) break
    }
  }
}

interface Told {
  due: readonly DueRequest[]
  code: Days['code']
  at: string
}

/** @returns the people who got something */
async function tell(db: Db, policy: Policy, { due, code, at }: Told): Promise<Set<string>> {
  const { factsOf, people } = await loadFacts(
    directly(db.read),
    policy,
    due.map(({ number }) => atPresent(number, at)),
  )
  const notices = due.flatMap(({ number, due_date: dueDate }): NewNotice[] => {
    const facts = factsOf(atPresent(number, at))
    if (!facts) return []
    return [...peopleConcerned(facts)].flatMap((personId) => {
      const recipient = people.get(personId)
      const reasons = reasonsFor(personId, facts)
      if (!recipient || !isWatching(reasons) || !mayRead(personId, recipient, facts)) return []
      return [{ personId, code, reasons, at, bundleKey: code, requestNumber: number, details: { dueDate } }]
    })
  })
  return db.write(async (tx) => {
    await insertDueNotices(tx, code, due)
    return storeNotices(tx, notices, { keepsUnwanted: true })
  })
}

/** Stands for the present in `loadFacts`: after every entry so far. */
function atPresent(number: number, at: string): Change {
  const empty = { actor_id: null, field: null, old_value: null, new_value: null, version: 0 }
  const entry = { ...empty, id: Number.MAX_SAFE_INTEGER, request_number: number, at, action: 'updated' as const }
  return { number, actorId: null, at, entries: [entry] }
}

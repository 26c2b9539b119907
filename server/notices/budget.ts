/* oxlint-disable unicorn/no-thenable -- the answer has a field of this name, and nobody awaits it */
import type { NoticeBudget, NoticePreferences } from '../../shared/notices.ts'
import type { Actor } from '../platform/actor.ts'
import { bundle } from './bundle.ts'
import { candidatesOf } from './candidates.ts'
import type { Deps } from './deps.ts'
import { changesIn } from './facts.ts'
import { entriesAbout, otherNotices } from './budget-queries.ts'
import { inWorker, loadFacts } from './load-facts.ts'
import { preferencesOf } from './preferences.ts'
import { noticeOf } from './scan.ts'

const WEEK_MS = 7 * 86_400_000
/** Changes whose facts are read together. */
const CHUNK = 500

/** A notice of the last week, whether or not it was wanted. */
type Replayed = Pick<ReturnType<typeof noticeOf>, 'code' | 'at' | 'bundleKey'>

/**
 * How many notices in the app the last seven days would have brought, with the stored preferences and with others: the
 * history is replayed through the functions that make notices.
 */
export async function noticeBudget(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: Actor,
  preferences: NoticePreferences,
): Promise<NoticeBudget> {
  const since = new Date(deps.clock().getTime() - WEEK_MS).toISOString()
  const stored = await preferencesOf(deps.db.read, actor.id)
  const replayed = await replay(deps, actor, since)
  const others = await inWorker(deps.db).run(otherNotices(deps.db.read, actor.id, since).compile())
  const count = ({ events }: NoticePreferences) => {
    const inApp = replayed.filter(({ code }) => events[code].app)
    return countBundled(inApp) + others.filter(({ code }) => events[code].app).length
  }
  return { now: count(stored), then: count(preferences) }
}

async function replay({ db, settings }: Pick<Deps, 'db' | 'settings'>, actor: Actor, since: string) {
  const policy = await settings.policy()
  const source = inWorker(db)
  const department = policy.departments.all.find(({ name }) => name === actor.user.department)?.key ?? null
  const entries = await source.run(entriesAbout(db.read, { personId: actor.id, department, since }).compile())
  const changes = changesIn(entries.toReversed())
  const notices: Replayed[] = []
  for (let i = 0; i < changes.length; i += CHUNK) {
    const chunk = changes.slice(i, i + CHUNK)
    const { factsOf, people } = await loadFacts(source, policy, chunk)
    const self = new Map([...people].filter(([id]) => id === actor.id))
    for (const change of chunk) {
      const facts = factsOf(change)
      if (!facts) continue
      notices.push(...candidatesOf(change, facts, self).map((one) => noticeOf(change, one, facts)))
    }
  }
  return notices
}

function countBundled(notices: readonly Replayed[]): number {
  const groups = [...Map.groupBy(notices, ({ bundleKey }) => bundleKey).values()]
  return groups.reduce((sum, group) => sum + bundle(group.map(single), join).length, 0)
}

type Counted = { at: string; count: number }

function single({ at }: Replayed): Counted {
  return { at, count: 1 }
}

function join(several: readonly Counted[]): Counted {
  return { at: several.at(-1)!.at, count: several.reduce((sum, { count }) => sum + count, 0) }
}

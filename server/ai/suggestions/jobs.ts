import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Job, JobHandler } from '../../platform/jobs/job.ts'
import { newestNumber } from '../../requests/newest-number.ts'
import type { Deps } from './deps.ts'
import { draftsOf, newestWaiting, readProgress, unclassifiedAfter, writeProgress } from './waiting-queries.ts'
import { classifyStored } from './stored-classification.ts'

const BATCH = 20
/** Classified concurrently, so that their results share a commit; few, so that interactive callers of the engine go first … */
const CONCURRENCY = 4
/** … as they do in the pause after each group, */
const PAUSE_MS = 10
/** and other writers do so, too, up to this long. */
const MAX_WAIT_MS = 1000
/** Consecutive failures after which the engine is taken to be at fault, not the texts. */
const MAX_FAILURES = 5
/** Distance from the newest request at which the mark below is moved. */
const FAR = 1000
/** Key of the number up to which every request has a stored classification. */
const CAUGHT_UP = 'classified-through'

export function suggestionJobs(deps: Deps): Record<string, JobHandler> {
  return { 'classify-missing': (job) => classifyMissing(deps, job) }
}

/** Enqueues the backlog: requests created while the engine was down, or seeded. */
export async function scheduleClassifying({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  await db.write((tx) => queue.add(tx, { kind: 'classify-missing', payload: null, uniqueKey: 'all' }))
}

/**
 * Classifies all waiting requests, newest first, as people are most likely to open those. While none waits it walks once
 * through all others (the seeded ones); its progress is persisted.
 */
async function classifyMissing(deps: Deps, job: Job): Promise<void> {
  const { db } = deps
  const failures = new Map<number, unknown>()
  let inARow = 0
  const classifyAll = async (numbers: number[]) => {
    const requests = await draftsOf(db.read, numbers)
    for (let from = 0; from < requests.length; from += CONCURRENCY) {
      await db.whenIdle(MAX_WAIT_MS)
      job.signal.throwIfAborted()
      const group = requests.slice(from, from + CONCURRENCY)
      const results = await Promise.allSettled(group.map((request) => classifyStored(deps, request)))
      results.forEach((result, i) => {
        inARow = result.status === 'fulfilled' ? 0 : inARow + 1
        if (result.status === 'rejected') failures.set(group[i]!.number, result.reason)
      })
      if (inARow >= MAX_FAILURES) throw failures.values().next().value
      await pause(PAUSE_MS)
    }
  }
  let after = z
    .number()
    .catch(0)
    .parse(await readProgress(db.read, CAUGHT_UP))
  const caughtUp = async (through: number) => {
    after = through
    if (failures.size === 0) await db.write((tx) => writeProgress(tx, CAUGHT_UP, through))
  }
  for (;;) {
    // A failed request must not block the others; it is retried with the whole job.
    const waiting = await newestWaiting(db.read, BATCH + failures.size)
    const numbers = waiting.filter((number) => !failures.has(number)).slice(0, BATCH)
    if (numbers.length > 0) {
      await classifyAll(numbers)
      continue
    }
    const newest = await newestNumber(db.read)
    const others = await unclassifiedAfter(db, after, BATCH)
    if (others.length === 0) {
      if (newest > after + FAR) await caughtUp(newest)
      break
    }
    const untried = others.filter((number) => !failures.has(number))
    if (untried.length > 0) await classifyAll(untried)
    await caughtUp(others.at(-1)!)
  }
  if (failures.size > 0) throw failures.values().next().value
}

import { z } from 'zod'
import type { Departments } from '../../../shared/departments.ts'
import type { Tx } from '../../platform/database/db.ts'
import { tellPages } from '../../platform/database/hints.ts'
import { analyzeStored, storeAnalysis } from '../estimates/service.ts'
import { record } from '../../audit/service.ts'
import { recordAsked } from '../../requests/history/service.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import type { DeadLetterHandler, Job, JobHandler } from '../../platform/jobs/job.ts'
import { storeSuggestion } from '../suggestions/stored-suggestion.ts'
import type { Deps } from './deps.ts'
import { countItems } from './item-queries.ts'
import { announceTo } from '../../notices/deps.ts'
import { tellReady } from '../../notices/ready.ts'
import { endBatch, fillItem, findBatch, nextWaiting } from './queries.ts'

const KIND = 'batch'
/** Each attempt resumes where the last one stopped, so that a batch completes even if the process is often restarted. */
const MAX_ATTEMPTS = 50
/** Attempts that try the failed rows again while the engine runs; after that the batch ends without them. */
const MAX_ROW_RETRIES = 10
/** Consecutive failures after which the engine is taken to be at fault, not the texts. */
const MAX_FAILURES = 5

const Payload = z.object({ batchId: z.string() })

export async function scheduleBatch(tx: Tx, queue: JobQueue, batchId: string, personId: string): Promise<void> {
  await queue.add(tx, { kind: KIND, payload: { batchId }, uniqueKey: batchId, maxAttempts: MAX_ATTEMPTS, personId })
}

export function batchJobs(deps: Deps): Record<string, JobHandler> {
  return { [KIND]: (job) => runBatch(deps, job) }
}

/** Ends a batch that will not go on; its analyzed rows stay for review. */
export function deadBatches({ clock }: Pick<Deps, 'clock'>): Record<string, DeadLetterHandler> {
  return {
    [KIND]: async (tx, payload) => {
      await endBatch(tx, Payload.parse(payload).batchId, 'cancelled', clock().toISOString())
    },
  }
}

/**
 * Analyzes the rows one at a time and stores each by itself, so that the batch resumes after a crash. A row that fails does
 * not block the others: it is retried with the whole job.
 */
async function runBatch(deps: Deps, job: Job): Promise<void> {
  const { batchId } = Payload.parse(job.payload)
  const { db } = deps
  const failures: unknown[] = []
  let inARow = 0
  let after = 0
  for (;;) {
    job.signal.throwIfAborted()
    const batch = await findBatch(db.read, batchId)
    if (batch?.state !== 'running') return
    const row = await nextWaiting(db.read, batchId, after)
    if (!row) return endRun(deps, job, batch, failures)
    after = row.item_id
    const result = await analyze(deps, batch, row).catch((error: unknown) => {
      failures.push(error)
      return null
    })
    inARow = result ? 0 : inARow + 1
    if (result) await store(deps, batch, row, result)
    else if (inARow >= MAX_FAILURES && job.attempt < MAX_ATTEMPTS) throw failures[0]
    else if (inARow >= MAX_FAILURES) return endRun(deps, job, batch, failures)
  }
}

/** Ends a batch, or throws for another attempt at its failed rows. */
async function endRun(
  deps: Deps,
  job: Job,
  { id, created_by_id: actorId }: RunningBatch,
  failures: readonly unknown[],
): Promise<void> {
  const { db, clock, ai, settings } = deps
  // While the engine is down or starting, the texts are not at fault.
  const tries = ai.state().state === 'ready' ? MAX_ROW_RETRIES : MAX_ATTEMPTS
  const failed = failures.length
  if (failed > 0 && job.attempt < tries) throw failures[0]
  const { departments } = await settings.policy()
  await db.write(async (tx) => {
    // A cancelled batch shows only its analyzed rows for review.
    const isEnded = await endBatch(tx, id, failed > 0 ? 'cancelled' : 'finished', clock().toISOString())
    if (isEnded && failed > 0) {
      const about = { targetType: 'batch', targetId: id, details: { failed } }
      await record(tx, clock, { actorId, action: 'ai.batch-failed', address: null, ...about })
    }
    if (isEnded) await tellStarter(tx, { id, departments, personId: actorId, at: clock().toISOString() })
    await job.finishIn(tx)
  })
  announceTo(deps, [actorId])
}

/** Counts the suggestions that differ from what is set. */
async function tellStarter(
  tx: Tx,
  { id, departments, personId, at }: { id: string; departments: Departments; personId: string; at: string },
): Promise<void> {
  const counts = await countItems(tx, id, { departments, scope: null, lookedAt: true })
  const rows = counts.reduce((sum, { differ }) => sum + Number(differ), 0)
  const path = '/dashboard?view=ai-analysis'
  await tellReady(tx, { personId, code: 'batch-ready', reason: 'started', targetId: id, path, rows, at })
}

type RunningBatch = NonNullable<Awaited<ReturnType<typeof findBatch>>>
type WaitingRow = NonNullable<Awaited<ReturnType<typeof nextWaiting>>>

async function analyze(deps: Deps, batch: RunningBatch, row: WaitingRow) {
  const { departments } = await deps.settings.policy()
  const result = await deps.ai.classify({ title: row.title, description: row.description }, departments)
  return { result, analysis: batch.with_time === 1 ? await analyzeStored(deps, row) : null }
}

async function store(
  { db, clock }: Deps,
  batch: RunningBatch,
  row: WaitingRow,
  { result, analysis }: Awaited<ReturnType<typeof analyze>>,
): Promise<void> {
  await db.write(async (tx) => {
    const at = clock().toISOString()
    const stamp = { at, askedById: batch.created_by_id }
    const suggestion_id = await storeSuggestion(tx, result, { ...row, ...stamp })
    const time = analysis?.timeEstimate
    const isOurs = await fillItem(tx, row.item_id, {
      suggestion_id,
      version: row.version,
      estimated_days: time?.estimatedDays ?? null,
      low_days: time?.low ?? null,
      high_days: time?.high ?? null,
      days_unit: time?.unit ?? null,
    })
    // Nothing is stored twice: the suggestion is rolled back with the transaction.
    if (!isOurs) throw new Error('This batch belongs to another process by now')
    tellPages(tx, { kind: 'batches', personId: batch.created_by_id })
    const event = { request_number: row.number, at, actor_id: batch.created_by_id, version: row.version }
    await recordAsked(tx, event, 'classified')
    // The estimate shown for review is the one that the request's details show.
    if (analysis) await storeAnalysis(tx, analysis, { ...row, at, actorId: batch.created_by_id, madeForId: null })
  })
}

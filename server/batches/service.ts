import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Batch, BatchCall, BatchItem, BatchItems, BatchItemsQuery } from '../../shared/ai-batches.ts'
import type { Departments } from '../../shared/departments.ts'
import type { RequestListQuery } from '../../shared/request-list.ts'
import { record } from '../audit/service.ts'
import { type AppError, fieldError, tooManyCalls } from '../errors.ts'
import { recordAsked } from '../history/service.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import type { Job, JobHandler } from '../jobs/runner.ts'
import { listRequests } from '../requests/list/service.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Actor } from '../actor.ts'
import type { Deps } from './deps.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { estimateStored } from '../estimates/service.ts'
import { storeSuggestion } from '../suggestions/stored-suggestion.ts'
import { retiredNote } from '../suggestions/retired-department.ts'
import {
  batchesOf,
  countItems,
  countRunning,
  countVisible,
  endBatch,
  fillItem,
  findBatch,
  insertBatch,
  nextWaiting,
  pageOfItems,
} from './queries.ts'

/** Rows of one batch: more than one person can review. A larger backlog takes several batches. */
const MAX_ROWS = 2000
/** Each attempt resumes where the last one stopped, so that a batch completes even if the process is often restarted. */
const MAX_ATTEMPTS = 50
/** Attempts that try the failed rows again while the engine runs; after that the batch ends without them. */
const MAX_ROW_RETRIES = 10
/** Consecutive failures after which the engine is taken to be at fault, not the texts. */
const MAX_FAILURES = 5
const PAGE = 100
/** Unfinished batches of one person; the batches of several people take turns. */
const MAX_RUNNING = 2

function mayBatch(actor: Actor): void {
  requirePermission(actor, 'ai.batch', 'analyze the backlog')
}

/**
 * Starts to analyze the requests that match the filter (by default the open ones) and are visible to the actor.
 * @param once a retried call with the same key starts no second batch
 */
export async function startBatch(
  deps: Deps,
  actor: Actor,
  call: BatchCall,
  once: IdempotentCall = WITHOUT_KEY,
): Promise<Batch> {
  mayBatch(actor)
  // The suggestions become the classification of other people's requests.
  requirePermission(actor, 'requests.edit', 'edit requests')
  const { db, clock } = deps
  const first = await once.earlier<Batch>(db.read)
  if (first) return first.value
  const filter: RequestListQuery = call.filter ?? { status: ['pending', 'in_progress'] }
  // Requests created meanwhile shift others to the next page, where they are found twice: hence a set.
  const numbers = new Set<number>()
  for (let page = 1; numbers.size < MAX_ROWS; page++) {
    const { requests } = await listRequests(deps, actor, { ...filter, page, limit: PAGE })
    // RFD-<year>-<running number>
    for (const { requestId } of requests) numbers.add(Number(requestId.split('-')[2]))
    if (requests.length < PAGE) break
  }
  const id = randomUUID()
  const at = clock().toISOString()
  const total = numbers.size
  return db.write((tx) =>
    once.run<Batch>(tx, async () => {
      if ((await countRunning(tx, actor.id)) >= MAX_RUNNING) throw tooManyRunning()
      await insertBatch(
        tx,
        {
          id,
          created_by_id: actor.id,
          created_at: at,
          filter: JSON.stringify(filter),
          with_time: call.kinds?.includes('time') ? 1 : 0,
          total,
          state: 'running',
          ended_at: null,
        },
        [...numbers],
      )
      const job = { kind: 'batch', payload: { batchId: id }, uniqueKey: id, maxAttempts: MAX_ATTEMPTS }
      await deps.queue.add(tx, { ...job, personId: actor.id })
      await record(tx, clock, {
        actorId: actor.id,
        action: 'ai.batch-started',
        targetType: 'batch',
        targetId: id,
        details: { requests: total },
      })
      return { id, createdAt: at, state: 'running', total, done: 0, undecided: total }
    }),
  )
}

function tooManyRunning(): AppError {
  const message = `${MAX_RUNNING} of your analyses are already running. Please wait for one to finish, or stop one.`
  return tooManyCalls(message)
}

/** The actor's own batches, newest first. */
export async function listBatches(deps: Reading, actor: Actor): Promise<Batch[]> {
  mayBatch(actor)
  return toBatches(deps, actor, await batchesOf(deps.db.read, actor.id))
}

/** @throws AppError `not-found`, also for a batch of another person */
export async function getBatch(deps: Reading, actor: Actor, id: string): Promise<Batch> {
  mayBatch(actor)
  const [batch] = await toBatches(deps, actor, await batchesOf(deps.db.read, actor.id, id))
  if (batch) return batch
  throw fieldError('not-found', 'id', 'There is no such batch.')
}

type Reading = Pick<Deps, 'db' | 'settings'>
type BatchRow = Awaited<ReturnType<typeof batchesOf>>[number]

/** Counts only the requests that the actor may see: fewer, maybe, than when the batch was started. */
async function toBatches({ db, settings }: Reading, actor: Actor, rows: BatchRow[]): Promise<Batch[]> {
  const scope = visibleTo(actor, await settings.policy())
  if (scope === null) return rows.map(toBatch)
  const ids = rows.map(({ id }) => id)
  const visible = new Map((await countVisible(db.read, scope, ids)).map((row) => [row.id, row]))
  return rows.map((row) => toBatch({ ...row, total: 0, done: 0, decided: 0, ...visible.get(row.id) }))
}

function toBatch(row: BatchRow): Batch {
  const { id, created_at: createdAt, state } = row
  const [total, done, decided] = [row.total, row.done, row.decided].map(Number) as [number, number, number]
  return { id, createdAt, state, total, done, undecided: (state === 'cancelled' ? done : total) - decided }
}

/** Stops a batch; its results so far stay. */
export async function cancelBatch(deps: Deps, actor: Actor, id: string): Promise<Batch> {
  const { db, clock } = deps
  await getBatch(deps, actor, id)
  await db.write(async (tx) => {
    if (!(await endBatch(tx, id, 'cancelled', clock().toISOString()))) return
    await record(tx, clock, { actorId: actor.id, action: 'ai.batch-cancelled', targetType: 'batch', targetId: id })
  })
  return getBatch(deps, actor, id)
}

export async function listItems(deps: Deps, actor: Actor, id: string, query: BatchItemsQuery): Promise<BatchItems> {
  const { state } = await getBatch(deps, actor, id)
  const { db, settings } = deps
  const policy = await settings.policy()
  const { departments } = policy
  const only = { departments, scope: visibleTo(actor, policy), lookedAt: state === 'cancelled' }
  const [rows, counted] = await Promise.all([pageOfItems(db.read, id, query, only), countItems(db.read, id, only)])
  return {
    items: rows.map((row) => toItem(row, departments)),
    ...toCounts(counted, query),
  }
}

function toItem(row: Awaited<ReturnType<typeof pageOfItems>>[number], departments: Departments): BatchItem {
  return {
    itemId: row.id,
    id: row.request,
    requestId: row.request_id,
    title: row.title,
    status: row.status,
    current: { priority: row.now_priority, department: row.now_department },
    suggested:
      row.suggestion_id === null
        ? null
        : {
            suggestionId: row.suggestion_id,
            priority: row.priority!,
            department: departments.presentOf(row.department!) ?? row.now_department,
            departmentNote: retiredNote(departments, row.department!),
            developmentType: row.development_type!,
            confidence: row.confidence!,
          },
    time:
      row.estimated_days === null
        ? null
        : {
            days: row.estimated_days,
            low: row.low_days!,
            high: row.high_days!,
            unit: row.days_unit ?? 'calendar',
          },
    decision: row.decision,
    undone: row.undone_at !== null,
  }
}

function toCounts(
  counted: Awaited<ReturnType<typeof countItems>>,
  { decision, differs }: BatchItemsQuery,
): Pick<BatchItems, 'total' | 'counts'> {
  const asked = counted.filter((row) => decision === undefined || (row.decision ?? 'none') === decision)
  const column = differs === undefined ? 'all' : differs === 'true' ? 'differ' : 'agree'
  const open = counted.find((row) => row.decision === null)
  const counts = { differ: Number(open?.differ ?? 0), agree: Number(open?.agree ?? 0), sure: Number(open?.sure ?? 0) }
  return { total: asked.reduce((total, row) => total + Number(row[column]), 0), counts }
}

const Payload = z.object({ batchId: z.string() })

export function batchJobs(deps: Deps): Record<string, JobHandler> {
  return { batch: (job) => runBatch(deps, job) }
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
    const found = await analyze(deps, batch, row).catch((error: unknown) => {
      failures.push(error)
      return null
    })
    inARow = found ? 0 : inARow + 1
    if (found) await store(deps, batch, row, found)
    else if (inARow >= MAX_FAILURES && job.attempt < MAX_ATTEMPTS) throw failures[0]
    else if (inARow >= MAX_FAILURES) return endRun(deps, job, batch, failures)
  }
}

/** Ends a batch, or throws for another attempt at its failed rows. */
async function endRun(
  { db, clock, ai }: Deps,
  job: Job,
  { id, created_by_id: actorId }: RunningBatch,
  failures: readonly unknown[],
): Promise<void> {
  // While the engine is down or starting, the texts are not at fault.
  const tries = ai.state().state === 'ready' ? MAX_ROW_RETRIES : MAX_ATTEMPTS
  const failed = failures.length
  if (failed > 0 && job.attempt < tries) throw failures[0]
  await db.write(async (tx) => {
    // A cancelled batch shows only its analyzed rows for review.
    const isEnded = await endBatch(tx, id, failed > 0 ? 'cancelled' : 'finished', clock().toISOString())
    if (isEnded && failed > 0) {
      const about = { targetType: 'batch', targetId: id, details: { failed } }
      await record(tx, clock, { actorId, action: 'ai.batch-failed', address: null, ...about })
    }
    await job.finishIn(tx)
  })
}

type RunningBatch = NonNullable<Awaited<ReturnType<typeof findBatch>>>
type WaitingRow = NonNullable<Awaited<ReturnType<typeof nextWaiting>>>

async function analyze(deps: Deps, batch: RunningBatch, row: WaitingRow) {
  const { departments } = await deps.settings.policy()
  const result = await deps.ai.classify({ title: row.title, description: row.description }, departments)
  return { result, time: batch.with_time === 1 ? await estimateStored(deps, row) : null }
}

async function store(
  { db, clock }: Deps,
  batch: RunningBatch,
  row: WaitingRow,
  { result, time }: Awaited<ReturnType<typeof analyze>>,
): Promise<void> {
  await db.write(async (tx) => {
    const at = clock().toISOString()
    const asked = { at, askedById: batch.created_by_id }
    const suggestion_id = await storeSuggestion(tx, result, { ...row, ...asked })
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
    const event = { request_number: row.number, at, actor_id: batch.created_by_id, version: row.version }
    await recordAsked(tx, event, 'classified')
  })
}

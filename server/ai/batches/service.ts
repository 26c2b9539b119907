import { randomUUID } from 'node:crypto'
import type { Batch, BatchCall } from '../../../shared/ai-batches.ts'
import type { RequestListQuery } from '../../../shared/request-list.ts'
import { record } from '../../audit/service.ts'
import { type AppError, fieldError, tooManyCalls } from '../../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import { listRequests } from '../../requests/list/service.ts'
import { visibleTo } from '../../requests/visibility.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from './deps.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { scheduleBatch } from './jobs.ts'
import { batchesOf, countRunning, countVisible, endBatch, insertBatch } from './queries.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'
import { text } from '../../../shared/texts/say.ts'

/** Rows of one batch: more than one person can review. A larger backlog takes several batches. */
const MAX_ROWS = 2000
const PAGE = 100
/** Unfinished batches of one person; the batches of several people take turns. */
const MAX_RUNNING = 2

function mayBatch(actor: Actor): void {
  requirePermission(actor, 'ai.batch', 'analyze the backlog')
}

/**
 * Starts to analyze the requests that match the filter (by default the open ones) and are visible to the actor.
 * @param idempotency a retried call with the same key starts no second batch
 */
export async function startBatch(
  deps: Deps,
  actor: Actor,
  call: BatchCall,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<Batch> {
  mayBatch(actor)
  // The suggestions become the classification of other people's requests.
  requirePermission(actor, 'requests.edit', 'edit requests')
  const { db, clock } = deps
  const first = await idempotency.earlier<Batch>(db)
  if (first) return first.value
  const filter: RequestListQuery = call.filter ?? { status: [...OPEN_STATUSES] }
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
    idempotency.run<Batch>(tx, async () => {
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
      await scheduleBatch(tx, deps.queue, id, actor.id)
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
  const message = text('{most} of your analyses are already running. Please wait for one to finish, or stop one.', {
    most: MAX_RUNNING,
  })
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
  throw fieldError('not-found', 'id', text('There is no such batch.'))
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

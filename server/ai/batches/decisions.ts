import { z } from 'zod'
import type { BatchDecisions, BatchOutcome, BatchUndo } from '../../../shared/ai-batches.ts'
import { Department, Priority } from '../../../shared/requests.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/errors.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import { lockRequest } from '../../requests/service.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from './deps.ts'
import { editWithin } from '../../requests/edit.ts'
import { decideBatchItem } from '../suggestions/applied-decisions.ts'
import { scheduleTraining } from '../training/service.ts'
import { findItem, updateItem } from './item-queries.ts'
import { refuseIfOutdated } from './outdated.ts'
import { getBatch } from './service.ts'

/** Data needed to undo a decision. */
const Applied = z.object({
  before: z.object({ priority: Priority, department: Department }),
  version: z.int(),
})

/**
 * Applies decisions one by one by the ordinary edit, with its history and its refusals.
 * @param idempotency a retried call with the same key has no second effect and resumes where the first was interrupted
 */
export async function decide(
  deps: Deps,
  actor: Actor,
  id: string,
  call: BatchDecisions,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<BatchOutcome> {
  await getOwnBatch(deps, actor, id)
  const { clock, settings } = deps
  const policy = await settings.policy()
  const about = { clock, actor, batchId: id, departments: policy.departments }
  return eachOf(deps, idempotency, call.items, async (tx, { itemId, decision, priority, department }) => {
    const item = await findItem(tx, id, itemId)
    if (!item?.suggestion_id || !item.priority || !item.department)
      throw new AppError('not-found', text('There is no such row.'))
    // The actor may see fewer requests now than when the batch was started.
    const row = await lockRequest(tx, actor, policy, item.request)
    if (item.decision !== null && item.undone_at === null)
      throw new AppError('wrong-status', text('This row has already been decided.'))
    if (decision === 'correct' && priority === undefined && department === undefined)
      throw new AppError('bad-input', text('A correction needs a priority or a department.'))
    const suggested = {
      priority: item.priority,
      department: policy.departments.presentOf(item.department) ?? item.now_department,
    }
    let applied: z.infer<typeof Applied> | null = null
    if (decision !== 'skip') {
      const values = decision === 'accept' ? suggested : { priority, department }
      const before = { priority: item.now_priority, department: item.now_department }
      await refuseIfOutdated(tx, policy.departments, row, item.version!)
      const patch = { ...values, version: row.version, assignedToId: undefined }
      const after = await editWithin(tx, { clock, policy }, actor, item.request, patch)
      applied = { before, version: after.version }
    }
    const decided_at = clock().toISOString()
    const json = applied && JSON.stringify(applied)
    await updateItem(tx, itemId, { decision, decided_at, applied: json, undone_at: null })
    const made = { decision, priority, department }
    await decideBatchItem(tx, { ...about, row }, item.suggestion_id, made)
    if (decision !== 'skip') await scheduleTraining(tx, deps.queue, 0)
  })
}

/**
 * Reverts decisions, unless the request has been changed since.
 * @param idempotency as for `decide`
 */
export async function undo(
  deps: Deps,
  actor: Actor,
  id: string,
  call: BatchUndo,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<BatchOutcome> {
  await getOwnBatch(deps, actor, id)
  const { clock, settings } = deps
  const policy = await settings.policy()
  const about = { clock, actor, batchId: id, departments: policy.departments }
  const items = call.decisionIds.map((itemId) => ({ itemId }))
  return eachOf(deps, idempotency, items, async (tx, { itemId }) => {
    const item = await findItem(tx, id, itemId)
    if (!item?.decision || item.undone_at !== null) throw new AppError('not-found', text('There is nothing to undo.'))
    const row = await lockRequest(tx, actor, policy, item.request)
    // The next decision is about the present version of the request.
    let now = item.version
    if (item.applied) {
      const { before, version } = Applied.parse(JSON.parse(item.applied))
      const patch = { ...before, version, assignedToId: undefined }
      now = (await editWithin(tx, { clock, policy }, actor, item.request, patch)).version
    }
    const undone_at = clock().toISOString()
    await updateItem(tx, itemId, { decision: null, decided_at: null, applied: null, undone_at, version: now })
    await decideBatchItem(tx, { ...about, row }, item.suggestion_id!, null)
  })
}

/** @throws AppError unless the batch is the actor's own and they may edit requests */
async function getOwnBatch(deps: Deps, actor: Actor, id: string): Promise<void> {
  await getBatch(deps, actor, id)
  requirePermission(actor, 'requests.edit', 'edit requests')
}

/**
 * One transaction for each row, so that a refused one does not roll back the others. With an idempotency key each row is
 * done once, and so is the whole call: a retry, even a concurrent one, gets the same outcome.
 */
async function eachOf<T extends { itemId: number }>(
  { db }: Pick<Deps, 'db'>,
  idempotency: IdempotentCall,
  items: T[],
  work: (tx: Tx, item: T) => Promise<void>,
): Promise<BatchOutcome> {
  const first = await idempotency.earlier<BatchOutcome>(db)
  if (first) return first.value
  const outcome: BatchOutcome = []
  for (const [place, item] of items.entries()) {
    const { itemId } = item
    try {
      await db.write((tx) => idempotency.as((route) => `${route} ${place}`).run(tx, () => work(tx, item)))
      outcome.push({ itemId, ok: true, error: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      outcome.push({ itemId, ok: false, error: error.message })
    }
  }
  return db.write((tx) => idempotency.run(tx, async () => outcome))
}

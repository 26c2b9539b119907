import { dateIn } from '../../shared/dates.ts'
import type { NewRequest, NewRequestWithFiles, ServiceRequest } from '../../shared/requests.ts'
import type { Tx } from '../platform/database/db.ts'
import { orderedId } from '../platform/database/ordered-id.ts'
import { addToSearch } from './search/texts.ts'
import { nextNumber } from '../platform/database/dialect.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import { recordCreation } from './history/service.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import type { Actor } from '../platform/actor.ts'
import type { Policy } from '../settings/service.ts'
import type { StoringDeps } from './deps.ts'
import { checkActive } from './department.ts'
import { countChange } from './counters/service.ts'
import { attachUploads } from '../documents/uploads/attach.ts'
import { insertRequest } from './queries.ts'
import { newRow, toServiceRequest } from './row.ts'
import { audit } from './save-change.ts'
import { lockRequest } from './service.ts'

/**
 * Stores a new request under the next number, pending and unassigned, with its uploaded files.
 * @throws AppError whatever `attachUploads` throws; then nothing is stored
 */
export async function createRequest(
  { db, clock, settings, queue }: StoringDeps,
  actor: Actor,
  { uploadIds = [], ...input }: NewRequestWithFiles,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<ServiceRequest> {
  const policy = await settings.policy()
  return db.write((tx) =>
    idempotency.run(tx, async () => {
      const request = await createWithin(tx, { clock, policy, queue }, actor, input)
      if (uploadIds.length > 0) {
        const row = await lockRequest(tx, actor, policy, request.id)
        await attachUploads(tx, { clock, policy, queue }, actor, row, uploadIds)
      }
      return request
    }),
  )
}

/** As `createRequest`, within a transaction that also writes other data. */
export async function createWithin(
  tx: Tx,
  { clock, policy, queue }: Pick<StoringDeps, 'clock' | 'queue'> & { policy: Policy },
  actor: Actor,
  input: NewRequest,
): Promise<ServiceRequest> {
  requirePermission(actor, 'requests.create', 'submit requests')
  checkActive(policy.departments, input.department)
  const now = clock()
  const at = now.toISOString()
  const day = dateIn(policy.timeZone, now)
  const number = await nextNumber(tx)
  const request_id = `RFD-${day.slice(0, 4)}-${String(number).padStart(4, '0')}`
  const row = newRow({ number, id: orderedId(now), request_id, requester_id: actor.id, created_at: at }, input)
  await insertRequest(tx, row)
  await addToSearch(tx, { number, requestId: row.request_id, title: row.title, description: row.description })
  await recordCreation(tx, { request_number: number, at, actor_id: actor.id, version: 1 })
  await audit(tx, clock, actor, 'request.created', row)
  await countChange(tx, null, row, policy.timeZone)
  // The row itself says that it has no classification yet; the job looks for all such rows.
  await queue.add(tx, { kind: 'classify-missing', payload: null, uniqueKey: 'all' })
  const { firstName, lastName } = actor.user
  const names = { assignee_first: null, assignee_last: null, requester_first: firstName, requester_last: lastName }
  return toServiceRequest({ ...row, ...names })
}

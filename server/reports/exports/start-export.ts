import { randomUUID } from 'node:crypto'
import { keptUntil } from '../../../shared/retention.ts'
import { LIST_COLUMNS } from '../../../shared/export-columns.ts'
import type { Export, NewExport } from '../../../shared/exports/exports.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import { tooManyCalls } from '../../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import { visibleTo } from '../../requests/visibility.ts'
import { clockName } from '../spreadsheets/clock-name.ts'
import type { Deps } from './deps.ts'
import { MAX_ATTEMPTS } from './jobs.ts'
import { listNamed } from './lists/index.ts'
import { countOfPerson, type ExportRow, insertExport } from './queries.ts'
import { MAX_KEPT, mayExport, toExport } from './service.ts'

/** Limit per person, so that exports of others are not delayed. */
const MAX_ACTIVE = 3

/**
 * Starts an export of a list: every request that the view matches now and the actor may see.
 * @param idempotency idempotency: a repeated call with the same key starts nothing
 */
export async function startExport(
  deps: Deps,
  actor: Actor,
  input: NewExport,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<Export> {
  mayExport(actor)
  const { format, view, list: name = 'requests' } = input
  const list = listNamed(name)
  list.requireAccess(actor)
  const { db, clock, queue, settings } = deps
  const policy = await settings.policy()
  const now = clock()
  const scope = visibleTo(actor, policy)
  const columns = 'columns' in input ? (input.columns ?? LIST_COLUMNS) : LIST_COLUMNS
  await list.check(deps, { actor, view, columns, scope, policy, at: now })
  const id = randomUUID()
  const row: ExportRow = {
    id,
    user_id: actor.id,
    list: name,
    format,
    file_name: `${list.titleOf(view)} ${clockName(policy.timeZone, now)}.${format}`,
    view: JSON.stringify(view),
    columns: JSON.stringify(columns),
    sees_all: scope === null ? 1 : 0,
    state: 'waiting',
    rows_done: 0,
    total: null,
    store_key: null,
    size: null,
    checksum: null,
    note: null,
    created_at: now.toISOString(),
    expires_at: keptUntil('exports', now),
  }
  return db.write((tx) =>
    idempotency.run<Export>(tx, async () => {
      await lockByName(tx, `exports of ${actor.id}`)
      const { kept, underWay } = await countOfPerson(tx, actor.id)
      if (underWay >= MAX_ACTIVE)
        throw tooManyCalls(
          text('{most} of your exports are already under way. Please wait for one to finish, or delete one.', {
            most: MAX_ACTIVE,
          }),
        )
      if (kept >= MAX_KEPT)
        throw tooManyCalls(text('You have {most} exports. Please delete some first.', { most: MAX_KEPT }))
      await insertExport(tx, row)
      const job = { kind: 'export', payload: { id }, uniqueKey: id, maxAttempts: MAX_ATTEMPTS }
      await queue.add(tx, { ...job, personId: actor.id })
      await record(tx, clock, {
        actorId: actor.id,
        action: name === 'requests' ? 'requests.exported' : 'list.exported',
        targetType: 'export',
        targetId: id,
        details: { format: format.toUpperCase(), ...(name !== 'requests' && { list: list.name }), ...view },
      })
      return toExport(row, null)
    }),
  )
}

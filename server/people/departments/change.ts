import type { AuditAction } from '../../../shared/audit-actions.ts'
import type { DepartmentSettings } from '../../../shared/department-settings.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import { touchSettings } from '../../settings/settings-version.ts'
import type { Deps } from './deps.ts'
import { type DepartmentRow, listRows } from './queries.ts'
import { getDepartmentSettings, mayChange } from './settings.ts'

type Audit = (action: AuditAction, key: string | null, details: Record<string, unknown>) => Promise<void>

export type Work = (tx: Tx, rows: DepartmentRow[], audit: Audit) => Promise<void>

/** Changes are serialised, so that two administrators cannot retire the last two departments. */
export async function change(
  deps: Deps,
  actor: Actor,
  work: Work,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<DepartmentSettings> {
  mayChange(actor)
  await deps.db.write((tx) =>
    idempotency.run(tx, async () => {
      await lockByName(tx, 'departments')
      await touchSettings(tx, deps.clock())
      await work(tx, await listRows(tx), (action, key, details) =>
        record(tx, deps.clock, {
          actorId: actor.id,
          action,
          ...(key !== null && { targetType: 'department', targetId: key }),
          details,
        }),
      )
    }),
  )
  deps.settings.changed()
  return getDepartmentSettings(deps, actor)
}

import type { AuditAction } from '../../../shared/audit-actions.ts'
import { type Checklist, CHECKLIST_STEPS, type ChecklistStep } from '../../../shared/checklist.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import type { Reader } from '../../platform/database/db.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'

const CHANGE_SETTINGS = ['settings.manage', 'change settings'] as const
const DISMISSED = 'checklistDismissed'

/** Audit actions that show that a step was done. */
const TELLS: Record<ChecklistStep, AuditAction[]> = {
  general: [
    'settings.general-changed',
    'department.added',
    'department.renamed',
    'department.ordered',
    'department.retired',
  ],
  security: ['settings.security-changed'],
  people: ['user.invited'],
}

/** Settings stored whenever the form was saved, even without changes. */
const SAVED: Partial<Record<ChecklistStep, string>> = { general: 'generalVersion', security: 'securityVersion' }

/** The completed steps of setting up a new office, for people who may do them. */
export async function readChecklist({ db, config }: Pick<Deps, 'db' | 'config'>, actor: Actor): Promise<Checklist> {
  requirePermission(actor, ...CHANGE_SETTINGS)
  if (config.demo || (await isDismissed(db.read))) return { isShown: false, done: [] }
  const tried = await Promise.all(CHECKLIST_STEPS.map((step) => isDone(db.read, step)))
  const done = CHECKLIST_STEPS.filter((_, i) => tried[i])
  return { isShown: done.length < CHECKLIST_STEPS.length, done }
}

/** Hides the checklist for everybody. Idempotent. */
export async function dismissChecklist({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<void> {
  requirePermission(actor, ...CHANGE_SETTINGS)
  await db.write(async (tx) => {
    if (await isDismissed(tx)) return
    const row = { key: DISMISSED, value: 'true', updated_at: clock().toISOString() }
    await tx
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    await record(tx, clock, { actorId: actor.id, action: 'settings.checklist-dismissed' })
  })
}

const isDismissed = (reader: Reader) => isStored(reader, DISMISSED)

async function isDone(reader: Reader, step: ChecklistStep): Promise<boolean> {
  const saved = SAVED[step]
  return (saved !== undefined && (await isStored(reader, saved))) || hasHappened(reader, TELLS[step])
}

async function isStored(reader: Reader, key: string): Promise<boolean> {
  const row = await reader.selectFrom('settings').select('key').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

async function hasHappened(reader: Reader, actions: AuditAction[]): Promise<boolean> {
  const entry = await reader
    .selectFrom('audit_log')
    .select('id')
    .where('action', 'in', actions)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

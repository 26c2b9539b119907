import type { Permission } from '../../shared/permissions.ts'
import type { Db } from '../platform/database/db.ts'

interface TestRole {
  id: string
  permissions: readonly Permission[]
  /** ids of the people who get it */
  people?: readonly string[]
}

/** Inserts a custom role without any checks. Clear the session cache if one of its people has made a call before. */
export async function buildRole(db: Db, { id, permissions, people = [] }: TestRole): Promise<void> {
  await db.write(async (tx) => {
    const row = { id, name: id, permissions: JSON.stringify(permissions), created_at: '2026-03-10T09:00:00.000Z' }
    await tx.insertInto('roles').values(row).execute()
    if (people.length > 0) await tx.updateTable('users').set({ role_id: id }).where('id', 'in', people).execute()
  })
}

import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Permission } from '../../shared/permissions.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { tellPages } from '../platform/database/hints.ts'
import type { Tables } from '../platform/database/tables.ts'

export type BackupRow = Selectable<Tables['backups']>

export async function insertBackup(tx: Tx, row: Insertable<Tables['backups']>): Promise<void> {
  await tx.insertInto('backups').values(row).execute()
  tellPages(tx, { kind: 'backups', permission: 'backups.manage' })
}

export async function updateBackup(tx: Tx, id: string, change: Updateable<Tables['backups']>): Promise<void> {
  await tx.updateTable('backups').set(change).where('id', '=', id).execute()
  tellPages(tx, { kind: 'backups', permission: 'backups.manage' })
}

export function findBackup(reader: Reader | Tx, id: string): Promise<BackupRow | undefined> {
  return reader.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The backup that waits or is being made or verified. */
export function findUnderWay(reader: Reader | Tx): Promise<BackupRow | undefined> {
  return reader
    .selectFrom('backups')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()
}

export function findLastProven(reader: Reader | Tx): Promise<BackupRow | undefined> {
  return reader
    .selectFrom('backups')
    .selectAll()
    .where('state', '=', 'proven')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findNewest(reader: Reader | Tx): Promise<Pick<BackupRow, 'started_at'> | undefined> {
  return reader.selectFrom('backups').select('started_at').orderBy('started_at', 'desc').limit(1).executeTakeFirst()
}

/** The newest backup that is not under way. */
export function findLastEnded(reader: Reader | Tx): Promise<BackupRow | undefined> {
  return reader
    .selectFrom('backups')
    .selectAll()
    .where('state', 'not in', ['queued', 'running'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The last backup that the schedule began. */
export function findLastScheduled(reader: Reader | Tx): Promise<BackupRow | undefined> {
  return reader
    .selectFrom('backups')
    .selectAll()
    .where('started_by_id', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findOlderThan(reader: Reader | Tx, startedBefore: string): Promise<BackupRow[]> {
  return reader
    .selectFrom('backups')
    .selectAll()
    .where('started_at', '<', startedBefore)
    .where('state', 'not in', ['queued', 'running'])
    .execute()
}

/** Ids of the backups at a place that ended before their file was whole. */
export async function findUnfinished(reader: Reader, place: string | null): Promise<string[]> {
  const rows = await reader
    .selectFrom('backups')
    .select('id')
    .where('checksum', 'is', null)
    .where('state', 'not in', ['queued', 'running'])
    .where('place', place === null ? 'is' : '=', place)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteBackupRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('backups').where('id', '=', id).execute()
  tellPages(tx, { kind: 'backups', permission: 'backups.manage' })
}

export function listBackupRows(reader: Reader, { limit, offset }: { limit: number; offset: number }) {
  return reader
    .selectFrom('backups as b')
    .leftJoin('users as u', 'u.id', 'b.started_by_id')
    .selectAll('b')
    .select(['u.first_name as first', 'u.last_name as last'])
    .orderBy('b.started_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** People with an active account whose role manages backups. */
export async function findBackupManagers(reader: Reader | Tx): Promise<string[]> {
  const roles = await reader.selectFrom('roles').select(['id', 'permissions']).execute()
  const managing = roles.filter(({ permissions }) =>
    (JSON.parse(permissions) as string[]).includes('backups.manage' satisfies Permission),
  )
  if (managing.length === 0) return []
  const people = await reader
    .selectFrom('users')
    .select('id')
    .where(
      'role_id',
      'in',
      managing.map(({ id }) => id),
    )
    .where('deactivated_at', 'is', null)
    .where('activated_at', 'is not', null)
    .execute()
  return people.map(({ id }) => id)
}

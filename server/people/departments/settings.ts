import type { DepartmentSettings } from '../../../shared/department-settings.ts'
import { isOpen } from '../../../shared/requests.ts'
import type { Actor } from '../../platform/actor.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { MOVE_OPEN } from './moving.ts'
import { countByDepartment, countPeople, keysOfJobs, listRows } from './queries.ts'

/** All departments with their numbers of requests. */
export async function getDepartmentSettings({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<DepartmentSettings> {
  mayChange(actor)
  const [rows, counts, people, moving] = await Promise.all([
    listRows(db.read),
    countByDepartment(db.read),
    countPeople(db.read),
    keysOfJobs(db.read, MOVE_OPEN),
  ])
  const byDepartment = Map.groupBy(counts, ({ department }) => department)
  const sumOf = (key: string, isCounted: (status: (typeof counts)[number]['status']) => boolean) =>
    (byDepartment.get(key) ?? [])
      .filter(({ status }) => isCounted(status))
      .reduce((sum, { count }) => sum + Number(count), 0)
  return {
    departments: rows.map(({ key, name, retired_at, successor, open_to }) => ({
      key,
      name,
      retiredAt: retired_at,
      successor,
      requests: sumOf(key, () => true),
      open: sumOf(key, isOpen),
      people: Number(people.find(({ department }) => department === name)?.people ?? 0),
      openTo: open_to,
      isMoving: moving.has(key),
    })),
  }
}

export function mayChange(actor: Actor): void {
  requirePermission(actor, 'settings.manage', 'change settings')
}

import type {
  DepartmentName,
  DepartmentOrder,
  DepartmentRename,
  DepartmentSettings,
  Retirement,
} from '../../../shared/department-settings.ts'
import { fold } from '../../../shared/fold.ts'
import { MAX_DEPARTMENTS } from '../../../shared/requests.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import { change, type Work } from './change.ts'
import type { Deps } from './deps.ts'
import { keyFor } from './key.ts'
import { MOVE_OPEN } from './moving.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { type DepartmentRow, insertRow, renameOfPeople, updateRow } from './queries.ts'

/**
 * @param idempotency a retried call with the same key adds nothing
 * @throws AppError `bad-input` for a name that is taken, or above the maximum number of departments
 */
export async function addDepartment(
  deps: Deps,
  actor: Actor,
  { name }: DepartmentName,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<DepartmentSettings> {
  const add: Work = async (tx, rows, audit) => {
    if (rows.length >= MAX_DEPARTMENTS) {
      const message = text('An office can have at most {most} departments, retired ones included.', {
        most: MAX_DEPARTMENTS,
      })
      throw fieldError('bad-input', 'name', message)
    }
    checkName(rows, name)
    const key = keyFor(
      name,
      rows.map((row) => row.key),
    )
    const position = Math.max(-1, ...rows.map((row) => row.position)) + 1
    const created_at = deps.clock().toISOString()
    const present = { retired_at: null, successor: null, open_to: null, people_to: null }
    await insertRow(tx, { key, name, name_key: fold(name), position, ...present, created_at })
    await audit('department.added', key, { name })
  }
  return change(deps, actor, add, idempotency)
}

/**
 * The key stays, so every request shows the new name at once.
 * @throws AppError `stale-version` with the current name if somebody else has renamed it since the editor saw it
 */
export async function renameDepartment(
  deps: Deps,
  actor: Actor,
  key: string,
  { name, previousName }: DepartmentRename,
): Promise<DepartmentSettings> {
  return change(deps, actor, async (tx, rows, audit) => {
    const row = rowOf(rows, key)
    if (row.name === name) return
    if (previousName !== undefined && previousName !== row.name) throw renamedMeanwhile(row)
    checkName(rows, name, key)
    await updateRow(tx, key, { name, name_key: fold(name) })
    await renameOfPeople(tx, row.name, name)
    await audit('department.renamed', key, { before: row.name, after: name })
  })
}

/** @throws AppError `stale-version` if departments were added or retired since the order was made */
export async function orderDepartments(
  deps: Deps,
  actor: Actor,
  { keys }: DepartmentOrder,
): Promise<DepartmentSettings> {
  return change(deps, actor, async (tx, rows, audit) => {
    const before = rows.map(({ key }) => key)
    if (keys.length !== before.length || !before.every((key) => keys.includes(key))) {
      throw new AppError('stale-version', text('The departments have changed since you opened them.'))
    }
    for (const [position, key] of keys.entries()) {
      if (rowOf(rows, key).position !== position) await updateRow(tx, key, { position })
    }
    if (before.join() !== keys.join()) await audit('department.ordered', null, { before, after: keys })
  })
}

/**
 * Retires a department: it gets no new requests, existing ones keep it. Its open requests and its people can be moved to
 * others in the background.
 * @throws AppError `wrong-status` for the last active one; `bad-input` for a department to follow it that is not active;
 * `not-allowed` to move its people for those who may not manage people
 */
export async function retireDepartment(
  deps: Deps,
  actor: Actor,
  key: string,
  { successor, openTo = null, peopleTo = null }: Retirement,
): Promise<DepartmentSettings> {
  if (peopleTo !== null) requirePermission(actor, 'team.manage', 'move people to another department')
  return change(deps, actor, async (tx, rows, audit) => {
    const row = rowOf(rows, key)
    if (row.retired_at !== null)
      throw new AppError('wrong-status', text('{name} has already been retired.', { name: row.name }))
    const others = rows.filter((other) => other.key !== key && other.retired_at === null)
    if (others.length === 0) {
      throw new AppError(
        'wrong-status',
        text('An office needs at least one department, so this one cannot be retired.'),
      )
    }
    for (const [field, key] of Object.entries({ successor, openTo, peopleTo })) {
      if (key === null || others.some((other) => other.key === key)) continue
      throw fieldError('bad-input', field, text('This must be another active department.'))
    }
    const retired_at = deps.clock().toISOString()
    await updateRow(tx, key, { retired_at, successor, open_to: openTo, people_to: peopleTo })
    await audit('department.retired', key, { name: row.name, successor, openTo, peopleTo })
    if (openTo === null && peopleTo === null) return
    await deps.queue.add(tx, { kind: MOVE_OPEN, payload: { key, by: actor.id }, uniqueKey: key })
  })
}

/** Accepts new requests again. Requests that were moved stay where they are. */
export async function reinstateDepartment(deps: Deps, actor: Actor, key: string): Promise<DepartmentSettings> {
  return change(deps, actor, async (tx, rows, audit) => {
    const row = rowOf(rows, key)
    if (row.retired_at === null) return
    await updateRow(tx, key, { retired_at: null, successor: null, open_to: null, people_to: null })
    await audit('department.reinstated', key, { name: row.name })
  })
}

function rowOf(rows: readonly DepartmentRow[], key: string): DepartmentRow {
  const row = rows.find((one) => one.key === key)
  if (row) return row
  throw new AppError('not-found', text('There is no such department.'))
}

function renamedMeanwhile({ name }: DepartmentRow): AppError {
  const message = text('Somebody else has renamed it to {name}.', { name })
  return new AppError('stale-version', message, { details: [{ path: 'name', message }], extra: { current: { name } } })
}

function checkName(rows: readonly DepartmentRow[], name: string, own?: string): void {
  const other = rows.find((row) => row.key !== own && row.name_key === fold(name))
  if (!other) return
  const isRetired = other.retired_at !== null
  const message = isRetired
    ? text('{name} is retired: bring it back.', { name: other.name })
    : text('There is already {name}.', { name: other.name })
  throw fieldError('bad-input', 'name', message)
}

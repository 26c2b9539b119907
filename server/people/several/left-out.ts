import type { LeftOutReason, PersonAction } from '../../../shared/people-changes.ts'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { PersonRow } from '../queries.ts'

/** What decides whether a person is changed. */
export interface ChangeFacts {
  actorId: string
  action: PersonAction
  /** of the action's department; null: none */
  departmentName: string | null
}

/** Why a person is left out, but for the rights of whoever changes them; undefined: they are changed. */
export function leftOutBecause(person: PersonRow, { actorId, action, departmentName }: ChangeFacts) {
  const isInvited = person.activated_at === null
  const isInactive = person.deactivated_at !== null
  const reasons: Record<PersonAction['kind'], () => LeftOutReason | false> = {
    invitation: () => (isInactive && 'inactive') || (!isInvited && 'not-invited'),
    role: () => action.kind === 'role' && person.role_id === action.role && 'same',
    department: () => person.department === departmentName && 'same',
    deactivation: () =>
      (isInvited && 'invited') ||
      (isInactive && 'inactive') ||
      (action.kind === 'deactivation' && action.handOverTo === person.id && 'takes-over'),
    sessions: () => (isInvited && 'invited') || (isInactive && 'inactive'),
  }
  // Everybody may put themselves into a department.
  if (person.id === actorId && action.kind !== 'department') return 'oneself'
  return reasons[action.kind]() || undefined
}

/** Rolls back the transaction of a person who is left out. */
export class LeftOutError extends Error {
  readonly reason: LeftOutReason
  constructor(reason: LeftOutReason) {
    super(reason)
    this.reason = reason
  }
}

const REASONS: Partial<Record<ErrorCode, LeftOutReason>> = {
  'not-found': 'gone',
  'not-allowed': 'not-allowed',
  'last-administrator': 'last-administrator',
}

/** The reason that a refusal amounts to. Rethrows what is not a refusal. */
export function reasonOf(error: unknown): LeftOutReason {
  if (error instanceof LeftOutError) return error.reason
  if (error instanceof AppError) return REASONS[error.code] ?? 'changed'
  throw error
}

import type { AuditAction } from '../../shared/audit-actions.ts'
import type { Deactivated, Deactivation, Invited, Person } from '../../shared/team.ts'
import { makeLink, withToken } from './account-links/service.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import { checkAssignee } from '../requests/edit.ts'
import { requirePermission } from './roles/require-permission.ts'
import { deleteSessionsOf } from './sign-in/service.ts'
import { endLinks, storeAccount } from './accounts/service.ts'
import type { Deps } from './deps.ts'
import { beginReassignment } from './reassignment-jobs.ts'
import { deletePerson, type PersonRow } from './queries.ts'
import { changePerson, type Manager, refuseOwn } from './rights.ts'
import { readPerson } from './service.ts'

/**
 * Deactivates an account: its sessions and links end at once; history and requests keep the person's name. Idempotent;
 * open requests that an inactive person still has are handed over as well.
 * @throws AppError `last-administrator`; `not-allowed` for oneself and for people with more permissions; `bad-input` if
 * the open requests would go to a person without an active account; `wrong-status` for a person who is only invited
 */
export async function deactivate(deps: Deps, actor: Actor, id: string, input: Deactivation): Promise<Deactivated> {
  const { db, clock, sessions } = deps
  checkMayReassign(actor, input)
  const { timeZone } = await deps.settings.policy()
  const handedOver = await changePerson(deps, actor, id, (tx, before) =>
    deactivateWithin(tx, deps, actor, before, { ...input, timeZone }),
  )
  sessions.forgetUser(id)
  const person = await readPerson(db.read, id, clock())
  return { person, handedOver, stillToHandOver: input.handOverTo === undefined ? 0 : person.openRequests }
}

/** @throws AppError `not-allowed` */
export function checkMayReassign(actor: Manager, { handOverTo }: Deactivation): void {
  if (handOverTo !== undefined) requirePermission(actor, 'requests.assign', 'assign requests')
}

/** As `deactivate`, within a transaction of `changePerson`. @returns how many requests were handed over */
export async function deactivateWithin(
  tx: Tx,
  deps: Deps,
  actor: Manager,
  { id, activated_at, deactivated_at }: PersonRow,
  { timeZone, ...input }: Deactivation & { timeZone: string },
): Promise<number> {
  refuseOwn(actor, id, 'You cannot deactivate yourself. Ask another administrator.')
  if (activated_at === null) throw wrongState('This person has not accepted the invitation yet. Withdraw it instead.')
  const isActive = deactivated_at === null
  if (isActive) {
    const at = deps.clock().toISOString()
    await endAccess(tx, id, at)
    await storeAccount(tx, id, { deactivated_at: at }, at)
  }
  const handOver = await checkSuccessor(tx, actor, id, input)
  if (isActive) await audit(tx, deps, actor, 'user.deactivated', id, handOver && { handOverTo: handOver.to })
  return handOver ? beginReassignment(tx, deps, handOver, timeZone) : 0
}

async function checkSuccessor(tx: Tx, actor: Manager, id: string, { handOverTo }: Deactivation) {
  if (handOverTo === undefined) return undefined
  // Checked after the deactivation, so that the deactivated person cannot be chosen either.
  await checkAssignee(tx, actor, handOverTo, 'handOverTo')
  return { from: id, to: handOverTo, actorId: actor.id }
}

async function endAccess(tx: Tx, id: string, at: string): Promise<void> {
  await deleteSessionsOf(tx, id)
  await endLinks(tx, id, at)
}

/** Reactivates the account with its old password; earlier links stay invalid. Idempotent. */
export async function reactivate(deps: Deps, actor: Actor, id: string): Promise<Person> {
  const { db, clock } = deps
  await changePerson(deps, actor, id, async (tx, before) => {
    if (before.deactivated_at === null) return
    await storeAccount(tx, id, { deactivated_at: null }, clock().toISOString())
    await audit(tx, deps, actor, 'user.reactivated', id)
  })
  return readPerson(db.read, id, clock())
}

/**
 * Creates a one-time link, an invitation or a password link depending on the account, and invalidates the previous one.
 * @throws AppError `wrong-status` for a deactivated account; `not-allowed` for oneself and for people with more permissions
 */
export async function makeLinkFor(
  deps: Deps,
  actor: Actor,
  id: string,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<Invited> {
  const { db, clock, config } = deps
  const link = await changePerson(deps, actor, id, (tx, before) => makeLinkWithin(tx, deps, actor, before), idempotency)
  return { person: await readPerson(db.read, id, clock()), link: withToken(link, config) }
}

/** As `makeLinkFor`, within a transaction of `changePerson`. */
export async function makeLinkWithin(tx: Tx, deps: Deps, actor: Manager, { id, ...before }: PersonRow) {
  refuseOwn(actor, id, 'Change your own password in your profile.')
  if (before.deactivated_at !== null) throw wrongState('This account is deactivated. Reactivate it first.')
  const kind = before.activated_at === null ? 'invitation' : 'password'
  const made = await makeLink(tx, deps, { kind, userId: id, createdById: actor.id })
  const action = kind === 'invitation' ? 'invitation.renewed' : 'password-link.created'
  await audit(tx, deps, actor, action, id, { expiresAt: made.expiresAt })
  return made
}

/** Withdraws an invitation: invalidates its link and deletes the unused account. */
export async function withdrawInvitation(deps: Deps, actor: Actor, id: string): Promise<void> {
  await changePerson(deps, actor, id, async (tx, before) => {
    if (before.activated_at !== null)
      throw wrongState('This invitation has been accepted already. Deactivate the account instead.')
    await endAccess(tx, id, deps.clock().toISOString())
    await deletePerson(tx, id)
    await audit(tx, deps, actor, 'invitation.withdrawn', id, { username: before.username, email: before.email })
  })
}

/** Signs a person out everywhere. */
export async function endSessionsOf(deps: Deps, actor: Actor, id: string): Promise<void> {
  await changePerson(deps, actor, id, (tx) => endSessionsWithin(tx, deps, actor, id))
  deps.sessions.forgetUser(id)
}

/** As `endSessionsOf`, within a transaction of `changePerson`. */
export async function endSessionsWithin(tx: Tx, deps: Deps, actor: Manager, id: string): Promise<void> {
  refuseOwn(actor, id, 'End your own sessions in your profile.')
  const ended = await deleteSessionsOf(tx, id)
  if (ended > 0) await audit(tx, deps, actor, 'session.ended-by-other', id, { ended })
}

async function audit(
  tx: Tx,
  { clock }: Deps,
  actor: Manager,
  action: AuditAction,
  targetId: string,
  details?: Record<string, unknown>,
): Promise<void> {
  await record(tx, clock, { actorId: actor.id, action, targetType: 'user', targetId, ...(details && { details }) })
}

function wrongState(message: string): AppError {
  return new AppError('wrong-status', message)
}

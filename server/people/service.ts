import type { Departments } from '../../shared/departments.ts'
import { nameParts } from '../../shared/name-parts.ts'
import type { Invited, NewPerson, PeopleList, PeopleQuery, Person } from '../../shared/team.ts'
import type { PersonName } from '../../shared/users.ts'
import { type MadeLink, makeLink, withToken } from './account-links/service.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import { requirePermission } from './roles/require-permission.ts'
import { checkPersonDepartment } from './accounts/person-department.ts'
import { createAccount, takenIfNotUnique } from './accounts/service.ts'
import type { Deps } from './deps.ts'
import { countPeople, peoplePage } from './list-queries.ts'
import * as queries from './queries.ts'
import { assertGrantable, MANAGE, type Manager, noSuchPerson, verifyPermissionAfter } from './rights.ts'

/** A page of people, and their number by state. */
export async function listPeople(
  { db, clock, config }: Pick<Deps, 'db' | 'clock'> & { config: { demo: boolean } },
  actor: Pick<Actor, 'permissions'>,
  query: PeopleQuery,
): Promise<PeopleList> {
  requirePermission(actor, ...MANAGE)
  const [{ rows, total }, counts] = await Promise.all([
    peoplePage(db.read, query, config.demo),
    countPeople(db.read, config.demo),
  ])
  return { people: await toPeople(db.read, rows, clock()), total, counts }
}

/** @throws AppError `not-found` */
export async function getPerson({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor, id: string): Promise<Person> {
  requirePermission(actor, ...MANAGE)
  return readPerson(db.read, id, clock())
}

/** @throws AppError `not-found` */
export async function readPerson(reader: Reader, id: string, now: Date): Promise<Person> {
  const row = await queries.findPerson(reader, id)
  const [person] = row ? await toPeople(reader, [row], now) : []
  if (!person) throw noSuchPerson()
  return person
}

/**
 * Creates an account and an invitation link, with which its person sets a password.
 * @throws AppError `username-taken` for an existing or look-alike username; `email-taken`; the errors of `assertGrantable`
 * for the role and of `checkPersonDepartment` for the department
 */
export async function invite(
  deps: Deps,
  actor: Actor,
  person: NewPerson,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<Invited> {
  requirePermission(actor, ...MANAGE)
  const { db, config, clock, settings } = deps
  const { departments } = await settings.policy()
  const { fullName: _, ...account } = { ...person, ...nameParts(person.fullName) }
  const create = (tx: Tx) => createInvited(tx, { ...deps, departments }, actor, account)
  const made = await takenIfNotUnique(
    db.write((tx) => idempotency.run(tx, () => verifyPermissionAfter(tx, actor, () => create(tx)))),
  )
  return { person: await readPerson(db.read, made.personId, clock()), link: withToken(made.link, config) }
}

export async function createInvited(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config'> & { departments: Departments },
  actor: Manager,
  person: Omit<NewPerson, 'fullName'> & PersonName,
): Promise<{ personId: string; link: MadeLink }> {
  await assertGrantable(tx, actor, person.role)
  const department = person.department ? checkPersonDepartment(deps.departments, person.department, null) : null
  const { id } = await createAccount(tx, deps.clock, { ...person, department, passwordHash: null })
  const link = await makeLink(tx, deps, { kind: 'invitation', userId: id, createdById: actor.id })
  const { username, email, role, firstName, lastName } = person
  await record(tx, deps.clock, {
    actorId: actor.id,
    action: 'user.invited',
    targetType: 'user',
    targetId: id,
    details: { username, email, role, firstName, lastName, department, expiresAt: link.expiresAt },
  })
  return { personId: id, link }
}

async function toPeople(reader: Reader, rows: queries.PersonRow[], now: Date): Promise<Person[]> {
  const ids = rows.map(({ id }) => id)
  const [open, invitations] = await Promise.all([
    queries.countOpenRequests(reader, ids),
    queries.openInvitations(reader, ids, now.toISOString()),
  ])
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    department: row.department,
    role: row.role_id,
    roleName: row.role_name,
    state: row.deactivated_at !== null ? 'inactive' : row.activated_at === null ? 'invited' : 'active',
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
    lastActiveAt: row.last_active_at,
    deactivatedAt: row.deactivated_at,
    invitedUntil: invitations.get(row.id) ?? null,
    openRequests: open.get(row.id) ?? 0,
    version: row.version,
  }))
}

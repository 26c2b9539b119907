import { randomUUID } from 'node:crypto'
import { notGrantable } from '../../../shared/granting.ts'
import { fullName } from '../../../shared/people.ts'
import {
  type LeftOut,
  type LeftOutReason,
  NAMES_SHOWN,
  type NewPeopleChange,
  type PeopleChange,
  type PeopleChangeCall,
  type PeopleChangePreview,
  PersonAction,
} from '../../../shared/people-changes.ts'
import type { Imported } from '../../../shared/people-import.ts'
import { text } from '../../../shared/texts/say.ts'
import { withToken } from '../account-links/service.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import type { Reader } from '../../platform/database/db.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import { AppError, fieldError, tooManyCalls } from '../../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import { parsePermissions } from '../roles/permissions.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { checkMayReassign } from '../access.ts'
import type { Deps } from '../deps.ts'
import { countOpenRequests, listRoles } from '../queries.ts'
import { assertGrantable, MANAGE } from '../rights.ts'
import { readChosen } from './chosen.ts'
import { departmentNameOf } from './department-name.ts'
import { type ChangeFacts, leftOutBecause } from './left-out.ts'
import { schedulePeopleChange } from './run.ts'
import { countOutcomes, endChange, findChange, firstLeftOut, hasRunning, insertChange, usableLinks } from './queries.ts'

/** What a change of several people would do; nothing is stored. */
export async function previewChange(deps: Deps, actor: Actor, call: PeopleChangeCall): Promise<PeopleChangePreview> {
  const { ids: _, ...preview } = await look(deps, actor, call)
  return preview
}

/**
 * Changes several people in the background, each in a transaction of their own. The people are those who are chosen now.
 * @throws AppError `stale-preview` if fewer or more would be changed than the preview said; `too-many-calls` while another
 * change of the actor runs; `not-allowed` and `bad-input` for the new role, department or assignee
 */
export async function startChange(
  deps: Deps,
  actor: Actor,
  { ready, ...call }: NewPeopleChange,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<PeopleChange> {
  requirePermission(actor, ...MANAGE)
  const { db, clock } = deps
  const first = await idempotency.earlier<PeopleChange>(db)
  if (first) return first.value
  const preview = await look(deps, actor, call)
  if (preview.ready !== ready) throw stale()
  const { action } = call
  const { total } = preview
  const id = randomUUID()
  return db.write((tx) =>
    idempotency.run<PeopleChange>(tx, async () => {
      await lockByName(tx, `people-change ${actor.id}`)
      if (await hasRunning(tx, actor.id))
        throw tooManyCalls(text('Your last change of several people is still running.'))
      const created_at = clock().toISOString()
      const row = { id, created_by_id: actor.id, action: JSON.stringify(action), total, created_at, ended_at: null }
      await insertChange(tx, row, preview.ids)
      await schedulePeopleChange(tx, deps.queue, id, actor.id)
      await record(tx, clock, { actorId: actor.id, action: 'people.changed', details: { people: total, ...action } })
      return { id, action, total, changed: 0, isFinished: false, leftOut: [] }
    }),
  )
}

/** @throws AppError `not-found` for a change of somebody else */
export async function getChange({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<PeopleChange> {
  const row = await getOwn(db.read, actor, id)
  const counts = await countOutcomes(db.read, id)
  const leftOut = await Promise.all(
    counts.flatMap(({ left_out: reason, people }) =>
      reason === null
        ? []
        : [firstLeftOut(db.read, id, reason).then((names) => toLeftOut(reason, Number(people), names.map(fullName)))],
    ),
  )
  return {
    id,
    action: PersonAction.parse(JSON.parse(row.action)),
    total: row.total,
    changed: Number(counts.find(({ left_out }) => left_out === null)?.people ?? 0),
    isFinished: row.ended_at !== null,
    leftOut,
  }
}

/**
 * Stops a change: people who were not reached stay as they are. One that has ended stays as it is.
 * @throws AppError `not-found` for a change of somebody else
 */
export async function stopChange({ db, clock }: Deps, actor: Actor, id: string): Promise<PeopleChange> {
  await db.write(async (tx) => {
    await getOwn(tx, actor, id)
    if (!(await endChange(tx, id, clock().toISOString()))) return
    await record(tx, clock, { actorId: actor.id, action: 'people.change-stopped', details: { change: id } })
  })
  return getChange({ db }, actor, id)
}

/** The invitation links that a change has made, for its maker alone, and only of people whom they may still change. */
export async function linksOf(deps: Deps, actor: Actor, id: string, page = 1): Promise<Imported> {
  const { db, clock, config } = deps
  await getOwn(db.read, actor, id)
  const roles = [...(await rolesBelow(db.read, actor))]
  const rows = await usableLinks(db.read, id, clock().toISOString(), roles, page)
  return {
    invited: rows.map(({ username, email, ...row }) => ({
      fullName: fullName(row),
      username,
      email,
      link: withToken(row, config),
    })),
  }
}

async function getOwn(reader: Reader, actor: Actor, id: string) {
  requirePermission(actor, ...MANAGE)
  const row = await findChange(reader, id)
  if (row?.created_by_id === actor.id) return row
  throw fieldError('not-found', 'id', text('There is no such change.'))
}

/** The chosen people, and what would become of each. */
async function look(deps: Deps, actor: Actor, { chosen, action }: PeopleChangeCall) {
  requirePermission(actor, ...MANAGE)
  const { db, config } = deps
  const facts = await factsOf(deps, actor, action)
  const below = await rolesBelow(db.read, actor)
  const ids: string[] = []
  const leftOut = new Map<LeftOutReason, LeftOut>()
  let [ready, openRequests] = [0, 0]
  for await (const people of readChosen(db.read, chosen, config.demo)) {
    const changed: string[] = []
    for (const person of people) {
      ids.push(person.id)
      const reason = below.has(person.role_id) ? leftOutBecause(person, facts) : 'may-do-more'
      if (reason === undefined) changed.push(person.id)
      else addLeftOut(leftOut, reason, fullName({ firstName: person.first_name, lastName: person.last_name }))
    }
    ready += changed.length
    if (action.kind !== 'deactivation') continue
    for (const open of (await countOpenRequests(db.read, changed)).values()) openRequests += open
  }
  return { ids, total: ids.length, ready, openRequests, leftOut: [...leftOut.values()] }
}

function addLeftOut(groups: Map<LeftOutReason, LeftOut>, reason: LeftOutReason, name: string): void {
  const group = groups.get(reason) ?? toLeftOut(reason, 0, [])
  group.people++
  if (group.names.length < NAMES_SHOWN) group.names.push(name)
  groups.set(reason, group)
}

function toLeftOut(reason: LeftOutReason, people: number, names: string[]): LeftOut {
  return { reason, people, names }
}

/** Checks what applies to all people alike. @throws AppError `not-allowed`, `bad-input` */
async function factsOf({ db, settings }: Deps, actor: Actor, action: PersonAction): Promise<ChangeFacts> {
  if (action.kind === 'role') await db.write((tx) => assertGrantable(tx, actor, action.role))
  if (action.kind === 'deactivation') checkMayReassign(actor, action)
  const { departments } = await settings.policy()
  return { actorId: actor.id, action, departmentName: departmentNameOf(departments, action) }
}

/** The roles whose holders the actor may change. */
async function rolesBelow(reader: Reader, actor: Actor): Promise<Set<string>> {
  const roles = await listRoles(reader)
  const below = roles.filter(({ permissions }) => notGrantable(actor, parsePermissions(permissions)).length === 0)
  return new Set(below.map(({ id }) => id))
}

function stale(): AppError {
  const message = text('Accounts or roles have changed since you looked. Nobody was changed; please look again.')
  return new AppError('stale-preview', message)
}

import { expect, test } from 'vitest'
import { BUILT_IN_ROLES, type Permission, PERMISSIONS } from '../../../shared/permissions.ts'
import type { DutyConflicts } from '../../../shared/duties.ts'
import type { Role } from '../../../shared/roles.ts'
import { del, get, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRole } from '../../testing/roles.ts'

const office = await officeOfFile()

const STEWARD = { name: 'Data Steward', description: 'Keeps the codes', permissions: ['requests.create'] }

const list = async (): Promise<Role[]> => (await get(office.app, office.cleo, '/api/roles')).body.roles
const find = async (id: string) => (await list()).find((role) => role.id === id)!
const audit = async () => {
  const rows = await office.db.read
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'target_id', 'details'])
    .where('action', 'in', ['role.created', 'role.changed', 'role.deleted', 'user.role-changed'])
    .orderBy('id')
    .execute()
  return rows.map(({ actor_id, action, target_id, details }) => [actor_id, action, target_id, JSON.parse(details)])
}

test('roles are listed with what they may do and how many hold them, the built-in ones first', async () => {
  await post(office.app, office.cleo, '/api/roles', STEWARD)
  const roles = await list()
  expect(roles.map(({ id, name, people, isBuiltIn }) => [id, name, people, isBuiltIn])).toEqual([
    ['admin', 'Administrator', 1, true],
    ['manager', 'Manager', 1, true],
    ['user', 'User', 2, true],
    ['data-steward', 'Data Steward', 0, false],
  ])
  expect(new Set(roles[2]!.permissions)).toEqual(new Set(BUILT_IN_ROLES.user.permissions))
})

test('only those who manage roles change them; those who manage the team read them', async () => {
  const { app, db, services, ada, ben, dan } = office
  for (const [person, code] of [
    [null, 401],
    [ada, 403],
    [ben, 403],
  ] as const) {
    expect((await get(app, person, '/api/roles')).statusCode).toBe(code)
    expect((await get(app, person, '/api/roles/user/people')).statusCode).toBe(code)
    expect((await post(app, person, '/api/roles', STEWARD)).statusCode).toBe(code)
    expect((await put(app, person, '/api/roles/user', { permissions: [], version: 1 })).statusCode).toBe(code)
    expect((await del(app, person, '/api/roles/user')).statusCode).toBe(code)
  }
  await buildRole(db, { id: 'staffing', permissions: ['team.manage'], people: [dan.id] })
  services.sessions.forgetAll()
  expect((await get(app, dan, '/api/roles')).statusCode).toBe(200)
  expect((await get(app, dan, '/api/roles/user/people')).body).toMatchObject({ total: 1, people: [{ id: ada.id }] })
  expect((await post(app, dan, '/api/roles', STEWARD)).statusCode).toBe(403)
})

test('a changed role counts from the next call on and is in the audit log, old and new', async () => {
  const { app, ada, cleo } = office
  const permissions = BUILT_IN_ROLES.user.permissions.filter((one) => one !== 'comments.create')
  const res = await put(app, cleo, '/api/roles/user', { permissions, version: 1 })
  expect(res).toMatchObject({ statusCode: 200, body: { id: 'user', version: 2, people: 2 } })
  expect((await get(app, ada, '/api/auth/validate')).body.user.permissions).not.toContain('comments.create')
  const [entry, ...others] = await audit()
  expect(others).toEqual([])
  expect(entry!.slice(0, 3)).toEqual([cleo.id, 'role.changed', 'user'])
  expect(entry![3].before.permissions).toContain('comments.create')
  expect(entry![3].after.permissions).not.toContain('comments.create')
})

test('a change that changes nothing is not a version and not in the audit log', async () => {
  const { permissions } = await find('manager')
  const res = await put(office.app, office.cleo, '/api/roles/manager', { permissions, version: 1 })
  expect(res.body.version).toBe(1)
  expect(await audit()).toEqual([])
})

test('an editor who did not see the last change gets the role as it is now', async () => {
  const { app, cleo } = office
  await put(app, cleo, '/api/roles/user', { permissions: ['requests.create'], version: 1 })
  const late = await put(app, cleo, '/api/roles/user', { permissions: [], version: 1 })
  expect(late).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { version: 2, permissions: ['requests.create'] } },
  })
})

test('nobody edits or deletes the role that they hold', async () => {
  const { app, cleo } = office
  const permissions = BUILT_IN_ROLES.admin.permissions
  const edit = await put(app, cleo, '/api/roles/admin', { permissions, version: 1 })
  expect(edit).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
  expect(edit.body.error).toContain('your own role')
})

test('nobody changes Administrator, which always has every permission', async () => {
  const { app, db, services, cleo, dan } = office
  await buildRole(db, { id: 'deputy', permissions: PERMISSIONS, people: [dan.id] })
  services.sessions.forgetAll()
  for (const permissions of [['roles.manage', 'team.manage'], PERMISSIONS]) {
    const edit = await put(app, dan, '/api/roles/admin', { permissions, version: 1 })
    expect(edit).toMatchObject({
      statusCode: 403,
      body: { error: 'Administrator always has every permission. Nobody can change this role.' },
    })
  }
  expect((await get(app, cleo, '/api/auth/validate')).body.user.permissions).toHaveLength(PERMISSIONS.length)
  expect(await audit()).toEqual([])
})

test('people neither grant nor take away permissions that they lack, but a role may keep those that it has', async () => {
  const { app, db, services, dan } = office
  await buildRole(db, { id: 'clerk', permissions: ['roles.manage', 'requests.create'], people: [dan.id] })
  services.sessions.forgetAll()
  const raise = await post(app, dan, '/api/roles', { name: 'More', permissions: ['audit.read', 'requests.create'] })
  expect(raise).toMatchObject({ statusCode: 403, body: { details: [{ path: 'permissions' }] } })
  expect(raise.body.error).toBe(
    'You can only grant and take away what you are allowed to do yourself, not: Read the audit log.',
  )
  const stays = [...BUILT_IN_ROLES.manager.permissions]
  expect((await put(app, dan, '/api/roles/manager', { permissions: stays, version: 1 })).statusCode).toBe(200)
  const more: Permission[] = [...stays, 'audit.read']
  expect((await put(app, dan, '/api/roles/manager', { permissions: more, version: 1 })).statusCode).toBe(403)
  const less = stays.filter((one) => one !== 'requests.viewAll')
  const narrow = await put(app, dan, '/api/roles/manager', { permissions: less, version: 1 })
  expect(narrow).toMatchObject({ statusCode: 403, body: { details: [{ path: 'permissions' }] } })
  const held = stays.filter((one) => one !== 'requests.create')
  expect((await put(app, dan, '/api/roles/manager', { permissions: held, version: 1 })).statusCode).toBe(200)
})

test('who lacks a permission of a role deletes it only for one that keeps it', async () => {
  const { app, db, services, ada, dan } = office
  await buildRole(db, { id: 'clerk', permissions: ['roles.manage'], people: [dan.id] })
  await buildRole(db, { id: 'auditor', permissions: ['audit.read', 'roles.manage'], people: [ada.id] })
  await buildRole(db, { id: 'reviser', permissions: ['audit.read'] })
  await buildRole(db, { id: 'nothing', permissions: [] })
  services.sessions.forgetAll()
  const remove = (path: string) => del(app, dan, `/api/roles/${path}`)
  expect(await remove('auditor?successor=nothing')).toMatchObject({
    statusCode: 403,
    body: { details: [{ path: 'successor' }] },
  })
  expect((await remove('auditor?successor=reviser')).statusCode).toBe(204)
  expect((await remove('nothing')).statusCode).toBe(204)
  await db.write((tx) => tx.updateTable('users').set({ role_id: 'user' }).where('id', '=', ada.id).execute())
  expect((await remove('reviser')).statusCode).toBe(403)
})

test('a name is unique to the eye, and a built-in role keeps its own', async () => {
  const { app, cleo } = office
  await post(app, cleo, '/api/roles', STEWARD)
  for (const name of ['data STEWARD', 'Dаta Steward', 'Administrator', 'User ']) {
    const res = await post(app, cleo, '/api/roles', { name, permissions: [] })
    expect(res, name).toMatchObject({ statusCode: 400, body: { details: [{ path: 'name' }] } })
  }
  const renamed = await put(app, cleo, '/api/roles/user', { name: 'Staff', permissions: [], version: 1 })
  expect(renamed).toMatchObject({ statusCode: 400, body: { details: [{ path: 'name' }] } })
  const own = { name: 'Code Keeper', description: '', permissions: [], version: 1 }
  expect((await put(app, cleo, '/api/roles/data-steward', own)).body).toMatchObject({
    id: 'data-steward',
    ...own,
    version: 2,
  })
})

test('an id is made of the name’s words, and is never one of another page or role', async () => {
  const { app, cleo } = office
  const idOf = async (name: string) => (await post(app, cleo, '/api/roles', { name, permissions: [] })).body.id
  expect(await idOf('Front desk (north)')).toBe('front-desk-north')
  expect(await idOf('Front desk north')).toBe('front-desk-north-2')
  expect(await idOf('Admin')).toBe('admin-2')
  expect(await idOf('New')).toBe('new-2')
  expect(await idOf('বাংলা')).toBe('বাংলা')
  expect(await idOf('★')).toBe('role')
  const long = await idOf('ক'.repeat(60))
  expect((await get(app, cleo, `/api/roles/${encodeURIComponent(long)}/people`)).statusCode).toBe(200)
})

test('a role in use is deleted only with a successor whose permissions the actor has', async () => {
  const { app, db, ada, cleo, dan } = office
  await buildRole(db, { id: 'clerk', permissions: ['audit.read'], people: [ada.id, dan.id] })
  const { version } = (await get(app, cleo, `/api/people/${dan.id}`)).body
  expect(await del(app, cleo, '/api/roles/clerk')).toMatchObject({ statusCode: 409, body: { code: 'wrong-status' } })
  for (const successor of ['clerk', 'nobody']) {
    const res = await del(app, cleo, `/api/roles/clerk?successor=${successor}`)
    expect(res).toMatchObject({ statusCode: 400, body: { details: [{ path: 'successor' }] } })
  }
  expect((await del(app, cleo, '/api/roles/clerk?successor=user')).statusCode).toBe(204)
  expect(await find('clerk')).toBeUndefined()
  expect((await get(app, dan, '/api/auth/validate')).body.user.role).toBe('user')
  expect((await get(app, cleo, `/api/people/${dan.id}`)).body).toMatchObject({ role: 'user', version: version + 1 })
  const entries = await audit()
  expect(entries.map(([, action, target]) => [action, target]).toSorted()).toEqual([
    ['role.deleted', 'clerk'],
    ['user.role-changed', ada.id],
    ['user.role-changed', dan.id],
  ])
  expect((await del(app, cleo, '/api/roles/manager?successor=user')).statusCode).toBe(403)
  expect((await del(app, cleo, '/api/roles/clerk')).statusCode).toBe(404)
})

test('a new role under the name of a deleted one does not inherit its id, which reports may still name', async () => {
  const { app, cleo } = office
  const create = async () => (await post(app, cleo, '/api/roles', STEWARD)).body.id as string
  expect(await create()).toBe('data-steward')
  await del(app, cleo, '/api/roles/data-steward')
  expect(await create()).toBe('data-steward-2')
})

test('the successor is nothing that the actor could not grant', async () => {
  const { app, db, services, ada, dan } = office
  await buildRole(db, { id: 'clerk', permissions: ['roles.manage'], people: [dan.id] })
  await buildRole(db, { id: 'old', permissions: [], people: [ada.id] })
  services.sessions.forgetAll()
  const res = await del(app, dan, '/api/roles/old?successor=admin')
  expect(res).toMatchObject({ statusCode: 403, body: { details: [{ path: 'successor' }] } })
})

test('what a later version has stored survives a change by this one', async () => {
  const { app, db, cleo } = office
  const permissions = JSON.stringify(['requests.create', 'teleport.cargo'])
  await db.write((tx) => tx.updateTable('roles').set({ permissions }).where('id', '=', 'user').execute())
  await put(app, cleo, '/api/roles/user', { permissions: ['comments.create'], version: 1 })
  const row = await db.read.selectFrom('roles').select('permissions').where('id', '=', 'user').executeTakeFirstOrThrow()
  expect(JSON.parse(row.permissions)).toEqual(['comments.create', 'teleport.cargo'])
})

test('the same Idempotency-Key makes one role', async () => {
  const send = () => post(office.app, office.cleo, '/api/roles', STEWARD, { 'idempotency-key': 'one' })
  expect((await send()).body).toEqual((await send()).body)
  expect(await list()).toHaveLength(4)
})

test('duty conflicts are listed with the people who have them, and nobody else sees the list', async () => {
  const { app, db, services, ada, ben, cleo, dan } = office
  await buildRole(db, { id: 'auditor', permissions: ['audit.read'], people: [dan.id] })
  services.sessions.forgetAll()
  for (const person of [ada, ben, dan]) expect((await get(app, person, '/api/duty-conflicts')).statusCode).toBe(403)
  const { body } = await get(app, cleo, '/api/duty-conflicts')
  const conflicts = body.conflicts.map(({ id, total, people }: DutyConflicts['conflicts'][number]) => [
    id,
    total,
    people.map((person) => person.id),
  ])
  expect(conflicts).toEqual([
    ['own-requests', 2, [ben.id, cleo.id]],
    ['roles-and-audit', 1, [cleo.id]],
    ['team-and-audit', 1, [cleo.id]],
    ['settings-and-audit', 1, [cleo.id]],
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Permission, PERMISSIONS } from '../../../shared/permissions.ts'
import { del, patch, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import type { Person } from '../../testing/cast.ts'
import { buildRole } from '../../testing/roles.ts'
import { parsePermissions } from './permissions.ts'

const office = await officeOfFile()

type Rights = Map<string, ReadonlySet<Permission>>

/**
 * The permissions of each active or invited account, by id; a deactivated one has none. `everybody` has what the policy
 * gives to all.
 */
async function rightsNow(): Promise<Rights> {
  const { visibility } = await office.services.settings.policy()
  const rows = await office.db.read
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.deactivated_at', 'roles.permissions'])
    .execute()
  const own = rows.map(
    ({ id, deactivated_at, permissions }) =>
      [id, new Set(deactivated_at === null ? parsePermissions(permissions) : [])] as const,
  )
  return new Map([...own, ['everybody', new Set<Permission>(visibility === 'all' ? ['requests.viewAll'] : [])]])
}

/** The permissions that somebody has gained or lost. */
function changesOf(before: Rights, after: Rights): Permission[] {
  const lost = (from: Rights, to: Rights) =>
    [...from].flatMap(([id, held]) => [...held].filter((permission) => !to.get(id)?.has(permission)))
  return [...new Set([...lost(before, after), ...lost(after, before)])]
}

const GRANTS: Permission[] = ['roles.manage', 'team.manage', 'settings.manage']
const OTHERS: Permission[] = ['requests.viewAll', 'audit.read', 'requests.create']
const somePermissions = fc.subarray<Permission>([...GRANTS, ...OTHERS])
/** Roles of people who may change something; each lacks some permission. */
const actorRole = fc
  .tuple(fc.subarray(GRANTS, { minLength: 1 }), fc.subarray(OTHERS))
  .map(([grants, others]): Permission[] => [...grants, ...others])

const PEOPLE = ['ada', 'ben', 'dan', 'cleo'] as const
const ROLES = ['role-ada', 'role-ben', 'role-dan', 'spare', 'admin', 'manager', 'user'] as const
const step = fc.record({
  by: fc.constantFrom<'ada' | 'ben' | 'dan'>('ada', 'ben', 'dan'),
  act: fc.constantFrom(
    ...(['edit-role', 'edit-role', 'edit-role', 'give-role', 'give-role', 'delete-role', 'add-role'] as const),
    ...(['deactivate', 'reactivate', 'invite', 'import', 'visibility'] as const),
  ),
  of: fc.constantFrom(...PEOPLE),
  role: fc.constantFrom(...ROLES),
  other: fc.constantFrom(...ROLES),
  permissions: somePermissions,
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const versionOf = async (table: 'users' | 'roles', id: string) =>
  (await office.db.read.selectFrom(table).select('version').where('id', '=', id).executeTakeFirst())?.version ?? 1

let added = 0
async function take({ by, act, of, role, other, permissions }: Step): Promise<number> {
  const { app, services } = office
  const actor: Person = office[by]
  const person = `/api/people/${office[of].id}`
  const email = `new${++added}@office.example`
  const calls: Record<Step['act'], () => Promise<{ statusCode: number }>> = {
    'edit-role': async () =>
      put(app, actor, `/api/roles/${role}`, { permissions, version: await versionOf('roles', role) }),
    'delete-role': () => del(app, actor, `/api/roles/${role}?successor=${other}`),
    'add-role': () => post(app, actor, '/api/roles', { name: `Role ${added}`, permissions }),
    'give-role': async () => patch(app, actor, person, { role, version: await versionOf('users', office[of].id) }),
    deactivate: () => put(app, actor, `${person}/deactivation`, {}),
    reactivate: () => del(app, actor, `${person}/deactivation`),
    invite: () => post(app, actor, '/api/people', { fullName: 'New', username: `new${added}`, email, role }),
    import: () =>
      post(app, actor, '/api/people/imports', {
        csv: `full name,username,email,role\nNew,new${added},${email},${role}`,
        people: 1,
      }),
    visibility: async () =>
      put(app, actor, '/api/settings/security', {
        version: (await services.settings.policy()).securityVersion,
        visibility: permissions.length % 2 === 0 ? 'own' : 'all',
      }),
  }
  return (await calls[act]()).statusCode
}

async function setTheStage(roles: Record<'ada' | 'ben' | 'dan', Permission[]>, spare: Permission[]): Promise<void> {
  await office.reset()
  for (const name of ['ada', 'ben', 'dan'] as const) {
    await buildRole(office.db, { id: `role-${name}`, permissions: roles[name], people: [office[name].id] })
  }
  await buildRole(office.db, { id: 'spare', permissions: spare })
  office.services.sessions.forgetAll()
}

test('no series of changes gives or takes a permission that the person who makes them lacks', async () => {
  const done = new Set<Step['act']>()
  const roles = fc.record({ ada: actorRole, ben: actorRole, dan: actorRole })
  await fc.assert(
    fc.asyncProperty(
      roles,
      somePermissions,
      fc.array(step, { minLength: 4, maxLength: 10 }),
      async (cast, spare, steps) => {
        await setTheStage(cast, spare)
        for (const one of steps) {
          const before = await rightsNow()
          const status = await take(one)
          expect(status).toBeLessThan(500)
          const after = await rightsNow()
          const held = before.get(office[one.by].id)!
          expect(changesOf(before, after).filter((permission) => !held.has(permission))).toEqual([])
          expect(after.get(office.cleo.id)).toEqual(new Set(PERMISSIONS))
          if (status < 300 && changesOf(before, after).length > 0) done.add(one.act)
        }
      },
    ),
    { numRuns: 40 },
  )
  // The property would prove nothing if every change were refused.
  expect(done.size).toBeGreaterThan(2)
})

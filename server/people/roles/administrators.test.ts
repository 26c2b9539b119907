import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADMINISTRATION } from '../../../shared/granting.ts'
import { BUILT_IN_ROLES, type Permission } from '../../../shared/permissions.ts'
import { AppError } from '../../platform/errors.ts'
import { del, get, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import type { Person } from '../../testing/cast.ts'
import { buildRole } from '../../testing/roles.ts'
import { ensureAdministratorRemains } from './administrators.ts'

const office = await officeOfFile()

const BOTH: Permission[] = [...ADMINISTRATION, 'audit.read']

/** Number of people with all administration permissions: it must never reach zero. */
async function administrators(): Promise<number> {
  const rows = await office.db.read
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('roles.permissions')
    .where('users.deactivated_at', 'is', null)
    .execute()
  return rows.filter(({ permissions }) => ADMINISTRATION.every((one) => permissions.includes(`"${one}"`))).length
}

/** Cleo stays in Administrator; Ada and Ben have a custom role with the same permissions. */
async function twoRolesOfAdministrators() {
  const { db, services, ada, ben } = office
  await buildRole(db, { id: 'deputy', permissions: BOTH, people: [ada.id, ben.id] })
  services.sessions.forgetAll()
}

const editing = fc.record({
  who: fc.constantFrom('ada', 'ben', 'cleo', 'dan'),
  role: fc.constantFrom('admin', 'deputy', 'manager', 'user'),
  permissions: fc.subarray<Permission>([...BOTH, 'requests.create', 'settings.manage']),
  kind: fc.constantFrom('edit', 'edit', 'edit', 'delete', 'deactivate', 'reassign'),
  target: fc.constantFrom('ada', 'ben', 'cleo', 'dan'),
})

type Cast = 'ada' | 'ben' | 'cleo' | 'dan'
type Edit = typeof editing extends fc.Arbitrary<infer T> ? T : never

/** One attempt by a person: over the API, or directly in the way account changes do it. */
async function attempt({ who, role, permissions, kind, target }: Edit): Promise<number> {
  const { app, db, services } = office
  const person: Person = office[who as Cast]
  if (kind === 'delete') return (await del(app, person, `/api/roles/${role}?successor=user`)).statusCode
  if (kind === 'edit') {
    const { body } = await get(app, office.cleo, '/api/roles')
    const version = body.roles?.find(({ id }: { id: string }) => id === role)?.version ?? 1
    return (await put(app, person, `/api/roles/${role}`, { permissions, version })).statusCode
  }
  const id = office[target as Cast].id
  const change = kind === 'deactivate' ? { deactivated_at: '2026-03-10T09:00:00.000Z' } : { role_id: 'user' }
  const work = () =>
    db.write((tx) =>
      ensureAdministratorRemains(tx, services.config, () =>
        tx.updateTable('users').set(change).where('id', '=', id).execute(),
      ),
    )
  const refused = await work().then(
    () => undefined,
    (error: unknown) => error,
  )
  services.sessions.forgetAll()
  if (refused !== undefined) expect(refused).toMatchObject({ code: 'last-administrator' })
  return refused instanceof AppError ? refused.status : 200
}

test('no series of edits, sequential or concurrent, leaves the office without a person who manages roles and people', async () => {
  const seen = new Set<number>()
  const series = fc.array(fc.array(editing, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(series, async (steps) => {
      await office.reset()
      await twoRolesOfAdministrators()
      for (const together of steps) {
        for (const status of await Promise.all(together.map(attempt))) seen.add(status)
        expect(await administrators()).toBeGreaterThan(0)
      }
    }),
    { numRuns: 25 },
  )
  // Some edits succeeded, and none caused a server error.
  expect(seen).toContain(200)
  expect([...seen].filter((status) => status >= 500)).toEqual([])
})

test('two administrators who remove each other at the same moment do not both succeed', async () => {
  const { app, db, services, cleo, ada } = office
  await twoRolesOfAdministrators()
  await buildRole(db, { id: 'chief', permissions: BOTH, people: [cleo.id] })
  services.sessions.forgetAll()
  const permissions: Permission[] = ['audit.read']
  const both = await Promise.all([
    put(app, cleo, '/api/roles/deputy', { permissions, version: 1 }),
    put(app, ada, '/api/roles/chief', { permissions, version: 1 }),
  ])
  expect(both.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
  expect(await administrators()).toBeGreaterThan(0)
})

test('an office without a person who has both permissions can still make other changes', async () => {
  const { app, db, services, ada, ben, cleo } = office
  await buildRole(db, { id: 'roles-only', permissions: ['roles.manage', 'requests.create'], people: [ada.id] })
  await buildRole(db, { id: 'team-only', permissions: ['team.manage'], people: [ben.id, cleo.id] })
  services.sessions.forgetAll()
  const permissions = BUILT_IN_ROLES.user.permissions.filter((one) => one !== 'requests.create')
  const res = await put(app, ada, '/api/roles/user', { permissions, version: 1 })
  expect(res.statusCode).toBe(200)
})

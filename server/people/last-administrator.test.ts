import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMINISTRATION } from '../../shared/granting.ts'
import { BUILT_IN_ROLES } from '../../shared/permissions.ts'
import type { Actor } from '../platform/actor.ts'
import { AppError } from '../platform/errors.ts'
import { parsePermissions } from './roles/permissions.ts'
import { testApp } from '../testing/app.ts'
import { deactivate, reactivate } from './access.ts'
import { findPerson } from './queries.ts'
import { editPerson } from './edit.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())

interface Step {
  act: 'role' | 'deactivate' | 'reactivate'
  by: string
  of: string
  role: string
}

const person = fc.constantFrom('user-ada', 'user-ben', 'user-cleo', 'user-dan')
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('role', 'role', 'deactivate', 'reactivate'),
  by: person,
  of: person,
  role: fc.constantFrom('admin', 'admin', 'manager', 'user', 'people', 'roles'),
})

/** The actor as cached in an open session, which may be older than their role. */
async function actorOf(id: string): Promise<Actor> {
  const row = (await findPerson(office.db.read, id))!
  const permissions = parsePermissions(row.permissions)
  const user = { firstName: row.first_name, lastName: row.last_name, role: row.role_id } as Actor['user']
  return { id, permissions: new Set(permissions), user, sessionId: 'x' }
}

async function take({ act, of, role }: Step, by: Actor): Promise<void> {
  const { services, db } = office
  try {
    if (act === 'deactivate') await deactivate(services, by, of, {})
    else if (act === 'reactivate') await reactivate(services, by, of)
    else await editPerson(services, by, of, { version: (await findPerson(db.read, of))!.version, role })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function administrators(): Promise<string[]> {
  const rows = await office.db.read
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'permissions'])
    .where('deactivated_at', 'is', null)
    .execute()
  return rows
    .filter(({ permissions }) => ADMINISTRATION.every((one) => parsePermissions(permissions).includes(one)))
    .map(({ id }) => id)
}

async function startOver(): Promise<void> {
  await office.reset()
  const created_at = '2026-03-10T09:00:00.000Z'
  const without = (one: string) => JSON.stringify(BUILT_IN_ROLES.admin.permissions.filter((other) => other !== one))
  await office.db.write(async (tx) => {
    const roles = [
      { id: 'people', name: 'People', permissions: without('roles.manage'), created_at },
      { id: 'roles', name: 'Roles', permissions: without('team.manage'), created_at },
    ]
    await tx.insertInto('roles').values(roles).execute()
  })
}

test('no concurrent changes leave the office without a person who manages roles and people', async () => {
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      await startOver()
      for (const steps of all) {
        const actors = await Promise.all(steps.map(({ by }) => actorOf(by)))
        await Promise.all(steps.map((one, i) => take(one, actors[i]!)))
        expect(await administrators()).not.toEqual([])
      }
    }),
    { numRuns: 40 },
  )
})

test('the steps of the property do change administrators, so that it can fail', async () => {
  await startOver()
  const cleo = await actorOf('user-cleo')
  await take({ act: 'role', by: 'user-cleo', of: 'user-dan', role: 'admin' }, cleo)
  expect((await administrators()).sort()).toEqual(['user-cleo', 'user-dan'])
  await take({ act: 'deactivate', by: 'user-dan', of: 'user-cleo', role: '' }, await actorOf('user-dan'))
  expect(await administrators()).toEqual(['user-dan'])
})

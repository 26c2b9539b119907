import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import { get } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { completeAdministratorRole } from './administrator-role.ts'

const office = await officeOfFile()

const entries = () =>
  office.db.read.selectFrom('audit_log').selectAll().where('action', '=', 'role.completed').execute()

test('an Administrator that an earlier version let people narrow is complete again at a start, once', async () => {
  const { app, db, clock, services, cleo } = office
  const narrowed = JSON.stringify(['roles.manage', 'team.manage', 'teleport.cargo'])
  await db.write((tx) => tx.updateTable('roles').set({ permissions: narrowed }).where('id', '=', 'admin').execute())
  for (let start = 0; start < 2; start++) await completeAdministratorRole(db, clock)
  services.sessions.forgetAll()
  const { permissions } = (await get(app, cleo, '/api/auth/validate')).body.user
  expect(permissions.toSorted()).toEqual([...PERMISSIONS].toSorted())
  const [entry, ...more] = await entries()
  expect(more).toEqual([])
  expect(entry).toMatchObject({ actor_id: null, target_id: 'admin' })
  expect(JSON.parse(entry!.details)).toMatchObject({ before: { permissions: JSON.parse(narrowed) } })
  // What a later version has stored survives.
  expect(JSON.parse(entry!.details).after.permissions).toContain('teleport.cargo')
})

test('a complete Administrator is left alone', async () => {
  await completeAdministratorRole(office.db, office.clock)
  expect(await entries()).toEqual([])
})

import { expect, test } from 'vitest'
import { get, patch } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { peopleOf } from '../testing/people.ts'

const office = await officeOfFile()
const { list, person, edit, auditOf } = peopleOf(office)

test('a change is stored and stands in the audit log with old and new', async () => {
  const { app, ada } = office
  const res = await edit(ada.id, { role: 'manager', lastName: '', department: 'Compliance', username: 'Ada.B' })
  expect(res).toMatchObject({
    statusCode: 200,
    body: { role: 'manager', roleName: 'Manager', lastName: '', username: 'Ada.B', department: 'Compliance' },
  })
  expect((await auditOf('user.changed'))[0]).toEqual({
    actor_id: 'user-cleo',
    target_id: 'user-ada',
    details: {
      lastName: { from: 'Quint', to: '' },
      username: { from: 'ada', to: 'Ada.B' },
      role: { from: 'user', to: 'manager' },
      department: { from: 'Operations', to: 'Compliance' },
    },
  })
  // Takes effect with the very next call.
  expect((await get(app, ada, '/api/dashboard/stats')).statusCode).toBe(200)
  await edit(ada.id, { role: 'user' })
  expect((await get(app, ada, '/api/dashboard/stats')).statusCode).toBe(403)
  const names = (await list('?search=ada.b')).people
  expect(names).toHaveLength(1)
})

test('nothing changed writes nothing', async () => {
  const before = await person(office.ada.id)
  expect((await edit(office.ada.id, { firstName: 'Ada' })).body).toEqual(before)
  expect(await auditOf('user.changed')).toEqual([])
})

test('of two who edit an account at the same time the second one sees what the first has saved', async () => {
  const { version } = await person(office.ada.id)
  expect((await edit(office.ada.id, { firstName: 'Adele' })).statusCode).toBe(200)
  const late = await patch(office.app, office.cleo, '/api/people/user-ada', { version, firstName: 'Adeline' })
  expect(late).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { firstName: 'Adele', version: version + 1 } },
  })
})

test('a username that another has cannot be taken in an edit, one’s own in other letters can', async () => {
  expect(await edit(office.ada.id, { username: 'BEN' })).toMatchObject({
    statusCode: 409,
    body: { code: 'username-taken', details: [{ path: 'username' }] },
  })
  expect((await edit(office.ada.id, { username: 'ADA' })).body.username).toBe('ADA')
})

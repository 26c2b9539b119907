import { expect, test } from 'vitest'
import { del, get, post } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { buildRequest } from '../testing/build.ts'
import { peopleOf } from '../testing/people.ts'

const office = await officeOfFile()
const { list, deactivate, auditOf } = peopleOf(office)

test('a deactivated person is out with their next call, and all they did keeps their name', async () => {
  const { app, db, ada } = office
  const request = await buildRequest(db, { requesterId: ada.id })
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(200)
  expect(await deactivate(ada.id)).toMatchObject({ statusCode: 200, body: { person: { state: 'inactive' } } })
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(401)
  const signIn = await post(app, null, '/api/auth/login', { username: 'ada', password: 'correct horse battery' })
  expect(signIn.statusCode).toBe(401)
  const seen = (await get(app, office.ben, `/api/requests/${request.id}`)).body
  expect(seen.requester).toEqual({ firstName: 'Ada', lastName: 'Quint' })
  expect((await list()).counts).toEqual({ active: 3, invited: 0, inactive: 1, sharedEmail: 0 })
  expect(await auditOf('user.deactivated')).toMatchObject([{ actor_id: 'user-cleo', target_id: 'user-ada' }])

  const back = await del(app, office.cleo, '/api/people/user-ada/deactivation')
  expect(back).toMatchObject({ statusCode: 200, body: { state: 'active' } })
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(401)
  const again = await post(app, null, '/api/auth/login', { username: 'ada', password: 'correct horse battery' })
  expect(again.statusCode).toBe(200)
  expect(await auditOf('user.reactivated')).toHaveLength(1)
})

test('deactivating twice, or reactivating an active person, changes nothing', async () => {
  await deactivate(office.ada.id)
  expect((await deactivate(office.ada.id)).statusCode).toBe(200)
  await del(office.app, office.cleo, '/api/people/user-ben/deactivation')
  expect(await auditOf('user.deactivated')).toHaveLength(1)
  expect(await auditOf('user.reactivated')).toEqual([])
})

test('the person signed out by an administrator is out with their next call', async () => {
  const { app, ada, cleo } = office
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(200)
  expect((await del(app, cleo, '/api/people/user-ada/sessions')).statusCode).toBe(204)
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(401)
  expect(await auditOf('session.ended-by-other')).toMatchObject([{ target_id: 'user-ada', details: { ended: 1 } }])
})

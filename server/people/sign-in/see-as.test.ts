import { expect, test } from 'vitest'
import { SEE_AS_MINUTES } from '../../../shared/see-as.ts'
import { del, get, patch, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRequest } from '../../testing/build.ts'
import { buildRole } from '../../testing/roles.ts'

const office = await officeOfFile()

const start = (personId: string, by = office.cleo) => post(office.app, by, '/api/see-as', { personId })
const me = async (person = office.cleo) => (await get(office.app, person, '/api/auth/validate')).body.user

async function entries() {
  const rows = await office.db.read.selectFrom('audit_log').selectAll().orderBy('id').execute()
  return rows.map(({ actor_id, action, target_id }) => [actor_id, action, target_id])
}

test('an administrator sees what the person sees, and is themselves again when they stop', async () => {
  const { app, cleo, ada } = office
  expect((await start(ada.id)).statusCode).toBe(204)
  expect(await me()).toMatchObject({
    id: ada.id,
    role: 'user',
    email: '',
    seeing: { by: 'Cleo Varga', until: '2026-03-10T09:15:00.000Z' },
  })
  expect((await get(app, cleo, '/api/dashboard/stats')).statusCode).toBe(403)
  expect((await del(app, cleo, '/api/see-as')).statusCode).toBe(204)
  expect(await me()).toMatchObject({ id: cleo.id, seeing: null })
  expect((await get(app, cleo, '/api/dashboard/stats')).statusCode).toBe(200)
  expect((await entries()).filter(([, action]) => action !== 'access.denied')).toEqual([
    [cleo.id, 'see-as.started', ada.id],
    [cleo.id, 'see-as.stopped', ada.id],
  ])
})

test('only people who manage roles may, and they never see more than they may themselves', async () => {
  const { db, services, ada, ben, cleo, dan } = office
  expect((await start(dan.id, ada)).statusCode).toBe(403)
  expect((await start(dan.id, ben)).statusCode).toBe(403)
  expect((await start(cleo.id)).statusCode).toBe(403)
  expect((await start('nobody')).statusCode).toBe(404)
  await buildRole(db, { id: 'clerk', permissions: ['roles.manage'], people: [dan.id] })
  services.sessions.forgetAll()
  expect((await start(cleo.id, dan)).body.error).toContain('may do more than you')
  await buildRole(db, { id: 'guest', permissions: [], people: [ada.id] })
  expect((await start(ada.id, dan)).statusCode).toBe(204)
  await del(office.app, dan, '/api/see-as')
  await services.settings.change({ visibility: 'own' })
  expect((await start(ada.id, dan)).body.error).toContain('cannot see every request')
})

test('nothing can be changed meanwhile, in any call that changes something', async () => {
  const { app, db, cleo, ben } = office
  const { id } = await buildRequest(db, { requesterId: ben.id })
  await start(ben.id)
  const { body } = await get(app, null, '/api/openapi.json')
  const changing = Object.entries<Record<string, { security?: [] }>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => method !== 'get' && security?.length !== 0)
      .map(([method]) => ({ method: method.toUpperCase() as 'POST', path })),
  )
  expect(changing.length).toBeGreaterThan(30)
  for (const { method, path } of changing) {
    if (path === '/api/see-as' && method !== 'POST') continue
    const url = path.replaceAll(/\{\w+\}/g, id)
    const res = await app.inject({ method, url, headers: { authorization: `Bearer ${cleo.token}` } })
    expect(res.statusCode, `${method} ${path}`).toBe(403)
    expect(res.json().error, `${method} ${path}`).toContain('You see the page as Ben Marlow.')
  }
  const refused = [
    await patch(app, cleo, `/api/requests/${id}`, { title: 'Changed' }),
    await put(app, cleo, `/api/requests/${id}/cancel`),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403])
  expect((await get(app, cleo, `/api/requests/${id}`)).body).toMatchObject({ version: 1, status: 'pending' })
})

test('a person’s private data stays closed', async () => {
  const { app, cleo, ada } = office
  await start(ada.id)
  for (const path of ['/api/profile', '/api/profile/sessions', '/api/ai/conversations/current']) {
    const res = await get(app, cleo, path)
    expect(res, path).toMatchObject({ statusCode: 403, body: { error: expect.stringContaining('This is private') } })
  }
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(200)
  expect(await me(ada)).toMatchObject({ id: ada.id, seeing: null })
})

test('it expires, and ends when the permission is lost', async () => {
  const { db, services, clock, cleo, ada, dan } = office
  await start(ada.id)
  clock.forward(SEE_AS_MINUTES * 60_000 - 1)
  expect((await me()).id).toBe(ada.id)
  clock.forward(1)
  expect((await me()).id).toBe(cleo.id)

  await start(ada.id)
  const deactivated_at = clock().toISOString()
  await db.write((tx) => tx.updateTable('users').set({ deactivated_at }).where('id', '=', ada.id).execute())
  services.sessions.forgetUser(ada.id)
  expect((await me()).id).toBe(cleo.id)

  await start(dan.id)
  await db.write((tx) => tx.updateTable('users').set({ role_id: 'manager' }).where('id', '=', cleo.id).execute())
  services.sessions.forgetUser(cleo.id)
  expect(await me()).toMatchObject({ id: cleo.id, role: 'manager' })
})

test('a call refused meanwhile is recorded under the administrator', async () => {
  const { app, cleo, ada } = office
  await start(ada.id)
  await get(app, cleo, '/api/dashboard/volume')
  await expect
    .poll(async () => (await entries()).filter(([, action]) => action === 'access.denied'))
    .toEqual([[cleo.id, 'access.denied', cleo.id]])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { get, patch, post, put, del, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { jobRunners } from '../testing/jobs.ts'
import { handOverJobs } from './hand-over.ts'

let office: Awaited<ReturnType<typeof testApp>>
const startRunner = jobRunners()
beforeAll(async () => {
  office = await testApp()
})
beforeEach(() => office.reset())
afterAll(() => office.close())

const EVA = { fullName: 'Eva Maria Stone', username: 'eva', email: 'eva@office.example', role: 'user' }
const invite = (more: object = {}, person = office.cleo, headers?: Record<string, string>) =>
  post(office.app, person, '/api/people', { ...EVA, ...more }, headers)
const list = async (query = '') => (await get(office.app, office.cleo, `/api/people${query}`)).body
const usernames = async (query: string) =>
  (await list(query)).people.map(({ username }: { username: string }) => username)
const person = async (id: string) => (await get(office.app, office.cleo, `/api/people/${id}`)).body
const edit = async (id: string, change: object, by = office.cleo) =>
  patch(office.app, by, `/api/people/${id}`, { version: (await person(id)).version, ...change })
const deactivate = (id: string, wish: object = {}, by = office.cleo) =>
  put(office.app, by, `/api/people/${id}/deactivation`, wish)

async function auditOf(action: string) {
  const rows = await office.db.read
    .selectFrom('audit_log')
    .select(['actor_id', 'target_id', 'details'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }))
}

/** Gives somebody a role of their own with just these permissions. */
async function giveRole(id: string, permissions: string[], person: { id: string }) {
  await office.db.write(async (tx) => {
    const created_at = '2026-03-10T09:00:00.000Z'
    await tx
      .insertInto('roles')
      .values({ id, name: id, permissions: JSON.stringify(permissions), created_at })
      .execute()
    await tx.updateTable('users').set({ role_id: id }).where('id', '=', person.id).execute()
  })
  office.services.sessions.forgetAll()
}

test('an invited person is listed with the others, counted as invited, and nobody’s colleague yet', async () => {
  const res = await invite()
  expect(res).toMatchObject({
    statusCode: 201,
    body: {
      person: { firstName: 'Eva Maria', lastName: 'Stone', state: 'invited', roleName: 'User', lastLoginAt: null },
      link: { kind: 'invitation', expiresAt: '2026-03-17T09:00:00.000Z' },
    },
  })
  expect(res.body.link.token).toMatch(/^[\w-]{43}$/)
  expect(res.body.person.invitedUntil).toBe('2026-03-17T09:00:00.000Z')
  const { counts, total } = await list()
  expect({ counts, total }).toEqual({ counts: { active: 4, invited: 1, inactive: 0 }, total: 5 })
  const colleagues = (await get(office.app, office.ada, '/api/users')).body
  expect(colleagues.map(({ id }: { id: string }) => id)).not.toContain(res.body.person.id)
  const request = await buildRequest(office.db, { requesterId: office.ada.id })
  const assigned = await patch(office.app, office.ben, `/api/requests/${request.id}`, {
    assignedToId: res.body.person.id,
  })
  expect(assigned).toMatchObject({ statusCode: 400, body: { details: [{ path: 'assignedToId' }] } })
})

test('a link’s secret stands neither in the database nor in the audit log', async () => {
  const { token } = (await invite({}, office.cleo, { 'idempotency-key': 'k' })).body.link
  const { db } = office
  const stored = await Promise.all([
    db.read.selectFrom('account_links').selectAll().execute(),
    db.read.selectFrom('audit_log').selectAll().execute(),
    db.read.selectFrom('idempotency_keys').selectAll().execute(),
    db.read.selectFrom('users').selectAll().execute(),
  ])
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('an invitation that is sent twice makes one account with one link', async () => {
  const key = { 'idempotency-key': 'same' }
  const [one, other] = [await invite({}, office.cleo, key), await invite({}, office.cleo, key)]
  expect(other.body).toEqual(one.body)
  expect((await list()).total).toBe(5)
})

test('somebody who has one name needs no other', async () => {
  const { body } = await invite({ fullName: ' Sukarno ' })
  expect(body.person).toMatchObject({ firstName: 'Sukarno', lastName: '' })
})

test.each([
  [{ fullName: ' ' }, 'fullName', 'Full name is required'],
  [{ username: '' }, 'username', 'Username is required'],
  [{ username: '=cmd()' }, 'username', 'A username can only contain letters, digits and . _ @ -'],
  [{ email: 'eva' }, 'email', 'Please enter a valid email address'],
  [{ role: 'emperor' }, 'role', 'There is no such role.'],
  [{ password: 'x' }, 'password', 'password is not known here'],
])('an invitation with %j is refused at its field', async (more, path, message) => {
  expect(await invite(more)).toMatchObject({ statusCode: 400, body: { details: [{ path, message }] } })
  expect((await list()).total).toBe(4)
})

test.each(['ada', 'ADA', 'аda', 'ａｄａ', 'adа'])('the username %s is taken when there is ada', async (username) => {
  expect(await invite({ username })).toMatchObject({
    statusCode: 409,
    body: { code: 'username-taken', details: [{ path: 'username' }] },
  })
})

test('people are searched, filtered, sorted and paged', async () => {
  await invite()
  await deactivate(office.dan.id)
  expect(await usernames('')).toEqual(['ada', 'ben', 'cleo', 'dan', 'eva'])
  expect(await usernames('?search=QUINT')).toEqual(['ada'])
  expect(await usernames('?search=office%20stone')).toEqual(['eva'])
  expect(await usernames('?search=%25')).toEqual([])
  expect(await usernames('?state=inactive')).toEqual(['dan'])
  expect(await usernames('?state=invited')).toEqual(['eva'])
  expect(await usernames('?state=active&role=user')).toEqual(['ada'])
  expect(await usernames('?sort=username&order=desc&limit=2&page=2')).toEqual(['cleo', 'ben'])
  expect(await usernames('?sort=name&order=desc&limit=2')).toEqual(['eva', 'dan'])
  // Who was never here comes last in either direction.
  expect((await usernames('?sort=lastLogin')).at(-1)).toBe('eva')
  expect((await usernames('?sort=lastLogin&order=desc')).at(-1)).toBe('eva')
  for (const sort of ['name', 'email', 'role', 'lastActive', 'created'])
    expect(await usernames(`?sort=${sort}`)).toHaveLength(5)
  expect((await list('?limit=1')).total).toBe(5)
})

test.each(['limit=101', 'page=0', 'state=gone', 'sort=password', 'order=up', 'who=x'])(
  'people asked for with %s are refused',
  async (query) => {
    expect((await get(office.app, office.cleo, `/api/people?${query}`)).statusCode).toBe(400)
  },
)

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
  // The very next call has the new role.
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
  expect((await list()).counts).toEqual({ active: 3, invited: 0, inactive: 1 })
  expect(await auditOf('user.deactivated')).toMatchObject([{ actor_id: 'user-cleo', target_id: 'user-ada' }])

  const back = await del(app, office.cleo, '/api/people/user-ada/deactivation')
  expect(back).toMatchObject({ statusCode: 200, body: { state: 'active' } })
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(401)
  const again = await post(app, null, '/api/auth/login', { username: 'ada', password: 'correct horse battery' })
  expect(again.statusCode).toBe(200)
  expect(await auditOf('user.reactivated')).toHaveLength(1)
})

test('deactivating twice, or reactivating somebody active, changes nothing', async () => {
  await deactivate(office.ada.id)
  expect((await deactivate(office.ada.id)).statusCode).toBe(200)
  await del(office.app, office.cleo, '/api/people/user-ben/deactivation')
  expect(await auditOf('user.deactivated')).toHaveLength(1)
  expect(await auditOf('user.reactivated')).toEqual([])
})

test.each([
  ['another person', 'user-dan', 'Dan Osei'],
  ['nobody', null, null],
])('open requests go to %s in the same act, with an entry in each history', async (_, handOverTo, name) => {
  const { app, db, ada, ben, cleo } = office
  const mine = { requesterId: ada.id, assignedToId: ben.id }
  const open = [await buildRequest(db, mine), await buildRequest(db, { ...mine, status: 'in_progress' })]
  const done = await buildRequest(db, { ...mine, status: 'completed' })
  for (const { id } of [...open, done]) await patch(app, cleo, `/api/requests/${id}`, { assignedToId: ben.id })
  const opened = (await list('?search=ben')).people[0].openRequests

  const res = await deactivate(ben.id, { handOverTo })
  expect(opened).toBe(2)
  expect(res.body).toMatchObject({ handedOver: 2, stillToHandOver: 0, person: { openRequests: 0 } })
  for (const { id } of open) {
    expect((await get(app, cleo, `/api/requests/${id}`)).body.assignedToId).toBe(handOverTo)
    const history = (await get(app, cleo, `/api/requests/${id}/history`)).body
    expect(history.at(-1)).toMatchObject({
      field: 'assignedTo',
      old: 'Ben Marlow',
      new: name,
      actor: { firstName: 'Cleo' },
    })
  }
  expect((await get(app, cleo, `/api/requests/${done.id}`)).body.assignedToId).toBe(ben.id)
  const back = await patch(app, cleo, `/api/requests/${open[0]!.id}`, { assignedToId: ben.id })
  expect(back.statusCode).toBe(400)
})

test('many open requests are handed over to the end in the background', async () => {
  const { app, db, services, ada, ben, cleo } = office
  for (let i = 0; i < 60; i++) {
    const { id } = await buildRequest(db, { requesterId: ada.id })
    await patch(app, cleo, `/api/requests/${id}`, { assignedToId: ben.id })
  }
  const res = await deactivate(ben.id, { handOverTo: 'user-dan' })
  expect(res.body).toMatchObject({ handedOver: 25, stillToHandOver: 35 })
  const runner = startRunner(office, handOverJobs(services))
  await expect.poll(async () => (await list('?search=osei')).people[0].openRequests).toBe(60)
  await runner.stop()
  expect((await person(ben.id)).openRequests).toBe(0)
})

test('open requests cannot be handed to somebody who leaves, has left or was only invited, and nothing is done then', async () => {
  const { ben, dan } = office
  const eva = (await invite()).body.person
  await deactivate(dan.id)
  for (const handOverTo of [ben.id, dan.id, eva.id, 'nobody']) {
    expect(await deactivate(ben.id, { handOverTo })).toMatchObject({
      statusCode: 400,
      body: { details: [{ path: 'handOverTo' }] },
    })
  }
  expect((await person(ben.id)).state).toBe('active')
})

test('the person signed out by an administrator is out with their next call', async () => {
  const { app, ada, cleo } = office
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(200)
  expect((await del(app, cleo, '/api/people/user-ada/sessions')).statusCode).toBe(204)
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(401)
  expect(await auditOf('session.ended-by-other')).toMatchObject([{ target_id: 'user-ada', details: { ended: 1 } }])
})

test('a link asked for twice under one key is one link', async () => {
  const ask = () => post(office.app, office.cleo, '/api/people/user-ada/links', undefined, { 'idempotency-key': 'k' })
  const [one, other] = [await ask(), await ask()]
  expect(one).toMatchObject({ statusCode: 201, body: { link: { kind: 'password' } } })
  expect(other.body).toEqual(one.body)
})

test('an invitation can be replaced and withdrawn, and the username is free again', async () => {
  const { app, cleo } = office
  const { id } = (await invite()).body.person
  const again = await post(app, cleo, `/api/people/${id}/links`)
  expect(again).toMatchObject({ statusCode: 201, body: { link: { kind: 'invitation' } } })
  expect((await del(app, cleo, `/api/people/${id}/invitation`)).statusCode).toBe(204)
  expect((await get(app, cleo, `/api/people/${id}`)).statusCode).toBe(404)
  expect((await invite()).statusCode).toBe(201)
  expect((await del(app, cleo, '/api/people/user-ada/invitation')).statusCode).toBe(409)
  expect(await auditOf('invitation.withdrawn')).toMatchObject([{ target_id: id, details: { username: 'eva' } }])
})

test('nobody changes their own role or address, deactivates themselves or makes a link for themselves', async () => {
  const { app, cleo } = office
  await edit('user-ben', { role: 'admin' })
  expect(await edit(cleo.id, { role: 'user' })).toMatchObject({
    statusCode: 403,
    body: { details: [{ path: 'role' }] },
  })
  expect(await edit(cleo.id, { email: 'x@office.example' })).toMatchObject({ statusCode: 403 })
  expect((await edit(cleo.id, { department: 'Operations' })).statusCode).toBe(200)
  expect((await deactivate(cleo.id)).statusCode).toBe(403)
  expect((await post(app, cleo, `/api/people/${cleo.id}/links`)).statusCode).toBe(403)
  expect((await del(app, cleo, `/api/people/${cleo.id}/sessions`)).statusCode).toBe(403)
})

test('who manages people gives no role and changes no account that may do more than they', async () => {
  const { app, ada, ben } = office
  await giveRole('people', ['team.manage', 'requests.create'], ada)
  await giveRole('small', ['requests.create'], office.dan)
  expect(await invite({ role: 'admin' }, ada)).toMatchObject({ statusCode: 403, body: { details: [{ path: 'role' }] } })
  expect((await invite({ role: 'small' }, ada)).statusCode).toBe(201)
  expect((await edit('user-dan', { role: 'manager' }, ada)).statusCode).toBe(403)
  expect((await edit('user-dan', { firstName: 'Daniel' }, ada)).statusCode).toBe(200)
  for (const refused of [
    await edit(ben.id, { firstName: 'Benno' }, ada),
    await deactivate(ben.id, {}, ada),
    await post(app, ada, `/api/people/${ben.id}/links`),
    await del(app, ada, `/api/people/${ben.id}/sessions`),
  ]) {
    expect(refused).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
  }
  expect((await person(ben.id)).firstName).toBe('Ben')
})

test('of two administrators who demote each other at the same moment one is refused', async () => {
  const { app, ben, cleo } = office
  await edit(ben.id, { role: 'admin' })
  const demote = (by: typeof ben, id: string, version: number) =>
    patch(app, by, `/api/people/${id}`, { version, role: 'user' })
  const [one, other] = [await person(ben.id), await person(cleo.id)]
  const answers = await Promise.all([demote(cleo, ben.id, one.version), demote(ben, cleo.id, other.version)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.body.code).toBe('last-administrator')
})

test('of two administrators who deactivate each other at the same moment one is refused', async () => {
  const { ben, cleo } = office
  await edit(ben.id, { role: 'admin' })
  const answers = await Promise.all([deactivate(ben.id, {}, cleo), deactivate(cleo.id, {}, ben)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('somebody who loses the permission at the same moment changes nothing any more', async () => {
  const { ben, cleo, dan } = office
  await edit(ben.id, { role: 'admin' })
  await edit(dan.id, { role: 'admin' })
  const ada = await person('user-ada')
  const [demoted, late] = await Promise.all([
    edit(ben.id, { role: 'user' }, cleo),
    patch(office.app, ben, '/api/people/user-ada', { version: ada.version, firstName: 'Late' }),
  ])
  expect(demoted.statusCode).toBe(200)
  expect([200, 403]).toContain(late.statusCode)
  expect((await person('user-ada')).firstName).toBe(late.statusCode === 200 ? 'Late' : 'Ada')
})

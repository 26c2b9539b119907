import { expect, test } from 'vitest'
import { CHANGE_LIMITS, type PersonAction } from '../../../shared/people-changes.ts'
import type { Permission } from '../../../shared/permissions.ts'
import { del, get, post } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRequest } from '../../testing/build.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { peopleOf } from '../../testing/people.ts'
import { buildRole } from '../../testing/roles.ts'
import { peopleChangeJobs } from './run.ts'

const office = await officeOfFile()
const { invite, list, person, deactivate, auditOf } = peopleOf(office)
const startRunner = jobRunners()

type Chosen = { ids: string[] } | { filter: object }
const everybody: Chosen = { filter: {} }
const CHANGES = '/api/people/changes'
const preview = (chosen: Chosen, action: PersonAction, by = office.cleo) =>
  post(office.app, by, `${CHANGES}/preview`, { chosen, action })
const start = (chosen: Chosen, action: PersonAction, ready: number, by = office.cleo, headers = {}) =>
  post(office.app, by, CHANGES, { chosen, action, ready }, headers)

/** Confirms what the preview says and waits for the end. */
async function change(chosen: Chosen, action: PersonAction, by = office.cleo) {
  const { ready } = (await preview(chosen, action, by)).body
  const started = await start(chosen, action, ready, by)
  expect(started.statusCode).toBe(201)
  return finish(started.body.id, by)
}

async function finish(id: string, by = office.cleo) {
  const runner = startRunner(office, peopleChangeJobs(office.services))
  const read = async () => (await get(office.app, by, `${CHANGES}/${id}`)).body
  await expect.poll(async () => (await read()).isFinished, { timeout: 60_000 }).toBe(true)
  await runner.stop()
  return read()
}

async function inviteSome(count: number) {
  const ids = []
  for (let i = 0; i < count; i++) {
    const { body } = await invite({ fullName: `Guest ${i}`, username: `guest${i}`, email: `guest${i}@office.example` })
    ids.push(body.person.id as string)
  }
  return ids
}

test('those who do not manage people neither see nor start a change, and see none of somebody else', async () => {
  const { app, ada, dan } = office
  const { body: mine } = await start({ ids: [ada.id] }, { kind: 'sessions' }, 1)
  for (const [by, code] of [
    [null, 401],
    [ada, 403],
  ] as const) {
    const called = { chosen: everybody, action: { kind: 'sessions' } }
    const answers = await Promise.all([
      post(app, by, `${CHANGES}/preview`, called),
      post(app, by, CHANGES, { ...called, ready: 1 }),
      get(app, by, `${CHANGES}/${mine.id}`),
      get(app, by, `${CHANGES}/${mine.id}/links`),
      del(app, by, `${CHANGES}/${mine.id}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => code))
  }
  await buildRole(office.db, { id: 'people', permissions: ['team.manage'], people: [dan.id] })
  office.services.sessions.forgetAll()
  for (const path of ['', '/links']) {
    expect((await get(app, dan, `${CHANGES}/${mine.id}${path}`)).statusCode).toBe(404)
  }
  expect((await del(app, dan, `${CHANGES}/${mine.id}`)).statusCode).toBe(404)
})

test('the preview says how many are changed, and who is left out and why', async () => {
  const [guest] = await inviteSome(1)
  await deactivate('user-dan')
  const { body } = await preview(everybody, { kind: 'deactivation' })
  expect(body).toMatchObject({ total: 5, ready: 2, openRequests: 0 })
  expect(body.leftOut).toEqual(
    expect.arrayContaining([
      { reason: 'oneself', people: 1, names: ['Cleo Varga'] },
      { reason: 'inactive', people: 1, names: ['Dan Osei'] },
      { reason: 'invited', people: 1, names: ['Guest 0'] },
    ]),
  )
  expect((await person(guest!)).state).toBe('invited')
  expect((await preview({ filter: { search: 'guest' } }, { kind: 'invitation' })).body).toMatchObject({ ready: 1 })
})

test('all pending invitations get new links, which work, are listed for their maker, and replace the old ones', async () => {
  const ids = await inviteSome(3)
  const done = await change(everybody, { kind: 'invitation' })
  expect(done).toMatchObject({
    total: 7,
    changed: 3,
    leftOut: [{ reason: 'not-invited', people: 3 }, { reason: 'oneself' }],
  })
  const { invited } = (await get(office.app, office.cleo, `${CHANGES}/${done.id}/links`)).body
  expect(invited.map(({ username }: { username: string }) => username)).toEqual(['guest0', 'guest1', 'guest2'])
  expect((await auditOf('invitation.renewed')).map(({ target_id }) => target_id).sort()).toEqual(ids.sort())
  const opened = await post(office.app, null, '/api/account-links/open', { token: invited[0].link.token })
  expect(opened).toMatchObject({ statusCode: 200, body: { kind: 'invitation', username: 'guest0' } })
  // A link that was replaced since is not listed any more.
  await post(office.app, office.cleo, `/api/people/${ids[0]}/links`)
  expect((await get(office.app, office.cleo, `${CHANGES}/${done.id}/links`)).body.invited).toHaveLength(2)
})

test('a role and a department are given to several, each with an entry in the audit log', async () => {
  const { ada, dan, ben } = office
  const ids = [ada.id, dan.id, ben.id]
  const roles = await change({ ids }, { kind: 'role', role: 'manager' })
  expect(roles).toMatchObject({ changed: 2, leftOut: [{ reason: 'same', people: 1, names: ['Ben Marlow'] }] })
  expect((await person(ada.id)).role).toBe('manager')
  await change({ ids }, { kind: 'department', department: 'operations' })
  expect((await person(dan.id)).department).toBe('Operations')
  const entries = await auditOf('user.changed')
  expect(entries.filter(({ details }) => details.role).map(({ target_id }) => target_id)).toHaveLength(2)
  expect(await auditOf('people.changed')).toMatchObject([
    { actor_id: office.cleo.id, details: { people: 3, kind: 'role', role: 'manager' } },
    { details: { people: 3, kind: 'department', department: 'operations' } },
  ])
})

test('several are deactivated, and their open requests go to one person', async () => {
  const { app, db, ada, ben, cleo, dan } = office
  for (const id of [ben.id, dan.id]) await buildRequest(db, { requesterId: ada.id, assignedToId: id })
  const action = { kind: 'deactivation', handOverTo: ada.id } as const
  expect((await preview({ ids: [ben.id, dan.id] }, action)).body).toMatchObject({ ready: 2, openRequests: 2 })
  const done = await change({ ids: [ada.id, ben.id, dan.id] }, action)
  expect(done).toMatchObject({ changed: 2, leftOut: [{ reason: 'takes-over', names: ['Ada Quint'] }] })
  expect((await list('?state=inactive')).total).toBe(2)
  expect((await person(ada.id)).openRequests).toBe(2)
  expect((await get(app, ben, '/api/profile')).statusCode).toBe(401)
  expect((await get(app, cleo, '/api/profile')).statusCode).toBe(200)
})

test('several are signed out, but not oneself', async () => {
  const { app, ada, dan, cleo } = office
  expect(await change(everybody, { kind: 'sessions' })).toMatchObject({ changed: 3, leftOut: [{ reason: 'oneself' }] })
  for (const by of [ada, dan]) expect((await get(app, by, '/api/profile')).statusCode).toBe(401)
  expect((await get(app, cleo, '/api/profile')).statusCode).toBe(200)
})

test('nobody changes those who may do more, or gives a role or requests that they may not', async () => {
  const { db, ada, ben, cleo, dan } = office
  const small: Permission[] = ['team.manage', 'requests.create']
  await buildRole(db, { id: 'people', permissions: small, people: [ada.id] })
  await buildRole(db, { id: 'small', permissions: ['requests.create'], people: [dan.id] })
  office.services.sessions.forgetAll()
  const ids = [ben.id, cleo.id, dan.id]
  expect((await preview({ ids }, { kind: 'sessions' }, ada)).body).toMatchObject({
    ready: 1,
    leftOut: [{ reason: 'may-do-more', people: 2 }],
  })
  expect((await preview({ ids }, { kind: 'role', role: 'admin' }, ada)).statusCode).toBe(403)
  expect((await preview({ ids }, { kind: 'deactivation', handOverTo: dan.id }, ada)).statusCode).toBe(403)
  expect(await change({ ids }, { kind: 'sessions' }, ada)).toMatchObject({ changed: 1 })
})

test('who loses the permission after confirming changes nobody', async () => {
  const { db, ada, ben, cleo } = office
  await buildRole(db, { id: 'also', permissions: ['team.manage', 'roles.manage'], people: [ben.id] })
  office.services.sessions.forgetAll()
  await buildRole(db, { id: 'small', permissions: [], people: [ada.id] })
  const { body } = await start({ ids: [ada.id] }, { kind: 'sessions' }, 1, ben)
  await deactivate(ben.id, {}, cleo)
  const runner = startRunner(office, peopleChangeJobs(office.services))
  const left = () => db.read.selectFrom('people_change_items').select('left_out').where('change_id', '=', body.id)
  await expect.poll(() => left().execute(), { timeout: 60_000 }).toEqual([{ left_out: 'not-allowed' }])
  await runner.stop()
})

test('nobody is changed when the preview is no longer right, and the set stays as it was confirmed', async () => {
  await inviteSome(1)
  const chosen = { filter: { state: 'invited' } }
  expect(await start(chosen, { kind: 'invitation' }, 2)).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-preview' },
  })
  const { body } = await start(chosen, { kind: 'invitation' }, 1)
  await invite({ username: 'later', email: 'later@office.example' })
  expect(await finish(body.id)).toMatchObject({ total: 1, changed: 1 })
})

test('a change that is sent twice under one key is made once, and another one waits for it', async () => {
  const call = () =>
    start({ ids: [office.ada.id] }, { kind: 'sessions' }, 1, office.cleo, { 'idempotency-key': 'once' })
  const [first, again] = [await call(), await call()]
  expect(again.body).toEqual(first.body)
  expect((await start({ ids: [office.ben.id] }, { kind: 'sessions' }, 1)).statusCode).toBe(429)
  await finish(first.body.id)
  expect((await start({ ids: [office.ben.id] }, { kind: 'sessions' }, 1)).statusCode).toBe(201)
})

test('a change is stopped between two people, once, and another can begin', async () => {
  const { app, services, db, cleo } = office
  const ids = await inviteSome(3)
  const { id } = (await start({ ids }, { kind: 'department', department: 'data' }, 3)).body
  let people = 0
  const stopAtSecond = async () => {
    if (++people === 2) expect((await del(app, cleo, `${CHANGES}/${id}`)).statusCode).toBe(200)
  }
  const runner = startRunner(office, peopleChangeJobs({ ...services, db: { ...db, whenIdle: stopAtSecond } }))
  const read = async () => (await get(app, cleo, `${CHANGES}/${id}`)).body
  await expect.poll(async () => (await read()).isFinished, { timeout: 60_000 }).toBe(true)
  await runner.stop()
  expect(await del(app, cleo, `${CHANGES}/${id}`)).toMatchObject({ statusCode: 200, body: { changed: 1, total: 3 } })
  const departments = await Promise.all(ids.map(async (one) => (await person(one)).department))
  expect(departments.filter((department) => department !== null)).toHaveLength(1)
  const stops = db.read.selectFrom('audit_log').select('id').where('action', '=', 'people.change-stopped')
  expect(await stops.execute()).toHaveLength(1)
  expect((await start({ ids }, { kind: 'sessions' }, 3)).statusCode).not.toBe(429)
})

test('at most 1,000 people are named one by one, and at most 10,000 changed at once', async () => {
  const { app, db, cleo } = office
  const call = (chosen: object) => post(app, cleo, `${CHANGES}/preview`, { chosen, action: { kind: 'sessions' } })
  const named = Array.from({ length: CHANGE_LIMITS.named + 1 }, (_, i) => `person-${i}`)
  expect((await call({ ids: named.slice(1) })).statusCode).toBe(200)
  expect((await call({ ids: named })).body.details[0].path).toBe('chosen.ids')
  const { id: _, ...ada } = await db.read
    .selectFrom('users')
    .selectAll()
    .where('username', '=', 'ada')
    .executeTakeFirstOrThrow()
  const present = (await call(everybody)).body.total
  const more = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => {
      const id = `person-${from + i}`
      return { ...ada, id, username: id, username_key: id, email_key: id, name_key: id }
    })
  const most = CHANGE_LIMITS.people - present
  for (let from = 0; from < most; from += 400) {
    await db.write((tx) =>
      tx
        .insertInto('users')
        .values(more(from, Math.min(from + 400, most)))
        .execute(),
    )
  }
  expect((await call(everybody)).body.total).toBe(CHANGE_LIMITS.people)
  await db.write((tx) =>
    tx
      .insertInto('users')
      .values(more(most, most + 1))
      .execute(),
  )
  expect((await call(everybody)).body.details).toEqual([
    { path: 'chosen', message: 'At most 10,000 people can be changed at once. Narrow the search.' },
  ])
})

test('bad choices are refused with the field that is wrong', async () => {
  const { app, cleo } = office
  const refused = async (body: object) => (await post(app, cleo, `${CHANGES}/preview`, body)).body.details[0].path
  const sessions = { kind: 'sessions' }
  expect(await refused({ chosen: {}, action: sessions })).toBe('chosen')
  expect(await refused({ chosen: { ids: [], filter: {} }, action: sessions })).toMatch(/^chosen/)
  expect(await refused({ chosen: everybody, action: { kind: 'role', role: 'nowhere' } })).toBe('role')
  expect(await refused({ chosen: everybody, action: { kind: 'department', department: 'nowhere' } })).toBe('department')
  expect(await refused({ chosen: everybody, action: { kind: 'delete' } })).toMatch(/^action/)
})

test('a withdrawn invitation is left out, and the others are changed', async () => {
  const ids = await inviteSome(2)
  const { body } = await start({ ids }, { kind: 'invitation' }, 2)
  await del(office.app, office.cleo, `/api/people/${ids[0]}/invitation`)
  expect(await finish(body.id)).toMatchObject({ changed: 1, leftOut: [{ reason: 'gone', people: 1, names: [] }] })
})

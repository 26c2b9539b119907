import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { del, get, patch, post } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { buildRequest } from '../testing/build.ts'
import { TEST_ENGINE } from '../testing/database.ts'
import { peopleOf } from '../testing/people.ts'
import { buildRole } from '../testing/roles.ts'

const office = await officeOfFile()
const { invite, list, auditOf } = peopleOf(office)

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
  expect({ counts, total }).toEqual({ counts: { active: 4, invited: 1, inactive: 0, sharedEmail: 0 }, total: 5 })
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

test('a person with a single name needs no last name', async () => {
  const { body } = await invite({ fullName: ' Sukarno ' })
  expect(body.person).toMatchObject({ firstName: 'Sukarno', lastName: '' })
})

test.each([
  [{ fullName: ' ' }, 'fullName', 'Full name is required'],
  [{ username: '' }, 'username', 'Username is required'],
  [{ username: '=cmd()' }, 'username', 'A username can only contain letters, digits and . _ @ -'],
  [{ email: '' }, 'email', 'Email is required'],
  [{ email: 'eva' }, 'email', 'Please enter a valid email address'],
  [{ role: 'emperor' }, 'role', 'There is no such role.'],
  [{ password: 'x' }, 'password', 'password is not known here'],
])('an invitation with %j is refused at its field', async (more, path, message) => {
  expect(await invite(more)).toMatchObject({ statusCode: 400, body: { details: [{ path, message }] } })
  expect((await list()).total).toBe(4)
})

// Only PostgreSQL has concurrent writes.
test.runIf(TEST_ENGINE === 'postgres')(
  'an invitation to a role that is being deleted is refused at its field',
  async () => {
    const { db } = office
    await buildRole(db, { id: 'clerk', permissions: [] })
    const deleted = await db.write(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await tx.deleteFrom('roles').where('id', '=', 'clerk').execute()
      const answer = invite({ role: 'clerk' })
      const waiting = sql`select pid from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`
      await expect.poll(async () => (await waiting.execute(db.read)).rows).toHaveLength(1)
      return { answer }
    })
    const details = [{ path: 'role', message: 'There is no such role.' }]
    expect(await deleted.answer).toMatchObject({ statusCode: 400, body: { details } })
  },
)

test.each(['ada', 'ADA', 'аda', 'ａｄａ', 'adа'])('the username %s is taken when there is ada', async (username) => {
  expect(await invite({ username })).toMatchObject({
    statusCode: 409,
    body: { code: 'username-taken', details: [{ path: 'username' }] },
  })
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

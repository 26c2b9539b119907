import { expect, test } from 'vitest'
import type { Permission } from '../../shared/permissions.ts'
import { del, patch, post } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { peopleOf } from '../testing/people.ts'
import { buildRole } from '../testing/roles.ts'

const office = await officeOfFile()
const { invite, person, edit, deactivate } = peopleOf(office)

/** Gives a person their own role with only these permissions. */
async function giveRole(id: string, permissions: Permission[], person: { id: string }) {
  await buildRole(office.db, { id, permissions, people: [person.id] })
  office.services.sessions.forgetAll()
}

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
  expect((await invite({ role: 'user' }, ada)).body.error).toMatch(
    /^You cannot give a role that may do more than you: .*Add comments/,
  )
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

/** The later call would remove the last administrator, or its caller is no longer an administrator when it arrives. */
async function expectOneRefused(answers: { statusCode: number; body: { code?: string } }[]) {
  const [refused, ...more] = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(more).toEqual([])
  expect(['last-administrator', 'not-allowed', 'not-signed-in']).toContain(refused?.body.code)
  const left = await office.db.read
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .execute()
  expect(left).toHaveLength(1)
}

test('of two administrators who demote each other at the same moment one is refused', async () => {
  const { app, ben, cleo } = office
  await edit(ben.id, { role: 'admin' })
  const demote = (by: typeof ben, id: string, version: number) =>
    patch(app, by, `/api/people/${id}`, { version, role: 'user' })
  const [one, other] = [await person(ben.id), await person(cleo.id)]
  const answers = await Promise.all([demote(cleo, ben.id, one.version), demote(ben, cleo.id, other.version)])
  await expectOneRefused(answers)
})

test('of two administrators who deactivate each other at the same moment one is refused', async () => {
  const { ben, cleo } = office
  await edit(ben.id, { role: 'admin' })
  const answers = await Promise.all([deactivate(ben.id, {}, cleo), deactivate(cleo.id, {}, ben)])
  await expectOneRefused(answers)
})

test('a person who loses the permission concurrently changes nothing', async () => {
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

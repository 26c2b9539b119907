import { expect, test } from 'vitest'
import { post } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'
import { peopleOf } from '../../testing/people.ts'

const office = await officeOfFile()
const { invite, edit, deactivate } = peopleOf(office)

const signIn = (username: string, password = CAST_PASSWORD, remoteAddress = '192.0.2.1') =>
  office.app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload: { username, password } })

test('the email address of an account signs in as its username does, whatever the case', async () => {
  for (const name of ['ada@office.example', ' Ada@OFFICE.example ', 'ada']) {
    const res = await signIn(name)
    expect(res.statusCode, name).toBe(200)
    expect(res.json().user).toMatchObject({ id: office.ada.id, username: 'ada' })
  }
})

test('an unknown address, one of a deactivated or invited person, and a wrong password get the same answer', async () => {
  await deactivate(office.dan.id)
  await invite({ username: 'eva', email: 'eva@office.example' })
  const names = ['nobody@office.example', 'dan@office.example', 'eva@office.example']
  const answers = await Promise.all([...names.map((name) => signIn(name)), signIn('ada@office.example', 'wrong')])
  for (const res of answers) {
    expect(res.statusCode).toBe(401)
    expect(res.json()).toEqual({ error: 'Invalid username or password', code: 'wrong-credentials' })
  }
})

test('failures are counted for the same account whichever way it is named', async () => {
  const names = ['ada', 'ada@office.example', 'ADA@office.example']
  let last = 401
  for (let i = 0; last === 401; i++) last = (await signIn(names[i % 3]!, 'wrong')).statusCode
  expect(last).toBe(429)
  for (const name of names) expect((await signIn(name)).statusCode, name).toBe(429)
  const rows = await office.db.read.selectFrom('sign_in_failures').select(['kind', 'account']).execute()
  expect(new Set(rows.flatMap(({ account }) => account ?? []))).toEqual(new Set(['ada']))
  const refused = await office.db.read
    .selectFrom('audit_log')
    .select('target_id')
    .where('action', '=', 'session.refused')
    .execute()
  expect(new Set(refused.map(({ target_id }) => target_id))).toEqual(new Set([office.ada.id]))
})

test('an address that two accounts share since before it had to be unique signs nobody in', async () => {
  await office.db.write((tx) =>
    tx
      .updateTable('users')
      .set({ email: 'ada@office.example', email_key: 'ada@office.example', shares_email: 1 })
      .where('id', '=', office.dan.id)
      .execute(),
  )
  const answers = await Promise.all(
    [CAST_PASSWORD, 'wrong'].flatMap((password) =>
      ['ada@office.example', 'ADA@office.example', 'nobody@office.example'].map((name) => signIn(name, password)),
    ),
  )
  for (const res of answers) {
    expect(res.statusCode).toBe(401)
    expect(res.json()).toEqual({ error: 'Invalid username or password', code: 'wrong-credentials' })
    expect(Object.keys(res.headers)).toEqual(Object.keys(answers[0]!.headers))
  }
  expect((await signIn('ada')).statusCode).toBe(200)
})

test('a username wins over an email address, and no new one can be taken for somebody else’s', async () => {
  const { app, cleo, ben } = office
  expect(await edit(ben.id, { username: 'Ada@office.example' })).toMatchObject({
    statusCode: 409,
    body: { code: 'username-taken', details: [{ path: 'username' }] },
  })
  expect(await invite({ username: 'dan@OFFICE.example' })).toMatchObject({ statusCode: 409 })
  // One's own address is not a trap for others.
  expect((await edit(ben.id, { username: 'ben@office.example' })).statusCode).toBe(200)
  expect((await edit(ben.id, { email: 'b.marlow@office.example' })).statusCode).toBe(200)
  for (const res of [
    await edit(office.dan.id, { email: 'BEN@office.example' }),
    await post(app, cleo, '/api/people', {
      fullName: 'Eva',
      username: 'eva',
      email: 'ben@office.example',
      role: 'user',
    }),
  ]) {
    expect(res).toMatchObject({ statusCode: 409, body: { code: 'email-taken', details: [{ path: 'email' }] } })
  }
  const older = { email: 'ben@office.example', email_key: 'ben@office.example' }
  await office.db.write((tx) => tx.updateTable('users').set(older).where('id', '=', office.ada.id).execute())
  expect((await signIn('ben@office.example')).json().user.id).toBe(ben.id)
})

import { expect, test } from 'vitest'
import { del, get, patch, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'

const lines: string[] = []
const office = await officeOfFile({
  logTo: { write: (line: string) => void lines.push(line) },
  policy: { passwordMinLength: 8 },
})

const PASSWORD = 'tractor-violin-92'
const EVA = { fullName: 'Eva Stone', username: 'eva', email: 'eva@office.example', role: 'user' }
const DAY_MS = 86_400_000

/** An invited person and the token of the link. */
async function invite(): Promise<{ id: string; token: string }> {
  const { body } = await post(office.app, office.cleo, '/api/people', EVA)
  return { id: body.person.id, token: body.link.token }
}

/** A link with which Ada can set a new password. */
async function passwordLink(): Promise<string> {
  return (await post(office.app, office.cleo, '/api/people/user-ada/links')).body.link.token
}

const open = (token: string) => post(office.app, null, '/api/account-links/open', { token })
const use = (token: string, password = PASSWORD) =>
  post(office.app, null, '/api/account-links/use', { token, password })
const signIn = (username: string, password: string) => post(office.app, null, '/api/auth/login', { username, password })

async function refusals() {
  const rows = await office.db.read
    .selectFrom('audit_log')
    .select(['target_id', 'details'])
    .where('action', '=', 'link.refused')
    .orderBy('id')
    .execute()
  return rows.map(({ target_id, details }) => ({ target: target_id, reason: JSON.parse(details).reason }))
}

test('an invited person sees whose link it is, chooses a password and is signed in', async () => {
  const { id, token } = await invite()
  expect(await open(token)).toMatchObject({
    statusCode: 200,
    body: { kind: 'invitation', username: 'eva', firstName: 'Eva', lastName: 'Stone', passwordMinLength: 8 },
  })
  const used = await use(token)
  expect(used).toMatchObject({ statusCode: 200, body: { user: { id, username: 'eva', role: 'user' } } })
  const eva = { id, username: 'eva', token: used.body.token }
  expect((await get(office.app, eva, '/api/profile')).body).toMatchObject({ username: 'eva' })
  expect((await signIn('eva', PASSWORD)).statusCode).toBe(200)
  const { body } = await get(office.app, office.cleo, '/api/people?search=eva')
  expect(body.people[0]).toMatchObject({
    state: 'active',
    invitedUntil: null,
    lastActiveAt: '2026-03-10T09:00:00.000Z',
  })
  const entry = await office.db.read
    .selectFrom('audit_log')
    .select(['actor_id', 'target_id'])
    .where('action', '=', 'invitation.accepted')
    .executeTakeFirst()
  expect(entry).toEqual({ actor_id: id, target_id: id })
})

test('nobody signs in to an account whose invitation is not accepted', async () => {
  await invite()
  expect((await signIn('eva', '')).statusCode).toBe(400)
  expect((await signIn('eva', PASSWORD)).statusCode).toBe(401)
})

test('a password link ends every session and the old password, and opens nothing twice', async () => {
  const { app, ada } = office
  const token = await passwordLink()
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(200)
  const used = await use(token)
  expect(used).toMatchObject({ statusCode: 200, body: { user: { id: 'user-ada' } } })
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(401)
  expect((await signIn('ada', 'correct horse battery')).statusCode).toBe(401)
  expect((await signIn('ada', PASSWORD)).statusCode).toBe(200)
})

test('a password that the policy refuses leaves the link as it was', async () => {
  const { token } = await invite()
  for (const password of ['short', 'password1', 'evastone']) {
    expect(await use(token, password)).toMatchObject({ statusCode: 400, body: { details: [{ path: 'password' }] } })
  }
  expect((await use(token)).statusCode).toBe(200)
})

const VALID_MS = { invitation: 7 * DAY_MS, password: DAY_MS }

test.each([
  [
    'used twice',
    'used',
    async () => {
      const { token } = await invite()
      await use(token)
      return token
    },
  ],
  [
    'expired',
    'expired',
    async () => {
      const { token } = await invite()
      office.clock.forward(VALID_MS.invitation)
      return token
    },
  ],
  [
    'for a password, expired',
    'expired',
    async () => {
      const token = await passwordLink()
      office.clock.forward(VALID_MS.password)
      return token
    },
  ],
  [
    'replaced by a newer one',
    'withdrawn',
    async () => {
      const { id, token } = await invite()
      await post(office.app, office.cleo, `/api/people/${id}/links`)
      return token
    },
  ],
  [
    'withdrawn',
    'withdrawn',
    async () => {
      const { id, token } = await invite()
      await del(office.app, office.cleo, `/api/people/${id}/invitation`)
      return token
    },
  ],
  [
    'forwarded after the account was deactivated',
    'deactivated',
    async () => {
      const token = await passwordLink()
      await put(office.app, office.cleo, '/api/people/user-ada/deactivation', {})
      return token
    },
  ],
  [
    'from before the account was deactivated and opened again',
    'withdrawn',
    async () => {
      const token = await passwordLink()
      await put(office.app, office.cleo, '/api/people/user-ada/deactivation', {})
      await del(office.app, office.cleo, '/api/people/user-ada/deactivation')
      return token
    },
  ],
  [
    'from before the password was changed',
    'withdrawn',
    async () => {
      const token = await passwordLink()
      const change = { currentPassword: CAST_PASSWORD, newPassword: 'orchard-signal-31' }
      await post(office.app, office.ada, '/api/profile/change-password', change)
      return token
    },
  ],
  [
    'from before its person changed the address',
    'withdrawn',
    async () => {
      const token = await passwordLink()
      const profile = { firstName: 'Ada', lastName: 'Quint', email: 'new@office.example', department: 'Operations' }
      await put(office.app, office.ada, '/api/profile', { ...profile, currentPassword: CAST_PASSWORD })
      return token
    },
  ],
  [
    'from before somebody else changed the address',
    'withdrawn',
    async () => {
      const token = await passwordLink()
      const { version } = (await get(office.app, office.cleo, '/api/people/user-ada')).body
      await patch(office.app, office.cleo, '/api/people/user-ada', { version, email: 'new@office.example' })
      return token
    },
  ],
  ['guessed', 'unknown', async () => 'guess'.padEnd(43, 'x')],
])('a link that is %s is refused with a sentence and an audit entry', async (_, reason, prepare) => {
  const token = await prepare()
  for (const answer of [await open(token), await use(token)]) {
    expect(answer.statusCode).toBe(reason === 'unknown' ? 404 : 409)
    expect(answer.body.code).toBe(reason === 'unknown' ? 'link-not-valid' : 'link-ended')
    expect(answer.body.error).toMatch(/^This .+\.$/)
  }
  const target = reason === 'unknown' ? null : expect.stringMatching(/./)
  expect(await refusals()).toEqual([
    { target, reason },
    { target, reason },
  ])
})

test.each(['invitation', 'password'])('a link of kind %s is refused to somebody signed in as another', async (kind) => {
  const { app, dan } = office
  const token = kind === 'invitation' ? (await invite()).token : await passwordLink()
  const owner = kind === 'invitation' ? 'Eva Stone (eva)' : 'Ada Quint (ada)'
  const error = `You are signed in as Dan Osei. This link is for ${owner}. Sign out to use it.`
  const refused = { statusCode: 409, body: { code: 'link-for-another', error } }
  expect(await post(app, dan, '/api/account-links/open', { token })).toMatchObject(refused)
  expect(await post(app, dan, '/api/account-links/use', { token, password: PASSWORD })).toMatchObject(refused)
  const reason = 'signed-in-as-another'
  expect(await refusals()).toMatchObject([{ reason }, { reason }])
  const entry = office.db.read.selectFrom('audit_log').select('actor_id').where('action', '=', 'link.refused')
  expect(await entry.execute()).toEqual([{ actor_id: dan.id }, { actor_id: dan.id }])
  expect((await use(token)).statusCode).toBe(200)
})

test('who is signed in as themselves may use their password link', async () => {
  const { app, ada } = office
  const token = await passwordLink()
  expect((await post(app, ada, '/api/account-links/open', { token })).statusCode).toBe(200)
  expect((await post(app, ada, '/api/account-links/use', { token, password: PASSWORD })).statusCode).toBe(200)
})

test('one millisecond before its end a link still opens', async () => {
  const { token } = await invite()
  office.clock.forward(VALID_MS.invitation - 1)
  expect((await use(token)).statusCode).toBe(200)
})

test('of ten who use a link at the same moment one is let in', async () => {
  const { token } = await invite()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => use(token, `${PASSWORD}-${i}`)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
})

test('guessing is slowed down by the address, as guessing passwords is', async () => {
  const { token } = await invite()
  const guess = (n: number) => open(`${n}`.padEnd(43, 'x'))
  const answers = []
  for (let i = 0; i < 60; i++) answers.push((await guess(i)).statusCode)
  expect(new Set(answers)).toEqual(new Set([404, 429]))
  expect(answers.indexOf(429)).toBeLessThanOrEqual(51)
  expect((await open(token)).headers['retry-after']).toBeDefined()
  expect((await refusals()).length).toBeLessThan(60)
})

test('the token reaches no log and no audit entry', async () => {
  const { id, token } = await invite()
  await open(token)
  await use(token, 'short')
  await use(token)
  await use(token)
  await post(office.app, office.cleo, `/api/people/${id}/links`)
  const log = await office.db.read.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify(log) + lines.join()).not.toContain(token)
  expect(lines.join()).toContain('/api/account-links/open')
})

test('a changed name is the one that the link greets', async () => {
  const { id, token } = await invite()
  await patch(office.app, office.cleo, `/api/people/${id}`, { version: 1, firstName: 'Evelyn', lastName: '' })
  expect((await open(token)).body).toMatchObject({ firstName: 'Evelyn', lastName: '' })
})

test('an invitation still opens when the address was corrected', async () => {
  const { id, token } = await invite()
  await patch(office.app, office.cleo, `/api/people/${id}`, { version: 1, email: 'eva.stone@office.example' })
  expect((await use(token)).statusCode).toBe(200)
})

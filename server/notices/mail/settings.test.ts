import { afterAll, beforeEach, expect, test } from 'vitest'
import { get, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRole } from '../../testing/roles.ts'
import { smtpError, smtpServer } from '../../testing/smtp.ts'

const office = await officeOfFile()
const smtp = await smtpServer({ disabledCommands: ['STARTTLS'] })
afterAll(() => smtp.close())
beforeEach(() => smtp.behave())

const PATH = '/api/settings/email'
const SENDER = 'rfd@office.example'
const ours = () => ({ host: '127.0.0.1', port: smtp.port, security: 'none', sender: SENDER })
const save = (change: object) => put(office.app, office.cleo, PATH, change)
const read = async () => (await get(office.app, office.cleo, PATH)).body

test('at first no mail is sent, and the port is the one of submission', async () => {
  expect(await read()).toEqual({
    host: '',
    port: 587,
    security: 'starttls',
    username: '',
    sender: '',
    auditDigestTo: '',
    hasPassword: false,
    isPasswordReadable: true,
    hasLinks: false,
    version: 0,
  })
})

test('the settings come back as saved, but for the password, which is only said to be there', async () => {
  const { statusCode, body } = await save({ ...ours(), username: 'office', password: 'right', version: 0 })
  expect(statusCode).toBe(200)
  expect(body).toMatchObject({ ...ours(), username: 'office', hasPassword: true, version: 1 })
  expect(await read()).toEqual(body)
  expect(await save({ ...body, port: smtp.port })).toMatchObject({ statusCode: 200, body: { hasPassword: true } })
  expect(JSON.stringify(body)).not.toContain('right')
  const stored = await office.db.read.selectFrom('settings').select('value').where('key', '=', 'email').execute()
  expect(stored[0]?.value).not.toContain('right')
})

test('the password is kept by other changes, and dropped with another host', async () => {
  await save({ ...ours(), username: 'office', password: 'right' })
  expect((await save({ port: 2525 })).body.hasPassword).toBe(true)
  expect((await save({ host: '127.0.0.2' })).body.hasPassword).toBe(false)
  expect((await save({ host: '127.0.0.1' })).body.hasPassword).toBe(false)
  await save({ password: 'right' })
  expect((await save({ password: null })).body.hasPassword).toBe(false)
})

test('a stale version is refused with the current settings', async () => {
  await save({ ...ours(), version: 0 })
  const res = await save({ port: 25, version: 0 })
  expect(res).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { port: smtp.port, version: 1 } },
  })
})

test.for([
  [{ host: '169.254.169.254' }, 'host'],
  [{ host: 'metadata.google.internal' }, 'host'],
  [{ host: 'smtp://smtp.office.example' }, 'host'],
  [{ host: 'smtp.office.example', security: 'none' }, 'security'],
  [{ security: 'ssl' }, 'security'],
  [{ port: 0 }, 'port'],
  [{ port: 65_536 }, 'port'],
  [{ port: '587' }, 'port'],
  [{ sender: '' }, 'sender'],
  [{ sender: 'a@b@office.example' }, 'sender'],
  [{ sender: '"a b"@office.example' }, 'sender'],
  [{ sender: 'a(comment)@office.example' }, 'sender'],
  [{ sender: 'rfd@office.example, eve@office.example' }, 'sender'],
  [{ sender: 'rfd@office.example\r\nBcc: eve@office.example' }, 'sender'],
  [{ auditDigestTo: 'nobody' }, 'auditDigestTo'],
  [{ password: 'a\r\nb' }, 'password'],
  [{ username: 'x'.repeat(300) }, 'username'],
  [{ sender: `${'x'.repeat(10_000)}@office.example` }, 'sender'],
] as const)('wrong settings (%#) are refused by name, and nothing is stored', async ([change, path]) => {
  const res = await save({ ...ours(), ...change })
  expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input', details: [{ path }] } })
  expect((await read()).version).toBe(0)
})

test('a test message arrives, and the server’s own answer comes back', async () => {
  const trial = { ...ours(), username: 'office', password: 'right', to: 'ada@office.example' }
  const res = await post(office.app, office.cleo, `${PATH}/test`, trial)
  expect(res.body).toEqual({ ok: true, answer: '250 2.0.0 Ok: queued as TEST' })
  expect(smtp.received).toMatchObject([{ from: SENDER, to: ['ada@office.example'], user: 'office' }])
  expect((await read()).host).toBe('')
  smtp.behave({ onRcptTo: (_to, _session, done) => done(smtpError(550, '5.1.1 No such user here')) })
  const refused = await post(office.app, office.cleo, `${PATH}/test`, trial)
  expect(refused.body).toEqual({ ok: false, answer: expect.stringContaining('550 5.1.1 No such user here') })
})

test('the stored password is not sent to another host, and a recipient is one address', async () => {
  await save({ ...ours(), username: 'office', password: 'right' })
  const trial = { host: 'localhost', to: 'ada@office.example' }
  expect((await post(office.app, office.cleo, `${PATH}/test`, trial)).body).toMatchObject({ ok: false })
  for (const to of [
    'ada',
    'ada@office.example, eve@office.example',
    'ada@office.example\nBcc: eve@office.example',
    '',
  ]) {
    const res = await post(office.app, office.cleo, `${PATH}/test`, { to })
    expect(res, to).toMatchObject({ statusCode: 400, body: { details: [{ path: 'to' }] } })
  }
  expect(smtp.received).toEqual([])
})

test('test messages of one person wait for each other, and few may wait', async () => {
  const held: (() => void)[] = []
  smtp.behave({ onConnect: (_session, done) => void held.push(() => done()) })
  const trial = { ...ours(), to: 'ada@office.example' }
  const calls = Array.from({ length: 5 }, () => post(office.app, office.cleo, `${PATH}/test`, trial))
  // Two are refused while the first still waits for the server's greeting.
  const refused = await Promise.any(
    calls.map(async (call) => ((await call).statusCode === 200 ? Promise.reject() : call)),
  )
  expect(refused.statusCode).toBe(429)
  await expect.poll(() => held.length).toBe(1)
  smtp.behave()
  for (const release of held) release()
  const codes = (await Promise.all(calls)).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 429)).toHaveLength(2)
  expect(codes).toContain(200)
})

test('who may not: without settings.manage, and without requests.viewAll another host', async () => {
  for (const person of [office.ada, office.ben]) {
    expect((await get(office.app, person, PATH)).statusCode).toBe(403)
    expect((await put(office.app, person, PATH, ours())).statusCode).toBe(403)
    expect((await post(office.app, person, `${PATH}/test`, { ...ours(), to: SENDER })).statusCode).toBe(403)
  }
  await buildRole(office.db, { id: 'caretaker', permissions: ['settings.manage'], people: [office.dan.id] })
  office.services.sessions.forgetAll()
  expect(await put(office.app, office.dan, PATH, ours())).toMatchObject({
    statusCode: 403,
    body: { details: [{ path: 'host' }] },
  })
  await save(ours())
  expect((await put(office.app, office.dan, PATH, { port: 25 })).statusCode).toBe(200)
})

import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { smtpError, smtpServer } from '../../testing/smtp.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from '../../testing/smtp-certificate.ts'
import { mailFrom } from './mail-from.ts'
import { deliver, type Smtp } from './smtp.ts'

const plain = await smtpServer()
const own = { cert: CERTIFICATE, key: CERTIFICATE_KEY }
const withTls = await smtpServer(own)
const overTls = await smtpServer({ ...own, secure: true })
afterAll(() => Promise.all([plain.close(), withTls.close(), overTls.close()]))
beforeEach(() => plain.behave())

const MESSAGE = mailFrom(
  { name: 'Office', address: 'rfd@office.example' },
  {
    to: 'ada@office.example',
    messageId: '<one@office.example>',
    content: { subject: 'Hello', paragraphs: ['It works.'] },
  },
)
const at = (port: number, more: Partial<Smtp> = {}): Smtp => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  username: '',
  password: undefined,
  ...more,
})
const send = (smtp: Smtp, timeLimitMs = 20_000) => deliver(smtp, MESSAGE, { timeLimitMs })

test('a mail arrives with its headers, and the server’s answer is given', async () => {
  expect(await send(at(plain.port))).toEqual({ ok: true, answer: '250 2.0.0 Ok: queued as TEST' })
  const [mail] = plain.received
  expect(mail).toMatchObject({ from: 'rfd@office.example', to: ['ada@office.example'], secure: false })
  expect(mail?.headers.get('message-id')).toBe('<one@office.example>')
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail?.headers.get('from')).toBe('Office <rfd@office.example>')
  expect(mail?.source).toContain('It works.')
})

test.for([
  ['a refused recipient', 550, '5.1.1 No such user', { code: 'refused', isFinal: true }],
  ['greylisting', 451, '4.7.1 Try again later', { code: 'later', isFinal: false }],
  ['a closing server', 421, '4.3.2 Closing', { code: 'later', isFinal: false }],
  ['a missing sign-in', 530, '5.7.0 Authentication required', { code: 'sign-in', isFinal: false }],
] as const)('%s is told apart, with the answer', async ([, code, text, failure]) => {
  plain.behave({ onRcptTo: (_to, _session, done) => done(smtpError(code, text)) })
  expect(await send(at(plain.port))).toEqual({ ok: false, ...failure, answer: `${code} ${text}` })
})

test('421 in the middle of the message, and a connection lost there, are tried again', async () => {
  plain.behave({
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => done(smtpError(421, '4.3.0 Going down')))
    },
  })
  expect(await send(at(plain.port))).toMatchObject({ ok: false, code: 'later', isFinal: false })
  plain.behave({
    onData: () => {
      for (const connection of plain.server.connections) connection._socket?.destroy()
    },
  })
  expect(await send(at(plain.port))).toMatchObject({ ok: false, code: 'connection-lost', isFinal: false })
})

test('a server that does not answer is given up at the time limit', async () => {
  plain.behave({ onConnect: () => {} })
  expect(await send(at(plain.port), 300)).toMatchObject({ ok: false, code: 'timeout', isFinal: false })
})

test('where nothing listens, or a name leads to a forbidden address, nothing is sent', async () => {
  expect(await send(at(9))).toMatchObject({ ok: false, code: 'unreachable' })
  expect(await send(at(25, { host: '169.254.169.254' }))).toMatchObject({ ok: false, code: 'forbidden-address' })
  const rebound = await deliver(at(plain.port, { host: 'smtp.office.example' }), MESSAGE, {
    timeLimitMs: 20_000,
    lookup: (_name, _options, done) => done(Object.assign(new Error('no'), { code: 'EFORBIDDENADDRESS' }), '', 0),
  })
  expect(rebound).toMatchObject({ ok: false, code: 'forbidden-address' })
})

test('STARTTLS is required where it is chosen: a server that has it stripped gets nothing, not even a password', async () => {
  const signIn = { username: 'office', password: 'right' }
  expect(await send(at(plain.port, { security: 'starttls', ...signIn }))).toMatchObject({
    ok: false,
    code: 'no-starttls',
  })
  expect(plain.received).toEqual([])
})

test('a certificate of somebody else is refused', async () => {
  for (const [security, { port, received }] of [
    ['starttls', withTls],
    ['tls', overTls],
  ] as const) {
    expect(await send(at(port, { security })), security).toMatchObject({
      ok: false,
      code: 'certificate',
      isFinal: false,
    })
    expect(received).toEqual([])
  }
})

test('with a certificate that is trusted, mail goes encrypted and signed in', async () => {
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, CERTIFICATE])
  try {
    for (const [security, { port, received }] of [
      ['starttls', withTls],
      ['tls', overTls],
    ] as const) {
      const smtp = at(port, { host: 'localhost', security, username: 'office', password: 'right' })
      expect(await send(smtp), security).toMatchObject({ ok: true })
      expect(received).toMatchObject([{ secure: true, user: 'office' }])
      expect(await send({ ...smtp, password: 'wrong' })).toMatchObject({ ok: false, code: 'sign-in', isFinal: false })
    }
  } finally {
    setDefaultCACertificates(usual)
  }
})

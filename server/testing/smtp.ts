import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

interface ReceivedMail {
  from: string
  to: string[]
  /** headers and body as they came */
  source: string
  /** unfolded, by lower-case name */
  headers: Map<string, string>
  user: string | undefined
  secure: boolean
}

type Behaviour = Pick<SMTPServerOptions, 'onRcptTo' | 'onMailFrom' | 'onData' | 'onConnect'>

/** A failure that the server answers with its code. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** An SMTP server on loopback that keeps what it receives. By default it neither encrypts nor lets anybody sign in. */
export async function smtpServer(options: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] }) {
  const received: ReceivedMail[] = []
  let behaviour: Behaviour = {}
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(smtpError(535, '5.7.8 Wrong password')),
    onConnect: (session, done) => (behaviour.onConnect ? behaviour.onConnect(session, done) : done()),
    onMailFrom: (address, session, done) =>
      behaviour.onMailFrom ? behaviour.onMailFrom(address, session, done) : done(),
    onRcptTo: (address, session, done) => (behaviour.onRcptTo ? behaviour.onRcptTo(address, session, done) : done()),
    onData: (stream, session, done) => {
      if (behaviour.onData) return behaviour.onData(stream, session, done)
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { envelope, user, secure } = session
        const source = Buffer.concat(parts).toString()
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source,
          headers: headersOf(source),
          user: typeof user === 'string' ? user : undefined,
          secure,
        })
        done(null, '2.0.0 Ok: queued as TEST')
      })
    },
    ...options,
  })
  // A client that hangs up, or refuses the certificate, is what some tests are about.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    received,
    server,
    /** Undone by the next call. */
    behave(next: Behaviour = {}) {
      behaviour = next
      received.length = 0
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function headersOf(source: string): Map<string, string> {
  const [head = ''] = source.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
}

import type { LookupFunction } from 'node:net'
import type { SmtpServer } from '../../../shared/email-settings.ts'
import { type Failure, failureOf, shownAnswer } from './smtp-failure.ts'
import { type Message, mailOf } from './message.ts'
import { openConnection } from './smtp-connection.ts'

export type Smtp = Omit<SmtpServer, 'sender' | 'auditDigestTo'> & { password: string | undefined }

/** `answer`: the server's own words */
export type Delivery = ({ ok: true } | ({ ok: false } & Failure)) & { answer: string | null }

interface Limits {
  /** for the whole exchange */
  timeLimitMs: number
  /** ends it early, such as when the program stops */
  signal?: AbortSignal
  lookup?: LookupFunction
}

/** Hands a mail to the SMTP server on a connection of its own. */
export async function deliver(
  smtp: Smtp,
  message: Message,
  { timeLimitMs, signal, lookup }: Limits,
): Promise<Delivery> {
  const limit = AbortSignal.timeout(timeLimitMs)
  try {
    // Loaded with the first mail: an office that sends none has no use for it.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      ...optionsOf(smtp, timeLimitMs),
      getSocket: (_options, done) => {
        openConnection(smtp, timeLimitMs, lookup).then(
          (connection) => done(null, { connection }),
          (error: Error) => done(error),
        )
      },
    })
    const sent = await transport.sendMail({
      ...mailOf(message),
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    })
    return { ok: true, answer: shownAnswer(sent.response) }
  } catch (error) {
    signal?.throwIfAborted()
    return { ok: false, ...failureOf(error, limit.aborted) }
  }
}

function optionsOf({ host, port, security, username, password }: Smtp, timeLimitMs: number) {
  return {
    host,
    port,
    secure: security === 'tls',
    // Never unencrypted by mistake: a server that offers no STARTTLS is refused.
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // A server that no longer offers to sign in must not get the mail without it.
    ...(username !== '' && { auth: { user: username, pass: password ?? '' }, forceAuth: true }),
    connectionTimeout: timeLimitMs,
    greetingTimeout: timeLimitMs,
    socketTimeout: timeLimitMs,
  }
}

import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A mail as it was accepted. */
export interface Copy {
  messageId: string
  to: string
  source: string
  /** which of the server's lives it came from */
  life: number
}

/** Where the sender is killed: within DATA, when all of it has come but is not acknowledged, or after the 250. */
export const MOMENTS = ['data', 'unacknowledged', 'acknowledged'] as const
export type Moment = (typeof MOMENTS)[number]

interface Trap {
  moment: Moment
  /** how many mails pass before */
  spared: number
  spring: () => void
}

const IN_DATA_MS = 4
const AFTER_250_MS = 10

/** A real SMTP server on loopback that keeps what it accepts, and kills its client where a trap is set. */
export async function mailReceiver() {
  const copies: Copy[] = []
  const lives = new Map<string, number>()
  let life = 0
  let trap: Trap | undefined

  const springAt = async (moment: Moment, afterMs = 0) => {
    if (trap?.moment !== moment || trap.spared-- > 0) return
    const { spring } = trap
    trap = undefined
    if (afterMs > 0) await pause(Math.random() * afterMs)
    spring()
  }
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: ({ id }, done) => {
      lives.set(id, life)
      done()
    },
    onData: (stream, { id, envelope }, done) => {
      void springAt('data', IN_DATA_MS)
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      // Not reached by a mail that breaks off.
      stream.on('end', () => {
        void springAt('unacknowledged')
        const source = Buffer.concat(parts).toString()
        const messageId = /^Message-ID: (.+)$/im.exec(source)?.[1]?.trim() ?? ''
        copies.push({ messageId, to: envelope.rcptTo[0]?.address ?? '', source, life: lives.get(id) ?? 0 })
        done(null, '2.0.0 Ok')
        void springAt('acknowledged', AFTER_250_MS)
      })
    },
  })
  // Killed clients hang up.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    // Safe: it listens on TCP.
    port: (server.server.address() as AddressInfo).port,
    copies,
    /** From now on mails come from the next life of the server, in which `next` may kill it. */
    beginLife(next?: Trap) {
      life++
      trap = next
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

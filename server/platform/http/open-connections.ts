import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { sourceOf } from './address.ts'
import { ResponseEnds } from './response-ends.ts'
import type { IsTrusted } from './trusted-proxies.ts'

/** What a connection is doing; of a full address, the first of the first non-empty stage is closed. */
const STAGES = ['silent', 'idle', 'stranger', 'person'] as const
type Stage = (typeof STAGES)[number]
/** A call that a person signed in for is never closed for a new connection. */
const CLOSABLE = STAGES.slice(0, -1)

interface Connection {
  socket: Socket
  stage: Stage
  calls: number
  /** the connections of its address; undefined for a trusted proxy, whose clients are many */
  siblings: Record<Stage, Set<Connection>> | undefined
}

const LIMITS = {
  /** Three hundred people behind one address, with six connections of a browser each, have room. */
  perAddress: 2000,
  /** Node's own timeout starts anew with every byte, even a blank line between calls. */
  idleMs: 90_000,
  sweepMs: 5000,
}

/**
 * Bounds the connections of each address. A new connection is accepted at the expense of an older one that carries no
 * call, so an office behind one address is never shut out. Connections without a call are closed after a while.
 */
export class OpenConnections {
  readonly #isTrusted: IsTrusted
  readonly #limits: typeof LIMITS
  readonly #addresses = new Map<string, Record<Stage, Set<Connection>>>()
  readonly #of = new WeakMap<Socket, Connection>()
  /** since when connections are idle, the longest first */
  readonly #idleSince = new Map<Socket, number>()
  readonly #ends = new ResponseEnds()

  /** @param isTrusted whether an address is that of a trusted proxy */
  constructor(isTrusted: IsTrusted, limits: Partial<typeof LIMITS> = {}) {
    this.#isTrusted = isTrusted
    this.#limits = { ...LIMITS, ...limits }
  }

  watch(server: Server): void {
    server.on('connection', (socket) => this.#open(socket))
    server.once('listening', () => {
      const timer = setInterval(() => this.#closeIdle(), this.#limits.sweepMs).unref()
      server.once('close', () => clearInterval(timer))
    })
  }

  /** Call it when a call has arrived: its connection is not closed for others while it is under way. */
  carry(req: IncomingMessage, res: ServerResponse, by: 'stranger' | 'person'): void {
    const connection = this.#of.get(req.socket)
    if (!connection) return
    connection.calls++
    this.#idleSince.delete(req.socket)
    move(connection, by)
    this.#ends.once(req, res, () => {
      if (--connection.calls > 0 || req.socket.destroyed) return
      this.#idleSince.set(req.socket, performance.now())
      move(connection, 'idle')
    })
  }

  #open(socket: Socket): void {
    const peer = socket.remoteAddress
    // It has been closed already.
    if (peer === undefined) return
    const address = this.#isTrusted(peer, 0) ? undefined : sourceOf(peer).address
    const siblings = address === undefined ? undefined : (this.#addresses.get(address) ?? noConnections())
    if (siblings && countOf(siblings) >= this.#limits.perAddress && !closeOne(siblings)) return void socket.destroy()
    const connection: Connection = { socket, stage: 'silent', calls: 0, siblings }
    this.#of.set(socket, connection)
    siblings?.silent.add(connection)
    if (siblings && address !== undefined) this.#addresses.set(address, siblings)
    socket.once('close', () => {
      this.#idleSince.delete(socket)
      siblings?.[connection.stage].delete(connection)
      if (siblings && address !== undefined && countOf(siblings) === 0) this.#addresses.delete(address)
    })
  }

  #closeIdle(): void {
    const limit = performance.now() - this.#limits.idleMs
    for (const [socket, since] of this.#idleSince) {
      if (since > limit) return
      socket.destroy()
    }
  }
}

function noConnections(): Record<Stage, Set<Connection>> {
  return { silent: new Set(), idle: new Set(), stranger: new Set(), person: new Set() }
}

function countOf(connections: Record<Stage, Set<Connection>>): number {
  return STAGES.reduce((sum, stage) => sum + connections[stage].size, 0)
}

function move(connection: Connection, stage: Stage): void {
  const { siblings } = connection
  siblings?.[connection.stage].delete(connection)
  connection.stage = stage
  siblings?.[stage].add(connection)
}

/** @returns false if a person's call is under way on each of them */
function closeOne(connections: Record<Stage, Set<Connection>>): boolean {
  for (const stage of CLOSABLE) {
    const [oldest] = connections[stage]
    if (!oldest) continue
    // Counted out at once: the event `close` comes later.
    connections[stage].delete(oldest)
    oldest.siblings = undefined
    oldest.socket.destroy()
    return true
  }
  return false
}

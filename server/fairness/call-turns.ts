import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from '../services.ts'

/** Reads of one person under way at once: as many connections as a browser opens. */
const MOST_READS = 6
/**
 * What the calls of one person may cost that begin within one turn of the event loop. A read is answered at once, where the
 * database is embedded; a change first waits for its body, and then shares its commit with those that came with it.
 */
const SHARE = 16
const COST = { read: 4, change: 1 }
/** After a turn that took longer than this the share is a read. */
const LONG_TURN_MS = 5
/** Calls of one person that may wait. Nobody who works on the page has more than a few. */
const MOST_WAITING = 1000

interface Call {
  kind: keyof typeof COST
  start(): void
}

interface Caller {
  waiting: Call[]
  reads: number
  /** within this turn of the event loop */
  spent: number
}

/**
 * Begins calls so that nobody's many hold up another's few: of each caller a few in every turn of the event loop, and a few
 * reads under way at once; the others wait for those of the same caller. Without this, two hundred reads that arrive
 * together would all be answered in one turn, and whoever comes next would wait for them all.
 */
export class CallTurns {
  readonly #callers = new Map<string, Caller>()
  #isTicking = false
  #turnBegan = 0
  #share = SHARE

  /**
   * @param caller whose call it is
   * @param start begins the call, at once when it is the caller's turn
   * @returns what withdraws a waiting call and ends one that was begun; undefined when too many wait
   */
  enter(caller: string, kind: Call['kind'], start: () => void): (() => void) | undefined {
    const own = this.#callers.get(caller) ?? { waiting: [], reads: 0, spent: 0 }
    if (own.waiting.length >= MOST_WAITING) return undefined
    this.#callers.set(caller, own)
    let isBegun = false
    let isOver = false
    const call: Call = {
      kind,
      start: () => {
        isBegun = true
        own.spent += COST[kind]
        if (kind === 'read') own.reads++
        start()
      },
    }
    own.waiting.push(call)
    this.#serve(own)
    this.#tick()
    return () => {
      if (isOver) return
      isOver = true
      if (!isBegun) own.waiting.splice(own.waiting.indexOf(call), 1)
      else if (kind === 'read') own.reads--
      this.#tick()
    }
  }

  get size(): number {
    return this.#callers.size
  }

  #serve(own: Caller): void {
    while (own.spent < this.#share) {
      const next = own.waiting.findIndex(({ kind }) => kind !== 'read' || own.reads < MOST_READS)
      if (next === -1) return
      own.waiting.splice(next, 1)[0]!.start()
    }
  }

  #tick(): void {
    if (this.#isTicking) return
    this.#isTicking = true
    this.#turnBegan = performance.now()
    setImmediate(() => this.#nextTurn())
  }

  #nextTurn(): void {
    this.#isTicking = false
    this.#share = performance.now() - this.#turnBegan > LONG_TURN_MS ? COST.read : SHARE
    let isAnyReady = false
    for (const [caller, own] of this.#callers) {
      own.spent = 0
      this.#serve(own)
      if (own.spent > 0) isAnyReady = true
      if (own.waiting.length === 0 && own.reads === 0 && own.spent === 0) this.#callers.delete(caller)
    }
    if (isAnyReady) this.#tick()
  }
}

/** Lets every call of the API wait for its turn, before its body is read. Register it behind the authentication. */
export function takeTurns(app: App): void {
  const turns = new CallTurns()
  app.addHook('onRequest', (req, reply, done) => {
    if (!req.url.startsWith('/api/')) return done()
    const kind = req.method === 'GET' || req.method === 'HEAD' ? 'read' : 'change'
    // Who has gone meanwhile needs no answer.
    const start = () => (reply.raw.destroyed ? undefined : done())
    const leave = turns.enter(callerOf(req), kind, start)
    if (!leave) return done(new AppError('unavailable', TOO_MANY, { headers: { 'retry-after': '1' } }))
    reply.raw.once('finish', leave).once('close', leave)
  })
}

const TOO_MANY = 'Too many of your calls are waiting for an answer. Please try again in a moment.'

/** Whose call it is: the signed-in person's, else one of its address. */
export function callerOf({ actor, ip }: Partial<Pick<FastifyRequest, 'actor'>> & Pick<FastifyRequest, 'ip'>): string {
  return actor?.id ?? ip
}

import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { whenAnswered } from '../http/answered.ts'
import type { AnswersInFlight } from '../http/answers-in-flight.ts'
import type { App } from '../services.ts'

/** Reads of one caller under way at once: as many connections as a browser opens. */
const MOST_READS = 6
/** The same while the caller's earlier answers are large and still on their way: they cost more than a turn each. */
const MOST_LARGE_READS = 2
/**
 * What calls may cost that begin within one turn of the event loop. A read is answered at once, where the database is
 * embedded; a change first waits for its body, and then shares its commit with those that came with it.
 */
const COST = { read: 4, change: 1 }
const SHARE_OF_ONE = 16
/** All people together, and all who have not signed in, so that many addresses get no more than one. */
const SHARES = { known: 64, stranger: 8 }
/** After a turn that took longer than this the shares are a read. */
const LONG_TURN_MS = 5
/** Calls of one caller that may wait. Nobody who works on the page has more than a few. */
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

/** Callers whose turns come round after one another, the next one first. */
interface Line {
  callers: Map<string, Caller>
  spent: number
}

/**
 * Begins calls so that nobody's many hold up another's few: of each caller a few in every turn of the event loop, and a few
 * reads under way at once; the others wait for those of the same caller. Without this, two hundred reads that arrive
 * together would all be answered in one turn, and whoever comes next would wait for them all.
 */
export class CallTurns {
  readonly #lines: Record<keyof typeof SHARES, Line> = {
    known: { callers: new Map(), spent: 0 },
    stranger: { callers: new Map(), spent: 0 },
  }
  readonly #hasLarge: (caller: string) => boolean
  #isTicking = false
  #turnBegan = 0
  #wasLong = false

  /** @param hasLarge whether large answers of a caller are still on their way */
  constructor(hasLarge: (caller: string) => boolean = () => false) {
    this.#hasLarge = hasLarge
  }

  /**
   * @param start begins the call, at once when it is the caller's turn
   * @returns what withdraws a waiting call and ends one that was begun; undefined when too many wait
   */
  enter(
    kind: Call['kind'],
    start: () => void,
    caller: string,
    standing: keyof typeof SHARES,
  ): (() => void) | undefined {
    const line = this.#lines[standing]
    const own = line.callers.get(caller) ?? { waiting: [], reads: 0, spent: 0 }
    if (own.waiting.length >= MOST_WAITING) return undefined
    line.callers.set(caller, own)
    let isBegun = false
    let isOver = false
    const call: Call = {
      kind,
      start: () => {
        isBegun = true
        own.spent += COST[kind]
        line.spent += COST[kind]
        if (kind === 'read') own.reads++
        start()
      },
    }
    own.waiting.push(call)
    this.#serve(standing, caller, own)
    this.#tick()
    return () => {
      if (isOver) return
      isOver = true
      if (!isBegun) own.waiting.splice(own.waiting.indexOf(call), 1)
      else if (kind === 'read') own.reads--
      this.#tick()
    }
  }

  /** Callers that have calls under way or waiting, or had one in this turn. */
  get size(): number {
    return this.#lines.known.callers.size + this.#lines.stranger.callers.size
  }

  #serve(standing: keyof typeof SHARES, caller: string, own: Caller): void {
    const isHeavy = this.#hasLarge(caller)
    const mostReads = isHeavy ? MOST_LARGE_READS : MOST_READS
    const shareOfOne = this.#wasLong || isHeavy ? COST.read : SHARE_OF_ONE
    const shareOfAll = this.#wasLong ? COST.read : SHARES[standing]
    const line = this.#lines[standing]
    while (own.spent < shareOfOne && line.spent < shareOfAll) {
      const next = own.waiting.findIndex(({ kind }) => kind !== 'read' || own.reads < mostReads)
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
    this.#wasLong = performance.now() - this.#turnBegan > LONG_TURN_MS
    let isAnyReady = false
    for (const standing of ['known', 'stranger'] as const) {
      const line = this.#lines[standing]
      line.spent = 0
      // As they stand now: those that are moved to the end must not come round again.
      const callers = Array.from(line.callers)
      for (const [name, own] of callers) {
        own.spent = 0
        this.#serve(standing, name, own)
        if (own.spent > 0) {
          // Those who got nothing this time come first the next.
          line.callers.delete(name)
          line.callers.set(name, own)
        } else if (own.waiting.length === 0 && own.reads === 0) line.callers.delete(name)
      }
      if (line.spent > 0) isAnyReady = true
    }
    if (isAnyReady) this.#tick()
  }
}

/** Lets every call of the API wait for its turn, before its body is read. Register it behind the authentication. */
export function takeTurns(app: App, inFlight: AnswersInFlight): void {
  const turns = new CallTurns((caller) => inFlight.hasMuchOf(caller))
  app.addHook('onRequest', (req, reply, done) => {
    if (!req.url.startsWith('/api/')) return done()
    const kind = req.method === 'GET' || req.method === 'HEAD' ? 'read' : 'change'
    // Who has gone meanwhile needs no answer.
    const start = () => (req.raw.socket.destroyed ? undefined : done())
    const leave = turns.enter(kind, start, callerOf(req), standingOf(req))
    if (!leave) return done(new AppError('unavailable', TOO_MANY, { headers: { 'retry-after': '1' } }))
    whenAnswered(reply, leave)
  })
}

const TOO_MANY = 'Too many of your calls are waiting for an answer. Please try again in a moment.'

/** Nobody has signed in for a call of a public route. */
type Origin = Partial<Pick<FastifyRequest, 'actor'>> & Pick<FastifyRequest, 'ip'>

function standingOf({ actor }: Origin): keyof typeof SHARES {
  return actor ? 'known' : 'stranger'
}

/** Whose call it is: the signed-in person's, else one of its address. */
export function callerOf({ actor, ip }: Origin): string {
  return actor?.id ?? ip
}

/**
 * Concurrent calls per caller. Reads: as many as a browser opens connections. Changes share a sync to disk, but those
 * that waited for the same result, such as a session look-up, continue within one turn of the event loop.
 */
const MAX_RUNNING = { read: 6, change: 32 }
/** The limit for reads after a long turn, and while large responses to the caller are in flight: reads then cost more. */
const MAX_COSTLY_READS = 2
/**
 * The cost of a call that starts within a turn of the event loop. With an embedded database a read completes within the
 * turn; a change first waits for its body, and then shares a commit with concurrent ones.
 */
const COST = { read: 4, change: 1 }
const SHARE_OF_ONE = 16
/** Budgets per turn of all signed-in callers together, and of all strangers: more addresses do not get strangers more. */
const SHARES = { known: 64, stranger: 8 }
/** Whether the caller has signed in. */
export type CallerClass = keyof typeof SHARES
/** After a turn longer than this a caller may start one read, and the signed-in callers together two. */
const LONG_TURN_MS = 5
const SHARES_AFTER_LONG_TURN = { known: 2 * COST.read, stranger: COST.read }
/** Waiting calls per caller. Using the page causes only a few. */
const MAX_WAITING = 1000

interface Call {
  kind: keyof typeof COST
  start(): void
}

interface Caller {
  waiting: Call[]
  /** currently running */
  running: Record<Call['kind'], number>
  /** within the current turn of the event loop */
  spent: number
}

/** A round-robin queue of callers, the next one first. */
interface Line {
  callers: Map<string, Caller>
  spent: number
}

/**
 * Starts calls fairly, so that one caller's many do not delay another's few: each caller may start a few per turn of
 * the event loop, and run a few reads concurrently; further ones wait for the same caller's. Without this, two hundred
 * reads arriving together would all run in one turn, and the next caller would wait for them all.
 */
export class FairCallScheduler {
  readonly #lines: Record<CallerClass, Line> = {
    known: { callers: new Map(), spent: 0 },
    stranger: { callers: new Map(), spent: 0 },
  }
  readonly #hasLarge: (caller: string) => boolean
  readonly #now: () => number
  #isTicking = false
  #turnBegan = 0
  #wasLong = false

  /** @param hasLarge whether large responses to a caller are still in flight */
  constructor(hasLarge: (caller: string) => boolean = () => false, now = () => performance.now()) {
    this.#hasLarge = hasLarge
    this.#now = now
  }

  /**
   * @param start starts the call, at once if it is the caller's turn; it is passed a function that ends the call
   * @returns a function that withdraws a waiting call or ends a started one; undefined when too many are waiting
   */
  enter(
    kind: Call['kind'],
    start: (end: () => void) => void,
    caller: string,
    standing: CallerClass,
  ): (() => void) | undefined {
    const line = this.#lines[standing]
    const own = line.callers.get(caller) ?? { waiting: [], running: { read: 0, change: 0 }, spent: 0 }
    if (own.waiting.length >= MAX_WAITING) return undefined
    line.callers.set(caller, own)
    let isBegun = false
    let isOver = false
    const call: Call = {
      kind,
      start: () => {
        isBegun = true
        own.spent += COST[kind]
        line.spent += COST[kind]
        own.running[kind]++
        start(end)
      },
    }
    const end = () => {
      if (isOver) return
      isOver = true
      if (!isBegun) own.waiting.splice(own.waiting.indexOf(call), 1)
      else own.running[kind]--
      this.#tick()
    }
    own.waiting.push(call)
    this.#serve(standing, caller, own)
    this.#tick()
    return end
  }

  /** Number of callers with calls running, waiting, or started in this turn. */
  get size(): number {
    return this.#lines.known.callers.size + this.#lines.stranger.callers.size
  }

  #serve(standing: CallerClass, caller: string, own: Caller): void {
    const isCostly = this.#wasLong || this.#hasLarge(caller)
    const most = isCostly ? { ...MAX_RUNNING, read: MAX_COSTLY_READS } : MAX_RUNNING
    const shareOfOne = isCostly ? COST.read : SHARE_OF_ONE
    const shareOfAll = (this.#wasLong ? SHARES_AFTER_LONG_TURN : SHARES)[standing]
    const line = this.#lines[standing]
    while (own.spent < shareOfOne && line.spent < shareOfAll) {
      const next = own.waiting.findIndex(({ kind }) => own.running[kind] < most[kind])
      if (next === -1) return
      own.waiting.splice(next, 1)[0]!.start()
    }
  }

  #tick(): void {
    if (this.#isTicking) return
    this.#isTicking = true
    this.#turnBegan = this.#now()
    setImmediate(() => this.#nextTurn())
  }

  #nextTurn(): void {
    this.#isTicking = false
    this.#wasLong = this.#now() - this.#turnBegan > LONG_TURN_MS
    let isAnyReady = false
    let isAnyWaiting = false
    for (const standing of ['known', 'stranger'] as const) {
      const line = this.#lines[standing]
      line.spent = 0
      // A snapshot: callers moved to the end must not be served twice.
      const callers = Array.from(line.callers)
      for (const [name, own] of callers) {
        own.spent = 0
        this.#serve(standing, name, own)
        if (own.spent > 0) {
          // Callers that got nothing in this turn go first in the next.
          line.callers.delete(name)
          line.callers.set(name, own)
        } else if (own.waiting.length === 0 && own.running.read + own.running.change === 0) line.callers.delete(name)
        if (own.waiting.length > 0) isAnyWaiting = true
      }
      if (line.spent > 0) isAnyReady = true
    }
    // Calls held back by a long turn may start after a short one, even if no call has ended by then.
    if (isAnyReady || (this.#wasLong && isAnyWaiting)) this.#tick()
  }
}

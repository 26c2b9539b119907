/**
 * Calls of one caller under way at once. Reads: as many connections as a browser opens. Changes wait for the disk together,
 * but those that waited for the same answer, such as whose session it is, go on within one turn.
 */
const MOST = { read: 6, change: 32 }
/** The same after a long turn, and while the caller's earlier answers are large and still on their way: they cost more. */
const MOST_COSTLY_READS = 2
/**
 * What calls may cost that begin within one turn of the event loop. A read is answered at once, where the database is
 * embedded; a change first waits for its body, and then shares its commit with those that came with it.
 */
const COST = { read: 4, change: 1 }
const SHARE_OF_ONE = 16
/** All people together, and all who have not signed in, so that many addresses get no more than one. */
const SHARES = { known: 64, stranger: 8 }
/** Whether somebody has signed in for a call. */
export type Standing = keyof typeof SHARES
/** After a turn that took longer than this the share of one is a read, and another of those who signed in may have one, too. */
const LONG_TURN_MS = 5
const SHARES_AFTER_LONG_TURN = { known: 2 * COST.read, stranger: COST.read }
/** Calls of one caller that may wait. Nobody who works on the page has more than a few. */
const MOST_WAITING = 1000

interface Call {
  kind: keyof typeof COST
  start(): void
}

interface Caller {
  waiting: Call[]
  /** under way */
  running: Record<Call['kind'], number>
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
  readonly #lines: Record<Standing, Line> = {
    known: { callers: new Map(), spent: 0 },
    stranger: { callers: new Map(), spent: 0 },
  }
  readonly #hasLarge: (caller: string) => boolean
  readonly #now: () => number
  #isTicking = false
  #turnBegan = 0
  #wasLong = false

  /** @param hasLarge whether large answers of a caller are still on their way */
  constructor(hasLarge: (caller: string) => boolean = () => false, now = () => performance.now()) {
    this.#hasLarge = hasLarge
    this.#now = now
  }

  /**
   * @param start begins the call, at once when it is the caller's turn; handed what ends it
   * @returns what withdraws a waiting call and ends one that was begun; undefined when too many wait
   */
  enter(
    kind: Call['kind'],
    start: (end: () => void) => void,
    caller: string,
    standing: Standing,
  ): (() => void) | undefined {
    const line = this.#lines[standing]
    const own = line.callers.get(caller) ?? { waiting: [], running: { read: 0, change: 0 }, spent: 0 }
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

  /** Callers that have calls under way or waiting, or had one in this turn. */
  get size(): number {
    return this.#lines.known.callers.size + this.#lines.stranger.callers.size
  }

  #serve(standing: Standing, caller: string, own: Caller): void {
    const isCostly = this.#wasLong || this.#hasLarge(caller)
    const most = isCostly ? { ...MOST, read: MOST_COSTLY_READS } : MOST
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
      // As they stand now: those that are moved to the end must not come round again.
      const callers = Array.from(line.callers)
      for (const [name, own] of callers) {
        own.spent = 0
        this.#serve(standing, name, own)
        if (own.spent > 0) {
          // Those who got nothing this time come first the next.
          line.callers.delete(name)
          line.callers.set(name, own)
        } else if (own.waiting.length === 0 && own.running.read + own.running.change === 0) line.callers.delete(name)
        if (own.waiting.length > 0) isAnyWaiting = true
      }
      if (line.spent > 0) isAnyReady = true
    }
    // What a long turn has held back may begin after a short one, also when no call is over by then.
    if (isAnyReady || (this.#wasLong && isAnyWaiting)) this.#tick()
  }
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Limit of the cache: days of nearly three centuries, more than any history needs. */
const MAX_OFFSETS = 100_000

/** Local time of a time zone, represented as if it were UTC. */
export class LocalClock {
  readonly #format: Intl.DateTimeFormat | null
  /** UTC offset by day (UTC); on a day with a clock change, the offset until then */
  readonly #offsets = new Map<number, number>()
  /** clock changes by day: the instant, and the offset from then on */
  readonly #changes = new Map<number, { at: number; offset: number }>()

  constructor(timeZone: string) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    this.#format =
      timeZone === 'UTC' ? null : new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts })
  }

  localOf(at: number): number {
    return at + this.#offsetAt(at)
  }

  instantOf(local: number): number {
    return local - this.#offsetAt(local - this.#offsetAt(local))
  }

  /** The calendar day of an instant, counted from 1 January 1970. */
  dayOf(at: number): number {
    return Math.floor(this.localOf(at) / DAY_MS)
  }

  /** Offsets are cached per day: computing one for each instant would dominate the running time. */
  #offsetAt(at: number): number {
    if (this.#format === null) return 0
    const day = Math.floor(at / DAY_MS)
    const offset = this.#offsets.get(day) ?? this.#readDay(day)
    if (this.#changes.size === 0) return offset
    const change = this.#changes.get(day)
    return change && at >= change.at ? change.offset : offset
  }

  #readDay(day: number): number {
    if (this.#offsets.size >= MAX_OFFSETS) {
      this.#offsets.clear()
      this.#changes.clear()
    }
    const [begin, end] = [day * DAY_MS, (day + 1) * DAY_MS]
    const [first, last] = [this.#ask(begin), this.#ask(end - MINUTE_MS)]
    if (first !== last) {
      let [before, at] = [begin, end - MINUTE_MS]
      while (at - before > MINUTE_MS) {
        const middle = before + Math.floor((at - before) / 2 / MINUTE_MS) * MINUTE_MS
        if (this.#ask(middle) === first) before = middle
        else at = middle
      }
      this.#changes.set(day, { at, offset: last })
    }
    this.#offsets.set(day, first)
    return first
  }

  #ask(at: number): number {
    const parts = this.#format!.formatToParts(at)
    const valueOf = (type: string) => Number(parts.find((part) => part.type === type)?.value)
    const shown = Date.UTC(valueOf('year'), valueOf('month') - 1, valueOf('day'), valueOf('hour'), valueOf('minute'))
    return shown - at
  }
}

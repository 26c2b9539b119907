/** How long a transaction may stay open after ones with higher ids have committed. */
const GAP_MS = 60_000
/** Of a position sent to a client. */
const MAX_GAPS = 50

interface Gap {
  from: number
  to: number
  since: number
}

const FORMAT = /^(\d{1,15})(?:\.([0-9a-z]{1,11})(?:\.(\d{1,15}-\d{1,15}(?:_\d{1,15}-\d{1,15}){0,49}))?)?$/

/**
 * How much of the history has been read: all entries up to the newest, except those in the gaps. On PostgreSQL a
 * transaction may commit after others with higher ids, so a missing id may still appear.
 */
export class HistoryPosition {
  newest: number
  /** when the newest entry was made, in milliseconds; NaN if unknown */
  at: number
  gaps: Gap[]

  constructor(newest = 0, at = Number.NaN, gaps: Gap[] = []) {
    this.newest = newest
    this.at = at
    this.gaps = gaps
  }

  /** @returns undefined for a text that no position has */
  static parse(text: string): HistoryPosition | undefined {
    const [, newest, at, gaps = ''] = FORMAT.exec(text) ?? []
    if (newest === undefined) return undefined
    const since = performance.now()
    const ranges = gaps.split('_').filter(Boolean)
    return new HistoryPosition(
      Number(newest),
      at === undefined ? Number.NaN : Number.parseInt(at, 36),
      ranges.map((range) => {
        const [from, to] = range.split('-').map(Number) as [number, number]
        return { from, to, since }
      }),
    )
  }

  /** The id of an event. The instant shows whether an id is of this office; the gaps let a client resume exactly. */
  toString(): string {
    const gaps = this.gaps.slice(-MAX_GAPS).map(({ from, to }) => `${from}-${to}`)
    return [
      this.newest,
      ...(Number.isNaN(this.at) ? [] : [this.at.toString(36), ...(gaps[0] ? [gaps.join('_')] : [])]),
    ].join('.')
  }

  copy(): HistoryPosition {
    return new HistoryPosition(this.newest, this.at, this.gaps)
  }

  /** The lowest id that may still be unread. */
  get first(): number {
    return this.gaps.reduce((least, { from }) => Math.min(least, from), this.newest + 1)
  }

  has(id: number): boolean {
    return id <= this.newest && !this.gaps.some(({ from, to }) => from <= id && id <= to)
  }

  add(id: number, at: string): void {
    if (id <= this.newest) {
      this.gaps = this.gaps.flatMap((gap) => without(gap, id))
      return
    }
    const since = performance.now()
    if (id > this.newest + 1) this.gaps = [...this.gaps, { from: this.newest + 1, to: id - 1, since }]
    this.newest = id
    this.at = Date.parse(at)
  }

  /** Gives up on ids whose transactions have most likely been rolled back. */
  forgetOldGaps(): void {
    const limit = performance.now() - GAP_MS
    if (this.gaps.some(({ since }) => since < limit)) this.gaps = this.gaps.filter(({ since }) => since >= limit)
  }
}

function without(gap: Gap, id: number): Gap[] {
  if (id < gap.from || gap.to < id) return [gap]
  return [
    { ...gap, to: id - 1 },
    { ...gap, from: id + 1 },
  ].filter(({ from, to }) => from <= to)
}

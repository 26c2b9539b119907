const DAY_MS = 86_400_000

/**
 * The instant of a local time on a date. A time that occurs twice, when clocks are put back, is the first of the two; a
 * skipped one is shifted by the length of the gap (RFC 5545, 3.3.5): 02:30 becomes 03:30.
 */
export function instantOf(timeZone: string, date: string, time: string): Date {
  return instantsOf(timeZone, date, time)[0]
}

/** As `instantOf`, but both instants of a time that occurs twice. */
export function instantsOf(timeZone: string, date: string, time: string): [Date, ...Date[]] {
  const shown = Date.parse(`${date}T${time}:00Z`)
  const [before, after] = [shown - DAY_MS, shown + DAY_MS].map((near) => offsetAt(timeZone, near)) as [number, number]
  const candidates = [...new Set([shown - before, shown - after])].sort((a, b) => a - b)
  const [first, ...others] = candidates.filter((at) => at + offsetAt(timeZone, at) === shown)
  return [new Date(first ?? shown - before), ...others.map((at) => new Date(at))]
}

/** `HH:MM`: what the clocks of a time zone show at an instant. */
export function clockAt(timeZone: string, at: Date): string {
  return new Date(at.getTime() + offsetAt(timeZone, at.getTime())).toISOString().slice(11, 16)
}

/** UTC offset of a time zone at an instant, in milliseconds. */
export function offsetAt(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return Date.parse(`${parts.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}

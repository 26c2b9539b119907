/**
 * How PostgreSQL's values arrive, the same as SQLite's: instants as ISO text in UTC, dates as `YYYY-MM-DD`, whole numbers
 * and numerics as numbers, bytes as bytes, JSON as text. Everything else as text, as `pg` gives it without a parser.
 */
export const PARSERS: Record<number, (value: string) => unknown> = {
  17: bytes,
  16: (value) => (value === 't' || value === 'true' ? 1 : 0),
  20: Number,
  21: Number,
  23: Number,
  26: Number,
  700: Number,
  701: Number,
  1700: Number,
  1184: isoInstant,
  1082: asIs,
  114: asIs,
  3802: asIs,
}

function asIs(value: string): string {
  return value
}

/** `\x0a1b`, as a connection writes bytes by default */
function bytes(value: string): Uint8Array {
  return Buffer.from(value.slice(2), 'hex')
}

/** `2026-11-21 01:09:52.1+00`, as a connection with TimeZone UTC writes it → `2026-11-21T01:09:52.100Z` */
function isoInstant(value: string): string {
  const zone = value.lastIndexOf('+')
  if (zone !== value.length - 3 || value[10] !== ' ') return new Date(value).toISOString()
  const fraction = zone > 19 ? value.slice(20, zone) : ''
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/** For `pg`'s `types` option. Binary answers are never asked for. */
export function parserOf(oid: number): (value: string) => unknown {
  return PARSERS[oid] ?? asIs
}

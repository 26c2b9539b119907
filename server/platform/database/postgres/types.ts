const asIs = (value: string): string => value

/**
 * Parses PostgreSQL's values into the same form as SQLite's: instants as ISO text in UTC, dates as `YYYY-MM-DD`,
 * integers and numerics as numbers, bytes as bytes, JSON and everything else as text.
 */
export const PARSERS: Record<number, (value: string) => unknown> = {
  ...Object.fromEntries([20, 21, 23, 26, 700, 701, 1700].map((number) => [number, Number])),
  ...Object.fromEntries([1082, 114, 3802].map((dateOrJson) => [dateOrJson, asIs])),
  16: (value) => (value === 't' || value === 'true' ? 1 : 0),
  17: (value) => Buffer.from(value.slice(2), 'hex'),
  // `2026-11-21 01:09:52.1+00`, because a connection's time zone is UTC
  1184: (value) =>
    `${value.slice(0, 10)}T${value.slice(11, 19)}.${/\.(\d+)/.exec(value)?.[1]?.padEnd(3, '0').slice(0, 3) ?? '000'}Z`,
}

/** For `pg`'s `types` option. The binary format is never requested. */
export const parserOf = (oid: number): ((value: string) => unknown) => PARSERS[oid] ?? asIs

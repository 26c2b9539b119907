import type { Row } from './source.ts'

type Stored = string | number | null | { bytes: string }

/** A row as one line: a JSON list of its values in the order of the columns, the same on both engines. */
export function rowText(row: Row, columns: readonly string[]): string {
  return `${JSON.stringify(columns.map((column) => stored(row[column])))}\n`
}

/** @throws Error for a line that is not a row of these columns */
export function parseRow(line: string, columns: readonly string[]): Row {
  const values: unknown = JSON.parse(line)
  if (!Array.isArray(values) || values.length !== columns.length) throw new Error('a row has other columns')
  return Object.fromEntries(columns.map((column, i) => [column, parsed(values[i])]))
}

function stored(value: unknown): Stored {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`A value of the type ${typeof value} has no place in a backup`)
}

function parsed(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (
    typeof value === 'object' &&
    'bytes' in value &&
    typeof value.bytes === 'string' &&
    Object.keys(value).length === 1
  ) {
    return Buffer.from(value.bytes, 'base64')
  }
  throw new Error('a row has a value of an unknown kind')
}

import type { Row } from '../backup/source.ts'

/** One mistake of a program that restores a backup. */
export interface Fault {
  what: string
  /** in the rows on their way into the database */
  rows?: (table: string, rows: Row[]) => Row[]
  /** in the database once it is loaded */
  statement?: string
}

type Value = unknown
const ofText = (change: (text: string) => Value) => (value: Value) =>
  typeof value === 'string' ? change(value) : value
const ofNumber = (change: (number: number) => Value) => (value: Value) =>
  typeof value === 'number' ? change(value) : value
const ofBytes = (change: (bytes: Buffer) => Value) => (value: Value) => (Buffer.isBuffer(value) ? change(value) : value)

const INSTANT = /^\d{4}-\d\d-\d\dT.*Z$/
const later = (text: string, ms: number) => new Date(new Date(text).getTime() + ms).toISOString()
const reordered = (text: string) =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse()))

/** What may go wrong with a single value. Each returns the value itself where it does not apply. */
const VALUE_FAULTS: Record<string, (value: Value) => Value> = {
  'an empty field': () => null,
  'an empty text instead of a text': ofText(() => ''),
  'an empty text instead of none': (value) => value ?? '',
  'zero instead of none': (value) => value ?? 0,
  'text read as Latin-1': ofText((text) => Buffer.from(text).toString('latin1')),
  'text without its accents': ofText((text) => text.normalize('NFD').replace(/\p{M}/gu, '')),
  'text in another Unicode form': ofText((text) => text.normalize('NFD')),
  'text in capitals': ofText((text) => text.toUpperCase()),
  'text cut short': ofText((text) => text.slice(0, Math.floor(text.length * 0.9))),
  'text with a blank at its end': ofText((text) => `${text} `),
  'lost blanks at the end': ofText((text) => text.trimEnd()),
  'lost control characters': ofText((text) => text.replace(/\p{Cc}/gu, '')),
  'line ends of Windows': ofText((text) => text.replace(/\n/g, '\r\n')),
  'straight quotation marks': ofText((text) => text.replace(/[‘’]/g, "'")),
  'a backslash taken for an escape': ofText((text) => text.replace(/\\/g, '')),
  'text escaped twice': ofText((text) => JSON.stringify(text).slice(1, -1)),
  'JSON in another order': ofText((text) => (/^\{.*:.*,/.test(text) ? reordered(text) : text)),
  'JSON with blanks': ofText((text) => (/^[[{]./.test(text) ? JSON.stringify(JSON.parse(text), null, 1) : text)),
  'an instant without its milliseconds': ofText((text) => text.replace(/(?<=:\d\d)\.\d{3}Z$/, '.000Z')),
  'an instant in another form': ofText((text) => (INSTANT.test(text) ? text.replace('T', ' ').replace('Z', '') : text)),
  'an instant of another time zone': ofText((text) => (INSTANT.test(text) ? later(text, 3_600_000) : text)),
  'the day before': ofText((text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? later(text, -86_400_000).slice(0, 10) : text)),
  'a number too high by one': ofNumber((number) => number + 1),
  'a number too low by one': ofNumber((number) => number - 1),
  'a number of the other sign': ofNumber((number) => -number),
  'a number of single precision': ofNumber((number) => Math.fround(number)),
  'a rounded number': ofNumber((number) => Math.round(number)),
  'a number as text with a blank': ofNumber((number) => `${number} x`),
  'bytes with another bit': ofBytes((bytes) =>
    Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]),
  ),
  'bytes as base64': ofBytes((bytes) => bytes.toString('base64')),
  'bytes cut short': ofBytes((bytes) => bytes.subarray(0, -1)),
}

/** What may go wrong with the rows of a table; undefined: it does not apply. */
const TABLE_FAULTS: Record<string, (rows: Row[], columns: string[]) => Row[] | undefined> = {
  'a table left out': () => [],
  'the first row lost': (rows) => rows.slice(1),
  'the last row lost': (rows) => rows.slice(0, -1),
  'every other row lost': (rows) => (rows.length > 1 ? rows.filter((_, i) => i % 2 === 0) : undefined),
  'a row twice': (rows, [key = '']) => [...rows, { ...rows.at(-1), [key]: anotherKey(rows, key) }],
  'a row under another key': (rows, [key = '']) => [
    ...rows.slice(0, -1),
    { ...rows.at(-1), [key]: anotherKey(rows, key) },
  ],
  'two columns swapped': (rows, [, ...columns]) =>
    rows.map((row) => swapped(row, row, columns.at(-1)!, columns.at(-2) ?? columns[0]!)),
  'the values of two rows swapped': ([one, other, ...rest], columns) => {
    const differing = other && columns.slice(1).find((column) => one![column] !== other[column])
    if (!differing) return undefined
    return [{ ...one, [differing]: other[differing] }, { ...other, [differing]: one![differing] }, ...rest]
  },
  'the order of a chain turned round': (rows, [key = '']) =>
    rows.length > 1 && typeof rows[0]![key] === 'number'
      ? rows.map((row, i) => ({ ...row, [key]: rows[rows.length - 1 - i]![key] }))
      : undefined,
}

/** What may happen to a table after it was loaded. */
const STATEMENTS: Record<string, (table: string, columns: string[]) => string> = {
  'a row removed afterwards': (table) => `delete from "${table}" where rowid = (select max(rowid) from "${table}")`,
  'a value changed afterwards': (table, columns) =>
    `update "${table}" set "${columns.at(-1)}" = coalesce("${columns.at(-1)}", '') || '1' where rowid = (select min(rowid) from "${table}")`,
}

/** @returns all single faults that change something in these rows, by their kind */
export function faultsIn(tables: ReadonlyMap<string, Row[]>): Map<string, Fault[]> {
  const faults: Fault[] = []
  for (const [table, rows] of tables) {
    const columns = Object.keys(rows[0] ?? {})
    if (rows.length === 0) continue
    for (const [what, change] of Object.entries(VALUE_FAULTS))
      for (const column of columns)
        add(faults, table, rows, `${what}: ${table}.${column}`, changingOne(rows, column, change))
    for (const [what, change] of Object.entries(TABLE_FAULTS))
      add(faults, table, rows, `${what}: ${table}`, change(rows, columns))
    for (const [what, statement] of Object.entries(STATEMENTS))
      faults.push({ what: `${what}: ${table}`, statement: statement(table, columns) })
  }
  return Map.groupBy(faults, ({ what }) => what.split(':')[0]!)
}

function add(faults: Fault[], at: string, before: Row[], what: string, after: Row[] | undefined): void {
  if (after && !isSame(before, after)) faults.push({ what, rows: (table, rows) => (table === at ? after : rows) })
}

function isSame(a: Row[], b: Row[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The first value that the fault changes at all. */
function changingOne(rows: Row[], column: string, change: (value: Value) => Value): Row[] | undefined {
  const index = rows.findIndex((row) => !isSame([row], [{ ...row, [column]: change(row[column]) }]))
  return index < 0 ? undefined : rows.with(index, { ...rows[index], [column]: change(rows[index]![column]) })
}

function swapped(row: Row, from: Row, one: string, other: string): Row {
  return { ...row, [one]: from[other], [other]: from[one] }
}

function anotherKey(rows: Row[], key: string): Value {
  const last = rows.at(-1)![key]
  return typeof last === 'number' ? last + 1 : `${String(last)}x`
}

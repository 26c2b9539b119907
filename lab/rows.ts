import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { textOf } from '../engine/text/text.ts'

/** A label as in the file: a number stays a number in the answer. */
export type Label = string | number | boolean

/** A labelled row in the format of the measured files; everything but `id` may be missing. */
export interface Row {
  id: string | number
  split: Split
  title: string
  description: string
  group: string
  /** empty when missing */
  label: Label
  value: number
  cluster: string
  /** ms since 1970, NaN when missing */
  created: number
  resolved: number
}

type Split = 'train' | 'val' | 'test'
const SPLITS: Readonly<Record<string, Split>> = {
  '': 'train',
  train: 'train',
  training: 'train',
  val: 'val',
  valid: 'val',
  validation: 'val',
  dev: 'val',
  test: 'test',
  testing: 'test',
}

/** Maximum warnings per file: more would say nothing new about a file with the same error throughout. */
const MAX_NOTES = 10

/**
 * Reads a file of JSON lines one by one. A line that is not an object, or whose split is unknown, is rejected with its number:
 * ignoring it would falsify a measurement. An unreadable field counts as missing.
 * @param warn is called for such fields, with the line number
 */
export async function* readRows(path: string, warn?: (note: string) => void): AsyncGenerator<Row> {
  let [number, odd] = [0, 0]
  const seen = { train: 0, val: 0, test: 0 }
  const note = (what: string): void => {
    if (odd++ < MAX_NOTES) warn?.(`${path}, line ${number}: ${what}`)
  }
  for await (const line of linesOf(path)) {
    number++
    if (line.trim() === '') continue
    let value: unknown
    try {
      value = JSON.parse(number === 1 ? line.replace(/^\uFEFF/, '') : line)
    } catch (error) {
      throw new Error(`${path}, line ${number}: not JSON (${(error as SyntaxError).message})`, { cause: error })
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error(`${path}, line ${number}: not an object`)
    }
    const raw = value as Record<string, unknown>
    const split = splitOf(raw.split)
    if (!split) {
      throw new Error(`${path}, line ${number}: split ${JSON.stringify(raw.split)} is none of train, val and test`)
    }
    seen[split]++
    yield rowOf(raw, split, number, note)
  }
  if (odd > MAX_NOTES) warn?.(`${path}: ${odd - MAX_NOTES} more fields like these`)
  if (seen.test === 0) warn?.(`${path}: no test rows, so there is nothing to answer`)
  if (seen.train + seen.val === 0) warn?.(`${path}: no train or val rows, so there is nothing to learn from`)
}

/** Only a line feed ends a line: texts contain line separators (U+2028) at which readline would split. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  yield rest
}

function splitOf(value: unknown): Split | undefined {
  if (value === undefined || value === null) return 'train'
  if (typeof value !== 'string') return undefined
  const name = value.trim().toLowerCase()
  return Object.hasOwn(SPLITS, name) ? SPLITS[name] : undefined
}

function rowOf(raw: Record<string, unknown>, split: Split, number: number, note: (what: string) => void): Row {
  const text = (field: string): string => {
    const value = raw[field]
    const read = textOf(value)
    if (read === '' && value !== undefined && value !== null && value !== '') note(`${field} is no text, read as empty`)
    return read
  }
  const figure = (field: string, read: (value: unknown) => number): number => {
    const value = raw[field]
    const parsed = read(value)
    if (Number.isNaN(parsed) && value !== undefined && value !== null && value !== '') {
      note(`${field} ${JSON.stringify(value)} can't be read and counts as missing`)
    }
    return parsed
  }
  const id = typeof raw.id === 'number' ? raw.id : text('id')
  if (id === '') note(`no id, ${number} stands in for it`)
  const [created, resolved] = [figure('created', instantOf), figure('resolved', instantOf)]
  const backwards = resolved < created
  if (backwards) note('resolved before it was created, read as not resolved')
  return {
    id: id === '' ? String(number) : id,
    split,
    title: text('title'),
    description: text('description'),
    group: text('group'),
    label: typeof raw.label === 'boolean' || typeof raw.label === 'number' ? raw.label : text('label'),
    value: figure('value', numberOf),
    cluster: text('cluster'),
    created,
    resolved: backwards ? NaN : resolved,
  }
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : NaN
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
}

/** ISO text, or numbers: seconds when too small to be milliseconds of this century. */
function instantOf(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value) < 1e11 ? value * 1000 : value
  if (typeof value !== 'string' || value.trim() === '') return NaN
  if (/^\d+(\.\d+)?$/.test(value)) return instantOf(Number(value))
  // Without a time zone the instant is UTC: the machine's zone must not change a measurement.
  const zoned = /[zZ]$|[+-]\d{2}:?\d{2}$|^\d{4}-\d{2}-\d{2}$/.test(value) ? value : `${value.replace(' ', 'T')}Z`
  const parsed = Date.parse(zoned)
  return Number.isNaN(parsed) ? Date.parse(value) : parsed
}

export interface Writer {
  write(row: object): Promise<void>
  close(): Promise<void>
}

/** Characters buffered before they are written. */
const CHUNK = 1 << 16

export async function writeRows(path: string): Promise<Writer> {
  const file = await open(path, 'w')
  let waiting = ''
  return {
    write: async (row) => {
      waiting += `${JSON.stringify(row)}\n`
      if (waiting.length < CHUNK) return
      await file.writeFile(waiting)
      waiting = ''
    },
    close: async () => {
      await file.writeFile(waiting)
      await file.close()
    },
  }
}

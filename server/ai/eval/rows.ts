import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { textOf } from '../engine/text.ts'

/** A labelled row as the measured files have it; everything but `id` may be missing. */
export interface Row {
  id: string | number
  split: 'train' | 'val' | 'test'
  title: string
  description: string
  group: string
  label: string
  value: number
  cluster: string
  /** ms since 1970, NaN when missing */
  created: number
  resolved: number
}

/** Reads a file of JSON lines one by one. A line that isn't an object is refused with its number: silence would spoil a measurement. */
export async function* readRows(path: string): AsyncGenerator<Row> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
  let number = 0
  for await (const line of lines) {
    number++
    if (line.trim() === '') continue
    let value: unknown
    try {
      value = JSON.parse(number === 1 ? line.replace(/^\uFEFF/, '') : line)
    } catch {
      throw new Error(`${path}, line ${number}: not JSON`)
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error(`${path}, line ${number}: not an object`)
    }
    yield rowOf(value as Record<string, unknown>, number)
  }
}

function rowOf(raw: Record<string, unknown>, number: number): Row {
  const split = textOf(raw.split)
  return {
    id: typeof raw.id === 'number' ? raw.id : textOf(raw.id) || String(number),
    split: split === 'test' ? 'test' : split.startsWith('val') || split === 'dev' ? 'val' : 'train',
    title: textOf(raw.title),
    description: textOf(raw.description),
    group: textOf(raw.group),
    label: typeof raw.label === 'boolean' ? String(raw.label) : textOf(raw.label),
    value: numberOf(raw.value),
    cluster: textOf(raw.cluster),
    created: instantOf(raw.created),
    resolved: instantOf(raw.resolved),
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
  // Without a zone the instant is read as UTC: the machine's zone must not change a measurement.
  const zoned = /[zZ]$|[+-]\d{2}:?\d{2}$|^\d{4}-\d{2}-\d{2}$/.test(value) ? value : `${value.replace(' ', 'T')}Z`
  const parsed = Date.parse(zoned)
  return Number.isNaN(parsed) ? Date.parse(value) : parsed
}

export interface Writer {
  write(row: object): Promise<void>
  close(): Promise<void>
}

export function writeRows(path: string): Writer {
  const stream = createWriteStream(path)
  return {
    write: async (row) => {
      if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain')
    },
    close: async () => {
      stream.end()
      await once(stream, 'finish')
    },
  }
}

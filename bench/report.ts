import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { formatNumber } from '../shared/texts/formats.ts'

/** A row of the table: a measurement, its budget and, if there is one, a reference measured in the same run. */
export interface Row {
  what: string
  measured: string
  budget: string
  limit?: string
  ratio?: string
  holds: boolean
}

const FILE = join(import.meta.dirname, '..', 'docs', 'benchmarks.md')

export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.measured,
    row.budget,
    row.limit ?? '',
    row.ratio ?? '',
    row.holds ? 'yes' : '**no**',
  ])
  const head = ['What', 'Measured', 'Budget', 'Limit in this run', 'Ratio', 'Holds']
  const lines = [head, head.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`)
  return lines.join('\n')
}

/** Writes the table between the markers of docs/benchmarks.md; the text around them is preserved. */
export function writeReport(name: string, rows: readonly Row[], facts: readonly string[]): void {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before === -1 || after < before) throw new Error(`${FILE} has lost its markers ${begin} and ${end}`)
  const body = `${begin}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}\n\n${table(rows)}\n\n`
  writeFileSync(FILE, text.slice(0, before) + body + text.slice(after))
}

export function machine(): string[] {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  const day = new Date().toISOString().slice(0, 10)
  return [
    `${day}, ${type()}, ${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${memory} GB, Node ${process.version}`,
  ]
}

/** A row whose value must not exceed its budget. */
export function atMost(what: string, value: number, budget: number, show: Show, more: Partial<Row> = {}): Row {
  return { what, measured: show(value), budget: show(budget), ...more, holds: value <= budget }
}

/** A row whose value must not fall below its budget. */
export function atLeast(what: string, value: number, budget: number, show: Show, more: Partial<Row> = {}): Row {
  return { what, measured: show(value), budget: `at least ${show(budget)}`, ...more, holds: value >= budget }
}

type Show = (value: number) => string

export const ms = (value: number) =>
  `${value < 10 && !Number.isInteger(value) ? value.toFixed(2) : value.toFixed(0)} ms`
export const seconds = (value: number) => `${value.toFixed(0)} s`
export const megabytes = (value: number) => `${value.toFixed(0)} MB`
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const perSecond = (value: number) => `${formatNumber(Math.round(value))}/s`
export const times = (value: number) => `${value.toFixed(2)}×`

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

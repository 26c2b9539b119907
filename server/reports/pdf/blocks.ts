/** Content of a document, in order. Plain data, because it is cloned between threads. */
export type Block =
  | { kind: 'title'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; isSoft?: boolean }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; items: readonly Fact[]; perRow?: number }
  | ({ kind: 'table' } & TableHead)
  /** further rows of the last table; any other block ends the table */
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'chart'; chart: Chart }

/** A value in a box with its label above it. */
export interface Fact {
  label: string
  value: string
  /** over the whole width, however long */
  isWide?: boolean
}

export interface TableHead {
  columns: readonly PdfColumn[]
  /** for screen readers */
  caption?: string
  rows?: readonly Row[]
}
interface PdfColumn {
  label: string
  /** share of the width, relative to the other columns; default 1 */
  share?: number
  isNumber?: boolean
  /** a long text, on lines of its own below the other cells of its row */
  isBelow?: boolean
}
export type Row = readonly (string | null)[]

export type Chart = BarChart | LineChart
interface ChartWords {
  /** one sentence with the chart's message, as its text alternative */
  summary: string
  /** shown after a value */
  unit?: string
}
/** Horizontal bars; several series are stacked. */
export interface BarChart extends ChartWords {
  kind: 'bars'
  series: readonly string[]
  bars: readonly { label: string; values: readonly number[]; shown?: string }[]
}
export interface LineChart extends ChartWords {
  kind: 'lines'
  /** of the points, from left to right; only those that fit are shown */
  labels: readonly string[]
  lines: readonly { label: string; values: readonly (number | null)[] }[]
}

/** Larger tables are not tagged by cell, because the tags would be most of the file; the rows of a page are then one text. */
export const MAX_TAGGED_ROWS = 2000

export interface PdfOptions {
  /** office name, at the top of each page */
  office: string
  /** below the office name: `Request for Development` */
  subject: string
  /** title of the document, in a reader's tab */
  title: string
  /** at the top right, in bold; default: the title */
  reference?: string
  /** below the reference: `As of 22 Nov 2026, 09:14` */
  asOf: string
  /** at the bottom left */
  foot?: string
  isLandscape?: boolean
  /** ISO text; default: the current time */
  createdAt?: string
  /** Whether each cell of a table is tagged for screen readers; default true. */
  isTagged?: boolean
}

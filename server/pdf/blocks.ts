/** What a document is made of, in its order. Plain data: it crosses threads. */
export type Block =
  | { kind: 'title'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; isSoft?: boolean }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; items: readonly Fact[]; perRow?: number }
  | ({ kind: 'table' } & TableHead)
  /** further rows of the table that was begun last; anything else ends it */
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'chart'; chart: Chart }

/** A value in a box with its name above it. */
export interface Fact {
  label: string
  value: string
  /** over the whole width, as long as it may be */
  isWide?: boolean
}

export interface TableHead {
  columns: readonly PdfColumn[]
  /** said to who cannot see the table */
  caption?: string
  rows?: readonly Row[]
}
interface PdfColumn {
  label: string
  /** share of the width, beside those of the others; 1 when left out */
  share?: number
  isNumber?: boolean
}
export type Row = readonly (string | null)[]

export type Chart = BarChart | LineChart
interface ChartWords {
  /** one sentence that says what it shows: it stands for the chart where that cannot be seen */
  summary: string
  /** behind a value */
  unit?: string
}
/** Bars from left to right; with several series they are stacked. */
export interface BarChart extends ChartWords {
  kind: 'bars'
  series: readonly string[]
  bars: readonly { label: string; values: readonly number[]; shown?: string }[]
}
export interface LineChart extends ChartWords {
  kind: 'lines'
  /** of the points, from left to right; those that have room are written */
  labels: readonly string[]
  lines: readonly { label: string; values: readonly (number | null)[] }[]
}

/** Above it the tags of a table's cells would be most of the file; the rows of a page are read as one text then. */
export const MOST_TAGGED_ROWS = 2000

export interface PdfOptions {
  /** of the office, at the top of each page */
  office: string
  /** below it: `Request for Development` */
  subject: string
  /** what the document is called, for readers and their tabs */
  title: string
  /** at the top right, in bold; the title when left out */
  reference?: string
  /** below it: `As of 22 Nov 2026, 09:14` */
  asOf: string
  /** at the bottom left */
  foot?: string
  isLandscape?: boolean
  /** ISO text; the clock's time when left out */
  createdAt?: string
  /** Every cell is tagged when the table is small enough; left out they are. */
  isTagged?: boolean
}

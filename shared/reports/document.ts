import { z } from 'zod'

/**
 * A finished report as plain data: the page renders it and files are made from it without further queries. All figures are
 * as of `asOf`; it contains its labels and units, so that page, PDF and spreadsheet agree.
 */

/** Type of a column's values. A link has a text and a path within the product, `/requests?…`. */
const ReportColumn = z.object({
  label: z.string(),
  /** a date is `YYYY-MM-DD`, an instant ISO text in UTC that is shown in the document's time zone */
  kind: z.enum(['text', 'number', 'date', 'instant', 'link']),
  /** unit shown after a number: `%`, `days` */
  unit: z.string().optional(),
})
export type ReportColumn = z.infer<typeof ReportColumn>

/** Text is untrusted data: never markup, never a formula. */
const ReportCell = z.union([z.string(), z.number(), z.object({ text: z.string(), to: z.string() }), z.null()])
export type ReportCell = z.infer<typeof ReportCell>

const Heading = z.object({ kind: z.literal('heading'), text: z.string() })

const Sentence = z.object({ kind: z.literal('sentence'), text: z.string() })

/** Figures side by side, as formatted text: `84%`, `12.5 days`; `–` without a value. */
const Figures = z.object({
  kind: z.literal('figures'),
  figures: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      /** change against the previous period, `up 12 from 40`; null without a comparison */
      change: z.string().nullable(),
      /** link to the list behind it, if there is one */
      to: z.string().optional(),
    }),
  ),
})

const Table = z.object({
  kind: z.literal('table'),
  /** heading; its rows may start on a new page */
  title: z.string(),
  columns: z.array(ReportColumn),
  /** one cell for each column */
  rows: z.array(z.array(ReportCell)),
  /** total number of rows; more than `rows` where the table is cut */
  total: z.int(),
  /** shown instead of rows when there are none */
  empty: z.string(),
})

/** Each series has one value per label, null where there is none. */
const Chart = z.object({
  kind: z.literal('chart'),
  /** bars: side by side for each label; stacked: one bar per label; lines: labels are points in time */
  shape: z.enum(['bars', 'stacked', 'lines']),
  /** short name, and what it shows, as a sentence */
  name: z.string(),
  finding: z.string(),
  unit: z.string(),
  /** what the labels are: first column heading of the equivalent table */
  labelled: z.string(),
  labels: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
})

export const ReportBlock = z.discriminatedUnion('kind', [Heading, Sentence, Figures, Table, Chart])
export type ReportBlock = z.infer<typeof ReportBlock>

export const ReportDocument = z.object({
  title: z.string(),
  /** office name, from Settings */
  office: z.string(),
  /** instant */
  asOf: z.string(),
  timeZone: z.string(),
  /** first and last day, both included; null for a report about now */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** whose view it is and its filters: `All requests`, `Department: Customs`; shown below the title */
  about: z.array(z.string()),
  blocks: z.array(ReportBlock),
})
export type ReportDocument = z.infer<typeof ReportDocument>

import { z } from 'zod'

/**
 * A finished report as plain data: the page draws it, and a file is made of it, without asking anything else. All figures are
 * those of the moment `asOf`; words and units are in it, so that page, PDF and spreadsheet say the same.
 */

/** What the values of a column are. A link has its words and a path of the product, `/requests?…`. */
const ReportColumn = z.object({
  label: z.string(),
  /** a date is `YYYY-MM-DD`, an instant ISO text in UTC that is shown in the document's time zone */
  kind: z.enum(['text', 'number', 'date', 'instant', 'link']),
  /** of numbers, as it stands behind them: `%`, `days` */
  unit: z.string().optional(),
})
export type ReportColumn = z.infer<typeof ReportColumn>

/** A text is data that anybody may have written: never markup, never a formula. */
const ReportCell = z.union([z.string(), z.number(), z.object({ text: z.string(), to: z.string() }), z.null()])
export type ReportCell = z.infer<typeof ReportCell>

const Heading = z.object({ kind: z.literal('heading'), text: z.string() })

const Sentence = z.object({ kind: z.literal('sentence'), text: z.string() })

/** Figures side by side, each with its words: `84%`, `12.5 days`; `–` where there is none. */
const Figures = z.object({
  kind: z.literal('figures'),
  figures: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      /** beside the period before, `up 12 from 40`; null where nothing is compared */
      change: z.string().nullable(),
      /** the list behind it, where there is one */
      to: z.string().optional(),
    }),
  ),
})

const Table = z.object({
  kind: z.literal('table'),
  /** its name; its rows may begin on a page of their own */
  title: z.string(),
  columns: z.array(ReportColumn),
  /** as many cells each as there are columns */
  rows: z.array(z.array(ReportCell)),
  /** how many there are in all: more than `rows` where the table is cut */
  total: z.int(),
  /** shown in the place of rows when there are none */
  empty: z.string(),
})

/** Each series has a value for each label, null where there is none. */
const Chart = z.object({
  kind: z.literal('chart'),
  /** bars: side by side for each label; stacked: the series of a label make one bar; lines: labels are points in time */
  shape: z.enum(['bars', 'stacked', 'lines']),
  /** its small name, and what it shows, as a sentence */
  name: z.string(),
  finding: z.string(),
  unit: z.string(),
  /** what the labels are, head of the first column of the table twin */
  labelled: z.string(),
  labels: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
})

export const ReportBlock = z.discriminatedUnion('kind', [Heading, Sentence, Figures, Table, Chart])
export type ReportBlock = z.infer<typeof ReportBlock>

export const ReportDocument = z.object({
  title: z.string(),
  /** of the office, as Settings have it */
  office: z.string(),
  /** instant */
  asOf: z.string(),
  timeZone: z.string(),
  /** first and last day, both included; null for a report about now */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** whose view it is and what narrows it: `All requests`, `Department: Customs`; shown below the title */
  about: z.array(z.string()),
  blocks: z.array(ReportBlock),
})
export type ReportDocument = z.infer<typeof ReportDocument>

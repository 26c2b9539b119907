import { z } from 'zod'
import { wholeNumber } from '../whole-number.ts'
import { PersonName } from '../users.ts'
import { ReportDocument } from './document.ts'
import { PERIOD_KEYS } from './ready.ts'

export const REPORT_FORMATS = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' } as const
export const ReportFormat = z.enum(['pdf', 'xlsx', 'csv'], 'A format is pdf, xlsx or csv')
export type ReportFormat = z.infer<typeof ReportFormat>

/** Each once, at least one. */
export const Formats = z
  .array(ReportFormat, 'formats must be a list')
  .min(1, 'Please choose a format')
  .refine((formats) => new Set(formats).size === formats.length, 'Each format once')

/** Body of POST /api/reports/{id}/runs. */
export const NewRun = z.strictObject({
  formats: Formats,
  period: z.enum(PERIOD_KEYS, 'There is no such period').optional(),
})
export type NewRun = z.infer<typeof NewRun>

/** `retrying`: it failed and is retried automatically; `failed`: it is not retried, and `note` says why. */
export const RUN_STATES = ['waiting', 'running', 'retrying', 'ready', 'failed'] as const

const RunFile = z.object({
  format: ReportFormat,
  fileName: z.string(),
  size: z.int(),
  /** SHA-256, hexadecimal */
  checksum: z.string(),
})
export type RunFile = z.infer<typeof RunFile>

/** A finished or pending run of a report. */
export const ReportRun = z.object({
  id: z.string(),
  reportId: z.string(),
  name: z.string(),
  state: z.enum(RUN_STATES),
  /** the person whose permissions decide what it contains */
  madeBy: PersonName.extend({ id: z.string() }).nullable(),
  isScheduled: z.boolean(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  /** when the run and its files are deleted */
  expiresAt: z.string(),
  /** files finished, out of `total` */
  done: z.int(),
  total: z.int(),
  /** of all its tables, once it is ready */
  rows: z.int().nullable(),
  files: z.array(RunFile),
  /** why there is no file, as a sentence */
  note: z.string().nullable(),
  /** time of the next attempt while `retrying`; null: immediately */
  retryAt: z.string().nullable(),
})
export type ReportRun = z.infer<typeof ReportRun>

export const RunsQuery = z.strictObject({
  page: wholeNumber(100_000, 'page must be a whole number from 1').optional(),
  limit: wholeNumber(100, 'limit must be a whole number from 1 to 100').optional(),
})
export type RunsQuery = z.infer<typeof RunsQuery>

/** Answer of GET /api/reports/{id}/runs: the runs that the caller started or receives, newest first. */
export const RunList = z.object({ runs: z.array(ReportRun), total: z.int() })
export type RunList = z.infer<typeof RunList>

/** Answer of GET /api/report-runs/{id}; the document is present once it is ready. */
export const RunWithDocument = ReportRun.extend({ document: ReportDocument.nullable() })
export type RunWithDocument = z.infer<typeof RunWithDocument>

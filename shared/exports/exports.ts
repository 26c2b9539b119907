import { z } from 'zod'
import { PromisesQuery } from '../analytics/promises.ts'
import { AllRowsQuery } from '../analytics/rows.ts'
import { RequestListQuery } from '../request-list.ts'
import { PeopleQuery } from '../team.ts'
import { EXPORT_COLUMN_KEYS } from '../export-columns.ts'

export const ExportFormat = z.enum(['csv', 'xlsx', 'pdf'], { error: 'Format must be csv, xlsx or pdf' })
export type ExportFormat = z.infer<typeof ExportFormat>

/** In file order, each once. */
export const ExportColumns = z
  .array(z.enum(EXPORT_COLUMN_KEYS, { error: 'There is no such column' }), 'columns must be a list')
  .min(1, 'Please choose a column')
  .refine((columns) => new Set(columns).size === columns.length, 'Each column once')

/**
 * Body of POST /api/exports: a list as the page shows it. `view` is the query of the list itself; all rows are written,
 * even if it names a page.
 */
export const NewExport = z.discriminatedUnion('list', [
  z.strictObject({
    list: z.literal('requests').optional(),
    format: ExportFormat,
    /** search, filters and order, as GET /api/requests takes them */
    view: RequestListQuery.omit({ page: true, limit: true }),
    /** in this order; default: those of the list */
    columns: ExportColumns.optional(),
  }),
  /** the requests behind a figure, as GET /api/analytics/rows */
  z.strictObject({ list: z.literal('analytics-rows'), format: ExportFormat, view: AllRowsQuery }),
  /** every move of a due date, as GET /api/analytics/promises */
  z.strictObject({ list: z.literal('promises'), format: ExportFormat, view: PromisesQuery }),
  /** as GET /api/people */
  z.strictObject({ list: z.literal('people'), format: ExportFormat, view: PeopleQuery }),
])
export type NewExport = z.infer<typeof NewExport>
export type ExportedList = NonNullable<NewExport['list']>

/** `retrying`: it failed and is retried automatically; `failed`: it is not retried, and `note` says why. */
export const EXPORT_STATES = ['waiting', 'running', 'retrying', 'ready', 'failed'] as const

export const Export = z.object({
  id: z.string(),
  format: ExportFormat,
  fileName: z.string(),
  state: z.enum(EXPORT_STATES),
  createdAt: z.string(),
  /** when the file is deleted */
  expiresAt: z.string(),
  /** rows written so far, and the total once it is known */
  rows: z.int(),
  total: z.int().nullable(),
  /** of the file, once it is ready: bytes, and SHA-256 in hexadecimal */
  size: z.int().nullable(),
  checksum: z.string().nullable(),
  /** why there is no file, as a sentence */
  note: z.string().nullable(),
  /** time of the next attempt, while `retrying` */
  retryAt: z.string().nullable(),
})
export type Export = z.infer<typeof Export>

/** Answer of GET /api/exports: the caller's own that have not expired, newest first. */
export const ExportList = z.object({ exports: z.array(Export) })
export type ExportList = z.infer<typeof ExportList>

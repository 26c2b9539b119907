import { z } from 'zod'
import { PromisesQuery } from '../analytics/promises.ts'
import { AllRowsQuery } from '../analytics/rows.ts'
import { RequestListQuery } from '../requests.ts'
import { PeopleQuery } from '../team.ts'
import { EXPORT_COLUMN_KEYS } from '../export-columns.ts'

export const ExportFormat = z.enum(['csv', 'xlsx', 'pdf'], { error: 'Format must be csv, xlsx or pdf' })
export type ExportFormat = z.infer<typeof ExportFormat>

/** In the order of the file, each once. */
export const ExportColumns = z
  .array(z.enum(EXPORT_COLUMN_KEYS, { error: 'There is no such column' }), 'columns must be a list')
  .min(1, 'Please choose a column')
  .refine((columns) => new Set(columns).size === columns.length, 'Each column once')

/**
 * Body of POST /api/exports: a list as the page shows it, all of its rows. `view` is the query of the list itself; where it names a
 * page, all are written all the same.
 */
export const NewExport = z.discriminatedUnion('list', [
  z.strictObject({
    list: z.literal('requests').optional(),
    format: ExportFormat,
    /** search, filters and order, as GET /api/requests takes them */
    view: RequestListQuery.omit({ page: true, limit: true }),
    /** in this order; those of the list when left out */
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

/** `retrying`: the file could not be made and is tried again by itself; `failed`: it is not, and `note` says why. */
export const EXPORT_STATES = ['waiting', 'running', 'retrying', 'ready', 'failed'] as const

export const Export = z.object({
  id: z.string(),
  format: ExportFormat,
  fileName: z.string(),
  state: z.enum(EXPORT_STATES),
  createdAt: z.string(),
  /** when the file is thrown away */
  expiresAt: z.string(),
  /** rows written so far, and in all once they have been found */
  rows: z.int(),
  total: z.int().nullable(),
  /** of the file, once it is ready: bytes, and SHA-256 in hexadecimal */
  size: z.int().nullable(),
  checksum: z.string().nullable(),
  /** why there is no file, as a sentence */
  note: z.string().nullable(),
  /** when it is tried again, while it waits for that */
  retryAt: z.string().nullable(),
})
export type Export = z.infer<typeof Export>

/** Answer of GET /api/exports: the caller's own that are still kept, newest first. */
export const ExportList = z.object({ exports: z.array(Export) })
export type ExportList = z.infer<typeof ExportList>

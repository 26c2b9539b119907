import type { TableColumn } from '../../../../shared/export-columns.ts'
import type { ExportedList, NewExport } from '../../../../shared/exports/exports.ts'
import type { Actor } from '../../../../shared/request-rules.ts'
import type { Fact } from '../../pdf/blocks.ts'
import type { Scope } from '../../../requests/visibility.ts'
import type { Policy } from '../../../settings/service.ts'
import type { Deps } from '../deps.ts'
import type { Cell } from '../../spreadsheets/table.ts'

export type ViewOf<L extends ExportedList> = Extract<NewExport, { list?: L }>['view']

/** Reader, view and time of a list, as recorded when its export was requested. */
export interface ExportContext<View> {
  actor: Actor
  view: View
  /** column names, if the list has selectable columns */
  columns: readonly string[]
  scope: Scope
  policy: Policy
  at: Date
}

/** A list as a table: columns, number of rows, and the rows in chunks. */
export interface Table {
  columns: readonly TableColumn[]
  total: number
  chunks: AsyncIterable<Cell[][]>
  /** its filters and order */
  facts: readonly Fact[]
}

/** An exportable list. A new one implements this interface, is added to `index.ts` and has its view in the contract. */
export interface ExportableList<View> {
  /** its name in the audit log: `the promise ledger` */
  name: string
  /** Throws if the actor may not read the list. Called when an export is requested, made and downloaded. */
  requireAccess: (actor: Pick<Actor, 'permissions'>) => void
  /** Throws for a view that cannot be read, before anything is stored. */
  check: (deps: Deps, asked: ExportContext<View>) => Promise<void>
  /** title of the file */
  titleOf: (view: View) => string
  open: (deps: Deps, asked: ExportContext<View>) => Promise<Table>
}

/** Rows per chunk: some milliseconds of a worker thread, and well below one of the event loop. */
export const CHUNK = 200

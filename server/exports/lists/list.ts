import type { TableColumn } from '../../../shared/export-columns.ts'
import type { ExportedList, NewExport } from '../../../shared/exports/exports.ts'
import type { Actor } from '../../../shared/request-rules.ts'
import type { Fact } from '../../pdf/blocks.ts'
import type { Scope } from '../../requests/visibility.ts'
import type { Policy } from '../../settings/service.ts'
import type { Deps } from '../deps.ts'
import type { Cell } from '../../tables/table.ts'

export type ViewOf<L extends ExportedList> = Extract<NewExport, { list?: L }>['view']

/** For whom a list is read, and when: as its export was asked for. */
export interface Asked<View> {
  actor: Actor
  view: View
  /** names of columns, where a list has a choice of them */
  columns: readonly string[]
  scope: Scope
  policy: Policy
  at: Date
}

/** A list as a table: its columns, how many rows, and the rows some at a time. */
export interface Table {
  columns: readonly TableColumn[]
  total: number
  chunks: AsyncIterable<Cell[][]>
  /** what narrows it, and its order */
  facts: readonly Fact[]
}

/** A list that can be exported. Another one needs this, a line in `index.ts` and its view in the contract. */
export interface ExportableList<View> {
  /** as the audit log calls it: `the promise ledger` */
  name: string
  /** Refuses who may not read the list. Asked before an export, when it is made and when its file is fetched. */
  requireAccess: (actor: Pick<Actor, 'permissions'>) => void
  /** Refuses a view that could not be read, before anything is stored. */
  check: (deps: Deps, asked: Asked<View>) => Promise<void>
  /** what the file is about */
  titleOf: (view: View) => string
  open: (deps: Deps, asked: Asked<View>) => Promise<Table>
}

/** Read and handed over at a time: some milliseconds of a worker, and well below one of the event loop. */
export const CHUNK = 200

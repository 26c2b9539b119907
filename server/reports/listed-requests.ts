import { type CustomReport, type ReportContent, readView } from '../../shared/reports/definition.ts'
import type { ReportCell } from '../../shared/reports/document.ts'
import { rowsOf, type View } from '../requests/list/whole.ts'
import type { NamedRow } from '../requests/row.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Policy } from '../settings/service.ts'
import type { Deps } from './deps.ts'
import type { Viewer } from './viewer.ts'

/** Rows per read. */
const CHUNK = 200
/** Rows in a preview, on the page of a run, and in a document before its file is streamed. */
export const PREVIEW_ROWS = 50

export const OVERDUE = 'overdue=true&sort=dueDate&order=asc'

export type Rest = (signal: AbortSignal) => AsyncIterable<ReportCell[][]>

/** The requests of a report whose files are only that list; null for other reports. */
export function listIn(content: ReportContent): Pick<CustomReport, 'view' | 'columns'> | null {
  if (content.kind === 'custom') return content.groupBy === null ? content : null
  if (content.ready !== 'overdue') return null
  return {
    view: OVERDUE,
    columns: ['requestId', 'title', 'department', 'priority', 'status', 'assignedTo', 'dueDate', 'requester'],
  }
}

export function viewFor(viewer: Viewer, policy: Policy, view: CustomReport['view'], at: Date): View {
  return { query: readView(view), personId: viewer.id, scope: visibleTo(viewer, policy), at }
}

/** The rows of these requests after those in the document. */
export function restOf(db: Deps['db'], numbers: readonly number[], toCells: (row: NamedRow) => ReportCell[]): Rest {
  return async function* rest(signal) {
    for (let from = PREVIEW_ROWS; from < numbers.length; from += CHUNK) {
      signal.throwIfAborted()
      yield (await rowsOf(db, numbers.slice(from, from + CHUNK))).map(toCells)
    }
  }
}

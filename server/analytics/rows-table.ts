import type { RowColumns } from '../../engine/flow/rows.ts'
import { dateOfDay } from '../../engine/flow/office-time.ts'
import { MEASURE_WORDS } from '../../shared/analytics/measures.ts'
import { EVENT_WORDS, isEventMark } from '../../shared/analytics/event-marks.ts'
import type { AllRowsQuery } from '../../shared/analytics/rows.ts'
import { EXPORT_COLUMNS, LIST_COLUMNS, type TableColumn } from '../../shared/export-columns.ts'
import type { Actor as Viewer } from '../../shared/request-rules.ts'
import { rowsOf } from '../requests/list/whole.ts'
import { isVisible, type Scope } from '../requests/visibility.ts'
import type { Policy } from '../settings/service.ts'
import { cellsOf } from '../reports/spreadsheets/cells.ts'
import type { Cell } from '../reports/spreadsheets/table.ts'
import type { Deps } from './deps.ts'
import { resolveQuery } from './resolve-query.ts'

/** Rows per chunk: some milliseconds of a worker thread, and about one of the event loop. */
const CHUNK = 200

/**
 * All requests behind a mark as a table: selected at once, but read while the file is written.
 * @param within the scope at the time of the call, as an upper limit; null: everything
 */
export async function openRowsTable(deps: Deps, viewer: Viewer, query: AllRowsQuery, within: Scope = null) {
  const { mark, status, measure, min, max, ...filter } = query
  const { params, policy, scope } = await resolveQuery(deps, viewer, filter)
  const matches = await deps.flow.ask('allRows', { params, query: { mark, status, measure, min, max } })
  const unit = params.unit === 'working' ? 'working days' : 'days'
  const columns: TableColumn[] = [
    ...LIST_COLUMNS.map((column) => EXPORT_COLUMNS[column]),
    { label: 'Finished On', kind: 'date' },
    ...(isEventMark(mark) ? [{ label: EVENT_WORDS[mark], kind: 'date' as const }] : []),
    ...(measure ? [{ label: `${MEASURE_WORDS[measure]} (${unit})`, kind: 'number' as const }] : []),
  ]
  const chunks = chunksOf(deps, {
    policy,
    scopes: [scope, within],
    matches,
    hasEvent: isEventMark(mark),
    hasValue: measure !== undefined,
  })
  return { params, policy, columns, total: matches.number.length, chunks }
}

interface Written {
  policy: Policy
  scopes: readonly Scope[]
  matches: RowColumns
  hasEvent: boolean
  hasValue: boolean
}

async function* chunksOf(
  { db }: Deps,
  { policy, scopes, matches, hasEvent, hasValue }: Written,
): AsyncGenerator<Cell[][]> {
  const { number, value, finishedDay, eventDay } = matches
  for (let from = 0; from < number.length; from += CHUNK) {
    const numbers = number.subarray(from, from + CHUNK)
    const rows = new Map((await rowsOf(db, [...numbers])).map((row) => [row.number, row]))
    yield [...numbers].flatMap((one, i): Cell[][] => {
      const row = rows.get(one)
      if (!row || !scopes.every((scope) => isVisible(scope, row))) return []
      const own = [
        dayCell(finishedDay[from + i]!),
        ...(hasEvent ? [dayCell(eventDay[from + i]!)] : []),
        ...(hasValue ? [numberCell(value[from + i]!)] : []),
      ]
      return [[...cellsOf(row, LIST_COLUMNS, policy.departments), ...own]]
    })
  }
}

function dayCell(day: number): Cell {
  return Number.isNaN(day) ? null : dateOfDay(day)
}

function numberCell(value: number): Cell {
  return Number.isNaN(value) ? null : String(value)
}

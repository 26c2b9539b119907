import type { Permission } from '../../../shared/permissions.ts'
import { say } from '../../../shared/texts/say.ts'
import { AppError } from '../../platform/errors.ts'
import { PermanentFailure, type Job } from '../../platform/jobs/job.ts'
import { rightsOf } from '../../people/roles/rights.ts'
import type { Deps } from './deps.ts'
import { Encoder, type EncoderFile } from './encoder.ts'
import { listNamed } from './lists/index.ts'
import type { ExportContext, Table } from './lists/list.ts'
import { changeExport, type ExportRow } from './queries.ts'

/** Interval of progress updates, equal to the page's polling. */
const PROGRESS_INTERVAL_MS = 1000

/** The person who asked for the export may no longer read its list: a retry would not help. */
export class PermissionLost extends PermanentFailure {}

export class ExportDeleted extends Error {}

/** Writes the rows of an export into a file and reports progress. */
export async function encode(
  deps: Deps,
  job: Job,
  row: ExportRow,
  path: string,
): Promise<{ rows: number; file: EncoderFile }> {
  const { context, table, title } = await openTable(deps, row)
  const { policy } = context
  const { columns, facts, total } = table
  const reportProgress = (done: number) =>
    deps.db.write((tx) => changeExport(tx, row.id, { state: 'running', rows_done: done, total, note: null }))
  if (!(await reportProgress(0))) throw new ExportDeleted()
  const about = { office: policy.officeName, title, at: row.created_at, facts, rows: total }
  const { format } = row
  const options = { columns, timeZone: policy.timeZone, name: row.list === 'requests' ? say('Requests') : title, about }
  const encoder = new Encoder({ format, path, options })
  try {
    let done = 0
    let reportedAt = performance.now()
    for await (const rows of table.chunks) {
      job.signal.throwIfAborted()
      await encoder.write(rows)
      done += rows.length
      if (performance.now() - reportedAt > PROGRESS_INTERVAL_MS) {
        if (!(await reportProgress(done))) throw new ExportDeleted()
        reportedAt = performance.now()
      }
    }
    job.signal.throwIfAborted()
    return { rows: done, file: await encoder.finish() }
  } finally {
    await encoder.stop()
  }
}

async function openTable(
  deps: Deps,
  row: ExportRow,
): Promise<{ context: ExportContext<unknown>; table: Table; title: string }> {
  const list = listNamed(row.list)
  const rights = await rightsOf(deps.db.read, row.user_id)
  const actor = { id: row.user_id, permissions: rights?.permissions ?? new Set<Permission>() }
  const context: ExportContext<unknown> = {
    actor,
    // Both were validated by their contract before they were stored.
    view: JSON.parse(row.view),
    columns: JSON.parse(row.columns) as string[],
    scope: row.sees_all === 1 ? null : { ownOf: row.user_id },
    policy: await deps.settings.policy(),
    at: new Date(row.created_at),
  }
  try {
    list.requireAccess(actor)
    return { context, table: await list.open(deps, context), title: list.titleOf(context.view) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-allowed') throw new PermissionLost(error.message)
    throw error
  }
}

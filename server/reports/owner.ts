import type { Reader } from '../platform/database/db.ts'
import { rightsOf } from '../people/roles/rights.ts'
import { isReady } from '../../shared/reports/ready.ts'
import { AppError } from '../platform/errors.ts'
import type { RunRow } from './run-queries.ts'
import type { RefusalNote } from './notes.ts'
import { reportFor } from './report-access.ts'
import type { Viewer } from './viewer.ts'

/** The owner of a run may no longer have it. */
export class Refused extends Error {
  readonly note: RefusalNote

  constructor(note: RefusalNote) {
    super(note.code)
    this.note = note
  }
}

/**
 * The owner of a run with their current permissions, not those at the time of the request.
 * @throws Refused when their account is deactivated, or they may no longer have it
 */
export async function ownerOf(reader: Reader, row: RunRow): Promise<Viewer> {
  const rights = await rightsOf(reader, row.owner_id)
  if (!rights) throw new Refused({ code: 'owner-deactivated' })
  const viewer = { id: row.owner_id, ...rights }
  if (row.schedule_id !== null && !viewer.permissions.has('reports.schedule')) {
    throw new Refused({ code: 'may-not-schedule' })
  }
  if (!isReady(row.report_id)) {
    await reportFor(reader, viewer, row.report_id, row.schedule_id !== null).catch((error: unknown) => {
      if (error instanceof AppError) throw new Refused({ code: 'not-shared' })
      throw error
    })
  }
  return viewer
}

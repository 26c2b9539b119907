import type { Reader } from '../database/db.ts'
import { rightsOf } from '../roles/rights.ts'
import { isReady } from '../../shared/reports/ready.ts'
import { AppError } from '../errors.ts'
import type { RunRow } from './run-queries.ts'
import { reportFor } from './report-access.ts'
import type { Viewer } from './viewer.ts'

/** The owner of a run may no longer have it; the message says why. */
export class Refused extends Error {}

/**
 * The owner of a run with their current permissions, not those at the time of the request.
 * @throws Refused when their account is deactivated, or they may no longer have it
 */
export async function ownerOf(reader: Reader, row: RunRow): Promise<Viewer> {
  const found = await rightsOf(reader, row.owner_id)
  if (!found) throw new Refused('The account of its owner is deactivated.')
  const viewer = { id: row.owner_id, ...found }
  if (row.schedule_id !== null && !viewer.permissions.has('reports.schedule')) {
    throw new Refused('Its owner may no longer schedule reports.')
  }
  if (!isReady(row.report_id)) {
    await reportFor(reader, viewer, row.report_id, row.schedule_id !== null).catch((error: unknown) => {
      if (error instanceof AppError) throw new Refused('The report is no longer shared with its owner.')
      throw error
    })
  }
  return viewer
}

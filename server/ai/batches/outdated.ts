import type { Departments } from '../../../shared/departments.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestRow } from '../../requests/row.ts'
import { changesSince } from './item-queries.ts'

/** The suggestion was made for these texts and compared with these values. */
const JUDGED_FIELDS = ['title', 'description', 'priority', 'department'] as const

/**
 * Other changes, such as a new assignee or the move out of a retired department, do not outdate a suggestion.
 * @throws AppError `wrong-status`
 */
export async function refuseIfOutdated(
  tx: Tx,
  departments: Departments,
  row: Pick<RequestRow, 'number' | 'version' | 'status'>,
  analyzedVersion: number,
): Promise<void> {
  if (row.version === analyzedVersion) return
  if (row.status === 'cancelled')
    throw new AppError('wrong-status', text('This request has been cancelled since it was analyzed.'))
  const presentOf = (value: string | null) => departments.presentOf(value ?? '')
  const changes = await changesSince(tx, row.number, analyzedVersion, JUDGED_FIELDS)
  const isOutdated = changes.some(
    ({ field, old_value, new_value }) => field !== 'department' || presentOf(old_value) !== presentOf(new_value),
  )
  if (!isOutdated) return
  const what = 'The text, priority or department of this request has changed since it was analyzed.'
  throw new AppError('wrong-status', text('{what} Edit the request itself, or analyze it again.', { what }))
}

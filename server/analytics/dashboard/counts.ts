import type { Status } from '../../../shared/requests.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { countOverdue } from '../../requests/counters/counts.ts'
import {
  countByStatus,
  countOverdueCritical,
  countPendingSince,
  countsAfter,
  type DayCount,
  earliestDue,
} from './queries.ts'

/** The rank of the highest priority. */
export const CRITICAL = 3

/** Source of the dashboard's figures. */
export interface Counts {
  byStatus(): Promise<{ status: Status; count: number }[]>
  /** events on the days after `after`, including the days on which requests become overdue */
  onDaysAfter(after: string, kinds: string[]): Promise<DayCount[]>
  overdue(today: string): Promise<number>
  overdueCritical(today: string): Promise<number>
  /** pending requests created at or after an instant */
  pendingSince(instant: string): Promise<number>
  /** the earliest due date of an open request */
  earliestDue(): Promise<string | null>
}

/** Reads the stored counters: equally fast with ten requests and a million. */
export class OfficeCounts implements Counts {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  byStatus() {
    return countByStatus(this.#db.read, {})
  }

  onDaysAfter(after: string, kinds: string[]) {
    return countsAfter(this.#db.read, { after }, kinds)
  }

  overdue(today: string) {
    return countOverdue(this.#db, today)
  }

  async overdueCritical(today: string) {
    const [critical] = await countOverdueCritical(this.#db.read, { today })
    return critical!.count
  }

  async pendingSince(instant: string) {
    const [recent] = await countPendingSince(this.#db.read, { since: instant })
    return recent!.count
  }

  async earliestDue() {
    const dueDates = await Promise.all(OPEN_STATUSES.map((status) => earliestDue(this.#db.read, { status })))
    const [first = null] = dueDates.flatMap(([earliest]) => earliest?.due ?? []).sort()
    return first
  }
}

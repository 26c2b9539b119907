import { isOpen, type Status } from '../../../shared/requests.ts'
import type { Db } from '../../platform/database/db.ts'
import { countDaysWithin } from '../../requests/counters/days.ts'
import { type Scope, visibleCondition } from '../../requests/visibility.ts'
import { CRITICAL, type Counts } from './counts.ts'
import type { DayCount } from './queries.ts'

interface Seen {
  status: Status
  priority_rank: number
  due_date: string
  created_at: string
}

/** Counts the few requests that one person may see: the stored counters cover everybody's. */
export class OwnCounts implements Counts {
  readonly #requests: Seen[]
  readonly #days: DayCount[]

  private constructor(requests: Seen[], days: DayCount[]) {
    this.#requests = requests
    this.#days = days
  }

  static async read(db: Db, scope: NonNullable<Scope>, timeZone: string): Promise<OwnCounts> {
    const requests = await db.read
      .selectFrom('requests')
      .select(['status', 'priority_rank', 'due_date', 'created_at'])
      .where(visibleCondition(scope.ownOf))
      .execute()
    return new OwnCounts(requests, await countDaysWithin(db.read, scope, timeZone))
  }

  async byStatus() {
    return [...Map.groupBy(this.#requests, ({ status }) => status)].map(([status, some]) => ({
      status,
      count: some.length,
    }))
  }

  async onDaysAfter(after: string, kinds: string[]) {
    return this.#days.filter(({ kind, day }) => kinds.includes(kind) && day > after)
  }

  async overdue(today: string) {
    return this.#overdue(today).length
  }

  async overdueCritical(today: string) {
    return this.#overdue(today).filter(({ priority_rank }) => priority_rank === CRITICAL).length
  }

  async pendingSince(instant: string) {
    return this.#requests.filter(({ status, created_at }) => status === 'pending' && created_at >= instant).length
  }

  async earliestDue() {
    const [first = null] = this.#open.map(({ due_date }) => due_date).toSorted()
    return first
  }

  get #open(): Seen[] {
    return this.#requests.filter(({ status }) => isOpen(status))
  }

  #overdue(today: string): Seen[] {
    return this.#open.filter(({ due_date }) => due_date < today)
  }
}

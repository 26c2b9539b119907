import type { Status } from '../../../shared/requests.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type Scope, visibleCondition } from '../visibility.ts'
import type { flow, FlowState } from './service.ts'

/** Requests replayed per page: small enough not to block the event loop. */
const PAGE = 500

/** Called for every event that is counted by day; `before` is null for the creation. */
type OnEvent = (before: FlowState | null, after: FlowState, at: string) => void
type Change = Pick<Tables['request_history'], 'at' | 'field' | 'old_value' | 'new_value' | 'version'>

interface Options {
  /** limits the replay to the requests this person may see; null: all */
  scope?: Scope
  /** awaited after each page, so that background work can yield */
  pauseBriefly?: () => Promise<void>
}

/** Replays the history of every request from its creation to now. */
export async function replayAll(
  reader: Reader,
  onEvent: OnEvent,
  { scope = null, pauseBriefly = async () => {} }: Options = {},
): Promise<void> {
  for (let last = 0; ;) {
    const requests = await reader
      .selectFrom('requests')
      .select(['number', 'status', 'due_date', 'created_at'])
      .where('number', '>', last)
      .$if(scope !== null, (query) => query.where(visibleCondition(scope!.ownOf)))
      .orderBy('number')
      .limit(PAGE)
      .execute()
    if (requests.length === 0) return
    const upTo = requests.at(-1)!.number
    const numbers = requests.map(({ number }) => number)
    const entries = reader
      .selectFrom('request_history')
      .select(['request_number', 'at', 'field', 'old_value', 'new_value', 'version'])
      .where('field', 'in', ['status', 'dueDate'])
      .orderBy('request_number')
      .orderBy('id')
    const history = await (
      scope === null
        ? entries.where('request_number', '>', last).where('request_number', '<=', upTo)
        : entries.where('request_number', 'in', numbers)
    ).execute()
    const changesOf = Map.groupBy(history, (entry) => entry.request_number)
    for (const request of requests) replay(request, changesOf.get(request.number) ?? [], onEvent)
    last = upTo
    await pauseBriefly()
  }
}

function replay(
  request: Omit<FlowState, 'completed_at'> & { created_at: string },
  changes: Change[],
  onEvent: OnEvent,
): void {
  const valueAtFirst = (field: string, now: string) => {
    const first = changes.find((change) => change.field === field)
    return first?.old_value ?? now
  }
  const status = valueAtFirst('status', request.status) as Status
  let state: FlowState = {
    status,
    due_date: valueAtFirst('dueDate', request.due_date),
    completed_at: status === 'completed' ? request.created_at : null,
  }
  onEvent(null, state, request.created_at)
  // The changes of one version were made together.
  for (const together of Map.groupBy(changes, ({ version }) => version).values()) {
    const after = { ...state }
    for (const { field, new_value, at } of together) {
      if (field === 'status') {
        after.status = new_value as Status
        after.completed_at = new_value === 'completed' ? at : null
      } else after.due_date = new_value ?? after.due_date
    }
    onEvent(state, after, together[0]!.at)
    state = after
  }
}

/** Sums by kind and day. */
export class DayTotals {
  readonly #sums = new Map<string, Omit<Tables['day_counts'], 'slot'>>()

  /** @param times -1 subtracts them */
  add(changes: ReturnType<typeof flow>, times: 1 | -1): void {
    for (const { kind, day, by } of changes) {
      const sum = this.#sums.get(`${kind} ${day}`)
      if (sum) sum.count += by * times
      else this.#sums.set(`${kind} ${day}`, { kind, day, count: by * times })
    }
  }

  /** The sums other than 0. */
  rows() {
    return [...this.#sums.values()].filter(({ count }) => count !== 0)
  }
}

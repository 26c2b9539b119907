import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { DAY_LIMITS, EVENTS, spanOf } from '../../../shared/assistant/words.ts'
import { isOpen } from '../../../shared/requests.ts'
import type { Meaning } from '../grammar/meaning.ts'
import { TIMES } from './groups.ts'
import { meaningOf, type Slot } from './slots.ts'

/** Finds the traces of a question's slots in its query. */
export class Traces {
  readonly #query: AssistantQuery
  /** all filters that may contain a value */
  readonly #filters: readonly QueryFilter[]

  constructor(query: AssistantQuery) {
    this.#query = query
    this.#filters = [query.filter, query.of ?? {}, ...(query.compare ?? [])]
  }

  of(slot: Slot, isNegated: boolean): boolean {
    if (slot.people) return this.#hasPerson(slot.people.ids)
    if (slot.quantity) return this.#hasLimit() || this.#hasTime() || TIMES.has(this.#query.group ?? '')
    // "the last 5": a limit applies only to lists and groups.
    const { limit, measure, group } = this.#query
    if (slot.number !== undefined && slot.number === limit) return measure === 'list' || group !== undefined
    if (slot.meanings.length === 0) return true
    const sort = meaningOf(slot, 'sort')
    if (sort && this.#query.group !== undefined) return this.#hasMeaning(sort, isNegated)
    return slot.meanings.some((meaning) => this.#hasMeaning(meaning, isNegated))
  }

  #some(isTrue: (filter: QueryFilter) => boolean): boolean {
    return this.#filters.some(isTrue)
  }

  #hasPerson(ids: readonly string[]): boolean {
    return this.#some(({ assignee = [], notAssignee = [], requester = [], notRequester = [] }) =>
      [...assignee, ...notAssignee, ...requester, ...notRequester].some((id) => ids.includes(id)),
    )
  }

  #hasTime(): boolean {
    return this.#some((filter) =>
      EVENTS.some((event) => (spanOf(filter, event).from ?? spanOf(filter, event).to) !== undefined),
    )
  }

  #hasLimit(): boolean {
    return this.#some((filter) => DAY_LIMITS.some(([key]) => filter[key] !== undefined))
  }

  #isLate(): boolean {
    return this.#some(({ overdue, late }) => (overdue ?? late) !== undefined) || this.#hasLimit()
  }

  /** A negated value has to be missing from the filter. */
  #hasValue(field: 'priority' | 'department' | 'type', values: readonly string[], isNegated: boolean): boolean {
    // "how many low, medium, high and critical ones": the grouping shows each of them.
    if (this.#query.group === field) return true
    return this.#some((filter) => {
      const chosen: readonly string[] | undefined = filter[field]
      return chosen !== undefined && values.some((value) => chosen.includes(value)) !== isNegated
    })
  }

  #hasStatus(values: readonly string[], isNegated: boolean): boolean {
    const { measure, sort, stage, filter } = this.#query
    // Only open requests have an age.
    if (stage === 'age' && filter.status?.some((one) => !isOpen(one))) return false
    // Durations, flows and punctuality imply their statuses.
    if (
      measure === 'duration' ||
      measure === 'flow' ||
      this.#query.group === 'status' ||
      sort === 'slowest' ||
      sort === 'fastest'
    )
      return true
    return (
      this.#isLate() ||
      this.#some(
        ({ status }) => status !== undefined && values.some((one) => status.some((s) => s === one)) !== isNegated,
      )
    )
  }

  #hasMeaning(meaning: Meaning, isNegated: boolean): boolean {
    const { measure, sort, group, order, limit, stage, compare } = this.#query
    switch (meaning.kind) {
      case 'status':
        return this.#hasStatus(meaning.status, isNegated)
      case 'priority':
        return this.#hasValue('priority', meaning.priority, isNegated) || sort === 'urgent'
      case 'department':
        return this.#hasValue('department', meaning.department, isNegated)
      case 'type':
        return this.#hasValue('type', meaning.type, isNegated)
      case 'overdue':
      case 'on-time':
        return this.#isLate() || stage === 'delay' || sort === 'overdue'
      case 'sort':
        return (
          sort === meaning.sort ||
          (sort === 'finished' && meaning.sort === 'newest') ||
          (group !== undefined && order !== undefined && (meaning.sort === 'overdue' || meaning.sort === 'urgent'))
        )
      case 'order':
        if (meaning.isDuration) return measure === 'duration' || sort !== undefined
        return (
          compare !== undefined ||
          measure === 'flow' ||
          (order === undefined ? sort !== undefined : order === meaning.order)
        )
      case 'measure':
        // Overdue requests have no lead time.
        return (
          meaning.measure !== 'duration' ||
          !(measure === 'duration' && stage === 'lead' && this.#query.filter.overdue === true)
        )
      case 'group':
        // A team's workload is that of its people.
        if (meaning.group === 'department' && group === 'assignee') return true
        // A share cannot be grouped by period.
        if (measure === 'share' && TIMES.has(meaning.group)) return false
        if (compare) return this.#isCompared(meaning.group)
        // A single request is shown with all its details.
        return limit === 1 || this.#some(({ search }) => search !== undefined) || this.#hasGroup(meaning.group)
      case 'stage':
        return stage === meaning.stage || measure !== 'duration'
      default:
        return true
    }
  }

  /** Whether the sides of the comparison differ in this field. */
  #isCompared(text: string): boolean {
    const fields = (this.#query.compare ?? []).flatMap((side) => Object.keys(side))
    if (TIMES.has(text)) return fields.some((key) => /(From|To)$/.test(key))
    return text === 'person' ? fields.includes('assignee') || fields.includes('requester') : fields.includes(text)
  }

  #hasGroup(text: string): boolean {
    const { group } = this.#query
    return (
      group === text ||
      (text === 'person' && (group === 'assignee' || group === 'requester')) ||
      (TIMES.has(text) && this.#hasTime())
    )
  }
}

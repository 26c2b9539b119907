import type { DevelopmentType } from '../../shared/suggestion-rules.ts'
import { type Priority, PRIORITY_KEYS } from '../../shared/request-rules.ts'
import type { FlowModel } from './flow-model.ts'
import { NONE } from './none.ts'

/** Filters requests by their present values. */
export interface FlowFilter {
  department?: readonly string[] | undefined
  priority?: readonly Priority[] | undefined
  type?: readonly DevelopmentType[] | undefined
  /** a person's id, or `unassigned` */
  assignee?: string | undefined
  /** only requests that this person asked for or works on: all that they may see */
  ownOf?: string | undefined
}

/** The indices of the requests that match a filter. */
export function select(model: FlowModel, filter: FlowFilter): Uint32Array {
  const { present, type, requester, size } = model
  const departments = flagsOf(
    filter.department?.map((key) => model.departments.find(key)),
    model.departments.all.length,
  )
  const types = flagsOf(
    filter.type?.map((key) => model.types.find(key)),
    model.types.all.length,
  )
  const priorities = flagsOf(
    filter.priority?.map((key) => PRIORITY_KEYS.indexOf(key)),
    PRIORITY_KEYS.length,
  )
  // An unknown person has no requests: no index is below NONE.
  const numberOf = (id: string) => model.people.find(id) ?? NONE - 1
  const assignee = filter.assignee === 'unassigned' ? NONE : filter.assignee && numberOf(filter.assignee)
  const own = filter.ownOf === undefined ? undefined : numberOf(filter.ownOf)
  const indices = new Uint32Array(size)
  let count = 0
  for (let i = 0; i < size; i++) {
    if (departments && !departments[present.department[i]!]) continue
    if (priorities && !priorities[present.priority[i]!]) continue
    if (types && !types[type[i]!]) continue
    if (assignee !== undefined && present.assignee[i] !== assignee) continue
    if (own !== undefined && present.assignee[i] !== own && requester[i] !== own) continue
    indices[count++] = i
  }
  return indices.subarray(0, count)
}

function flagsOf(numbers: readonly (number | undefined)[] | undefined, size: number): Uint8Array | undefined {
  if (!numbers) return undefined
  const flags = new Uint8Array(size)
  for (const number of numbers) if (number !== undefined) flags[number] = 1
  return flags
}

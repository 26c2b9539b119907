import * as fc from 'fast-check'
import { TRANSITIONS, type Status } from '../../shared/request-rules.ts'
import { addDays } from '../../shared/dates.ts'
import type { PlainChange, PlainOffice, PlainRequest } from './plain-office.ts'

const PRIORITIES = ['low', 'medium', 'high', 'critical']
const DEPARTMENTS = ['it', 'data', 'security']
const PEOPLE = ['ann', 'bob', null]
const TYPES = ['UI', 'API', null]
const HOUR_MS = 3_600_000

const step = fc.record({
  hours: fc.double({ min: 0, max: 300, noNaN: true }),
  field: fc.constantFrom('status', 'status', 'status', 'dueDate', 'assignedTo', 'priority', 'department'),
  choice: fc.nat(1000),
})
const life = fc.record({
  createdHours: fc.double({ min: 0, max: 24 * 100, noNaN: true }),
  requester: fc.constantFrom('ann', 'cat'),
  choice: fc.nat(1000),
  steps: fc.array(step, { maxLength: 8 }),
})

/** Requests around clock changes, with transitions that the rules allow, until `end`. */
export function randomOffice(begin: string, end: string): fc.Arbitrary<PlainOffice> {
  return fc.array(life, { maxLength: 40 }).map((lives) => {
    const office: PlainOffice = { requests: [], changes: [] }
    lives.forEach((one, i) => addLife(office, i + 1, one, { begin, end }))
    // In order of writing, like the assigned ids.
    office.changes.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
    return office
  })
}

type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

function addLife(
  office: PlainOffice,
  number: number,
  { createdHours, requester, choice, steps }: Life,
  span: { begin: string; end: string },
) {
  const instant = (hours: number) => new Date(Date.parse(span.begin) + Math.floor(hours * HOUR_MS)).toISOString()
  const createdAt = instant(createdHours)
  if (createdAt >= span.end) return
  const request: PlainRequest = {
    number,
    requestId: `RFD-2026-${String(number).padStart(4, '0')}`,
    requesterId: requester,
    createdAt,
    status: 'pending',
    dueDate: addDays(createdAt.slice(0, 10), choice % 30),
    assignedToId: PEOPLE[choice % 3]!,
    priority: PRIORITIES[choice % 4]!,
    department: DEPARTMENTS[choice % 3]!,
    type: TYPES[choice % 3]!,
  }
  let hours = createdHours
  for (const { field, choice: chosen, hours: later } of steps) {
    hours += later
    const at = instant(hours)
    if (at >= span.end) break
    const change = changeOf(request, field, chosen)
    if (change) office.changes.push({ number, at, ...change })
  }
  office.requests.push(request)
}

/** Also updates the request; undefined if nothing changes. */
function changeOf(
  request: PlainRequest,
  field: string,
  chosen: number,
): Pick<PlainChange, 'field' | 'old' | 'new'> | undefined {
  const set = <K extends 'status' | 'dueDate' | 'assignedToId' | 'priority' | 'department'>(
    key: K,
    value: PlainRequest[K] | undefined,
  ) => {
    const old = request[key]
    if (value === undefined || value === old) return undefined
    request[key] = value
    return { field, old, new: value }
  }
  switch (field) {
    case 'status': {
      const moves = TRANSITIONS[request.status as Status]
      return set('status', moves[chosen % Math.max(1, moves.length)])
    }
    case 'dueDate':
      return set('dueDate', addDays(request.dueDate, (chosen % 21) - 7))
    case 'assignedTo':
      return set('assignedToId', PEOPLE[chosen % 3])
    case 'priority':
      return set('priority', PRIORITIES[chosen % 4])
    default:
      return set('department', DEPARTMENTS[chosen % 3])
  }
}

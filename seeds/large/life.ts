import { addDays } from '../../shared/dates.ts'
import { type Priority, PRIORITIES } from '../../shared/requests.ts'
import { begin, change, comment, type Life } from '../common/life.ts'
import { between, byWeight, oneOf, randomFrom, uuidFrom } from '../common/random.ts'
import { onWorkday, workingDaysAgo } from '../common/work-time.ts'
import { type SeededDepartment, writeComment, writeDescription, writeTitle } from './grammar.ts'

/** Working days from the first request to now: three years. */
const SPAN = 780

/** Median working days spent on a request (with a wide spread), and range of calendar days until its due date. */
const EFFORT: Record<Priority, { work: number; granted: [number, number] }> = {
  critical: { work: 3, granted: [3, 14] },
  high: { work: 8, granted: [14, 45] },
  medium: { work: 16, granted: [21, 75] },
  low: { work: 25, granted: [30, 120] },
}

export interface Staff {
  requesters: readonly string[]
  managers: readonly string[]
  assignees: readonly string[]
}

/** What all requests of one large office share. */
export interface Plan {
  requests: number
  seed: number
  now: Date
  staff: Staff
}

/** The `index`-th request (from 0, the oldest) of a large office: deterministic, whenever and in whatever batch it is made. */
export function largeLife({ requests, seed, now, staff }: Plan, index: number): Life {
  const random = randomFrom(seed, index)
  // Later numbers are later requests; their frequency rises slightly every year.
  const position = (index + random() * 0.9) / requests
  const created = SPAN * (1 - position ** 0.8)
  const at = workingDaysAgo(now, created)
  const department = byWeight<SeededDepartment>(random, {
    it: 32,
    operations: 26,
    data: 17,
    compliance: 15,
    security: 10,
  })
  const priority = byWeight<Priority>(random, { medium: 46, low: 30, high: 19, critical: 5 })
  const { work, granted } = EFFORT[priority]
  const life = begin({
    number: index + 1,
    id: uuidFrom(random),
    title: writeTitle(random, department),
    description: writeDescription(random),
    department,
    priority,
    requesterId: oneOf(random, staff.requesters),
    dueDate: onWorkday(addDays(at.toISOString().slice(0, 10), between(random, ...granted))),
    at,
    classifiedAt: new Date(Math.min(at.getTime() + between(random, 1500, 9000), now.getTime())),
  })

  let ago = created
  /** Runs `happen` about `days` working days after the previous event, unless that is still in the future. */
  const after = (days: number, happen: (on: Date) => void): boolean => {
    ago -= Math.max(days * -Math.log(1 - random()), 0.02)
    if (ago < 0.01) return false
    happen(workingDaysAgo(now, ago))
    return true
  }
  const manager = oneOf(random, staff.managers)
  const assignee = oneOf(random, staff.assignees)
  const people = [life.row.requester_id, manager, assignee]
  const talk = (chance: number) => {
    while (random() < chance) {
      const comments = after(1.5, (on) =>
        comment(life, on, oneOf(random, people), uuidFrom(random), writeComment(random)),
      )
      if (!comments) return
    }
  }
  const patch = (days: number, by: string, fields: Parameters<typeof change>[3]) =>
    after(days, (on) => change(life, on, by, fields))

  const fate = byWeight(random, { completed: 84, rejected: 6, cancelled: 5, waiting: 3, reopened: 2 })
  talk(0.2)
  if (fate === 'waiting') {
    // A request without a decision: it waits, and is cancelled after about a year.
    patch(260, manager, { status: 'cancelled' })
    return life
  }
  if (fate === 'cancelled') {
    patch(4, life.row.requester_id, { status: 'cancelled' })
    return life
  }
  if (fate === 'rejected') {
    patch(5, manager, { status: 'rejected' })
    return life
  }
  if (random() < 0.1) patch(1, manager, { priority: oneOf(random, Object.keys(PRIORITIES) as Priority[]) })
  patch(1.5, manager, { assignedToId: assignee })
  patch(3, manager, { status: 'in_progress' })
  talk(0.35)
  if (random() < 0.15)
    patch(work / 3, manager, { dueDate: onWorkday(addDays(life.row.due_date, between(random, 3, 30))) })
  const finished = patch(work, manager, { status: 'completed' })
  if (finished && fate === 'reopened' && patch(4, manager, { status: 'in_progress' })) {
    talk(0.5)
    patch(5, manager, { status: 'completed' })
  }
  return life
}

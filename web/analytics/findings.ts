import type { Flow } from '../../shared/analytics/flow.ts'
import type { Share } from '../../shared/analytics/figures.ts'
import { fullName } from '../../shared/people.ts'
import { count } from '../ui/count.ts'
import { daysWords, requestsWords, shareWords } from './words.ts'

/** The sentence above each panel: what its figures say. */

/** Whether the office kept up, and how many are left. */
export function throughputFinding({ throughput }: Flow): string {
  const { arrived, closed, net } = throughput.totals
  const [after, change] = [throughput.backlog.at(-1) ?? 0, net.value ?? 0]
  if (change === 0) {
    if ((arrived.value ?? 0) + (closed.value ?? 0) === 0) return 'Nothing arrived and nothing was closed'
    // Reopened requests count as well.
    if (arrived.value !== closed.value) return `The backlog stays at ${count(after)}`
    return `As many closed as arrived: the backlog stays at ${count(after)}`
  }
  const verb = change > 0 ? 'grew' : 'shrank'
  return `The backlog ${verb} by ${count(Math.abs(change))}, from ${count(after - change)} to ${count(after)}`
}

/** Where the time of a request goes. */
export function timeInStatusFinding({ timeInStatus, lead }: Flow): string {
  const all = timeInStatus.reduce((sum, { total }) => sum + total, 0)
  const pending = timeInStatus.find(({ status }) => status === 'pending')
  if (!pending || lead.count === 0) return 'Nothing was finished in this period'
  if (all === 0) return 'Requests were finished on the spot'
  return `${shareWords(pending.total, all)} of the time, requests wait for review`
}

/** Shares of first and of last due dates that were kept. */
export function dueDatesFinding({ dueDates: { keptFirst, keptLast } }: Flow): string {
  if (keptLast.of === 0) return 'Nothing was finished in this period'
  const [first, last] = [shareWords(keptFirst.count, keptFirst.of), shareWords(keptLast.count, keptLast.of)]
  if (first === last) return `${last} were finished by the date first promised`
  return keptLast.count > keptFirst.count
    ? `${last} kept their last promise, but only ${first} their first`
    : `${first} kept their first promise, but only ${last} a date that was moved forward`
}

/** The rate that went up most, or that all went down. */
export function outcomesFinding({ outcomes: { reopened, rejected, cancelled } }: Flow): string {
  if (rejected.of === 0) return 'Nothing was closed in this period'
  const rate = ({ count: part, of }: Pick<Share, 'count' | 'of'>) => shareWords(part, of)
  return `${rate(reopened)} of closed requests were reopened, ${rate(rejected)} rejected, ${rate(cancelled)} cancelled`
}

/** Who has most to do. */
export function departmentFinding({ workload }: Flow, nameOf: (key: string) => string): string {
  const most = workload.departments.toSorted((a, b) => b.open - a.open)[0]
  const all = workload.departments.reduce((sum, { open }) => sum + open, 0)
  if (!most || all === 0) return 'No request is open'
  if (all === 1) return `${nameOf(most.key)} has the only open request`
  if (most.open === all) return `${nameOf(most.key)} has all ${count(all)} open requests`
  return `${nameOf(most.key)} has ${count(most.open)} of the ${requestsWords(all)} that are open`
}

export function assigneeFinding({ workload }: Flow): string {
  const people = workload.assignees.filter(({ id }) => id !== null)
  const most = people.toSorted((a, b) => b.open - a.open)[0]
  const nobody = workload.assignees.find(({ id }) => id === null)?.open ?? 0
  const waiting = nobody > 0 ? `${requestsWords(nobody)} ${nobody === 1 ? 'has' : 'have'} no assignee` : ''
  if (!most || most.open === 0) return waiting || 'No request is open'
  const busiest = `${most.name ? fullName(most.name) : 'Somebody'} has the most open: ${count(most.open)}`
  return waiting === '' ? busiest : `${busiest}; ${waiting}`
}

export function movesFinding(total: number): string {
  if (total === 0) return 'No due date was moved in this period'
  return total === 1 ? 'One due date was moved' : `Due dates were moved ${count(total)} times`
}

/** "half within 3 days, 85% within 9 days" */
export function percentileWords(percentiles: Flow['timeInStatus'][number]['percentiles']): string {
  if (!percentiles) return 'nothing to measure'
  return `half within ${daysWords(percentiles.p50)}, 85% within ${daysWords(percentiles.p85)}`
}

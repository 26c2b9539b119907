import type { AnswerPart } from '../../shared/ai-assistant.ts'
import { DEPARTMENTS, PRIORITIES, type RequestListQuery, STATUSES } from '../../shared/requests.ts'
import { listRequests } from '../requests/list/service.ts'
import { type Answer, type Asked, cards, count, link, OPEN, plain, SHOWN, type Topic } from './asked.ts'
import { compared, trend } from './periods.ts'
import { findPerson, openByAssignee } from './queries.ts'
import { inWords, listAddress, within } from './reading.ts'

/** How many there are, with the first of them and the list that holds the same ones. */
export async function listing(asked: Asked, filter: RequestListQuery, isMine: boolean): Promise<Answer> {
  const { deps, actor } = asked
  const wanted: RequestListQuery = isMine ? { ...filter, requester: 'me' } : filter
  const sorted: RequestListQuery = wanted.overdue ? { ...wanted, sort: 'dueDate' } : wanted
  const { requests, total, exact } = await listRequests(deps, actor, { ...sorted, limit: SHOWN })
  const what = inWords(wanted, { isMine, count: total, person: await personOf(asked, wanted) })
  const some = exact ? total.toLocaleString('en') : `More than ${(total - 1).toLocaleString('en')}`
  const text = total === 0 ? `There are no ${what}.` : `${some} ${what}.`
  const parts: AnswerPart[] =
    total === 0
      ? []
      : [cards(requests), link(exact ? `Show all ${total.toLocaleString('en')}` : 'Show them in the list', sorted)]
  const topic: Topic = { filter, isMine, requestId: total === 1 ? requests[0]!.requestId : undefined }
  return { text, parts, topic, understood: true }
}

/** Whom a filter names. */
async function personOf({ deps }: Asked, { assignedTo }: RequestListQuery): Promise<string | null> {
  if (assignedTo === undefined || assignedTo === 'unassigned') return null
  return (await findPerson(deps.db.read, assignedTo))?.name ?? null
}

/** "And the critical ones?": what was asked before, with what is said now. */
export async function narrowed(asked: Asked): Promise<Answer> {
  const { topic, reading } = asked
  const now = { ...reading.filter }
  const filter: RequestListQuery = { ...topic.filter }
  // "And in Compliance?" after a comparison compares anew.
  if (topic.periods) {
    const again = { ...asked, reading: { ...reading, periods: topic.periods, filter: { ...filter, ...now } } }
    return topic.periods.length > 1 ? compared(again) : trend(again)
  }
  const [period] = reading.periods
  if (period && !now.dueFrom && !now.overdue) {
    // "And last month?" after what was finished means finishing then.
    const status = now.status ?? filter.status
    return listing(
      asked,
      { ...withoutTimes({ ...filter, ...now }), ...within(period, status) },
      asked.topic.isMine === true || reading.isMine,
    )
  }
  const both = { ...filter, ...now }
  // Only what is open can be overdue: to say both would say it twice.
  if (both.overdue && both.status?.join() === OPEN.status?.join()) delete both.status
  return listing(asked, both, topic.isMine === true || reading.isMine)
}

function withoutTimes(filter: RequestListQuery): RequestListQuery {
  const { createdFrom: _cf, createdTo: _ct, completedFrom: _ff, completedTo: _ft, ...rest } = filter
  return rest
}

const GROUPS = { department: DEPARTMENTS, status: STATUSES, priority: PRIORITIES }

/** Counts by department, status or priority; departments in the order of their numbers. */
export async function grouped(asked: Asked, filter: RequestListQuery): Promise<Answer> {
  const by = asked.reading.groupBy
  const key = by === null || by === 'person' ? 'department' : by
  const values = Object.entries(GROUPS[key])
  const mine: RequestListQuery = asked.reading.isMine ? { requester: 'me' } : {}
  let counted = []
  for (const [value, label] of values) {
    const own: RequestListQuery = { ...filter, ...mine, [key]: [value] }
    counted.push({ label, ...(await count(asked, own)), href: listAddress(own) })
  }
  if (key === 'department') counted = counted.toSorted((a, b) => b.total - a.total)
  const sum = counted.reduce((all, { total }) => all + total, 0)
  const most = counted.toSorted((a, b) => b.total - a.total)[0]!
  const what = inWords(filter, { isMine: asked.reading.isMine, count: sum, person: null })
  const text =
    sum === 0
      ? `There are no ${what}.`
      : `${sum.toLocaleString('en')} ${what}. ${most.label} has the most: ${most.shown}.`
  const rows = counted.map(({ label, shown, href }) => ({ cells: [label, shown], href }))
  const bars = counted.map(({ label, total, href }) => ({ label, value: total, href }))
  const caption = `${what} by ${key}`
  const parts: AnswerPart[] = [
    { kind: 'table', caption, columns: [key[0]!.toUpperCase() + key.slice(1), 'Requests'], rows },
    { kind: 'bars', caption, bars },
  ]
  return { text, parts: sum === 0 ? [] : parts, topic: { filter, isMine: asked.reading.isMine }, understood: true }
}

/** Who has how many open requests. */
export async function workload(asked: Asked): Promise<Answer> {
  const { deps, actor, topic } = asked
  if (!actor.permissions.has('dashboard.view')) {
    return plain(
      'Only managers can see how the work is spread across people. I can tell you about your own requests.',
      topic,
    )
  }
  const people = await openByAssignee(deps.db.read, 10)
  if (people.length === 0) return plain('No open request is assigned to anybody.', topic)
  const rows = people.map(({ id, name, count }) => {
    const href = listAddress({ ...OPEN, assignedTo: id ?? 'unassigned' })
    return { name: name ?? 'Unassigned', count, href }
  })
  const first = rows.find(({ name }) => name !== 'Unassigned')
  const text = first
    ? `${first.name} has the most open requests: ${first.count.toLocaleString('en')}.`
    : 'All open requests are unassigned.'
  const table = rows.map(({ name, count, href }) => ({ cells: [name, count.toLocaleString('en')], href }))
  const bars = rows.map(({ name, count, href }) => ({ label: name, value: count, href }))
  const caption = 'Open requests by person'
  const parts: AnswerPart[] = [
    { kind: 'table', caption, columns: ['Assigned to', 'Open'], rows: table },
    { kind: 'bars', caption, bars },
  ]
  return { text, parts, topic: { filter: OPEN }, understood: true }
}

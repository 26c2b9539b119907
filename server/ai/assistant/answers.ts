import type { AnswerPart } from '../../../shared/ai.ts'
import { addDays, dateIn, daysBetween, mondayOf } from '../../../shared/dates.ts'
import {
  DEPARTMENTS,
  isOverdue,
  PRIORITIES,
  type RequestListQuery,
  type ServiceRequest,
  STATUSES,
} from '../../../shared/requests.ts'
import { fullName } from '../../../shared/users.ts'
import { AppError } from '../../errors.ts'
import { listHistory } from '../../history/service.ts'
import { listRequests } from '../../requests/list.ts'
import { getRequest, getRow } from '../../requests/service.ts'
import type { Actor, Services } from '../../services.ts'
import { getPolicy } from '../../settings/service.ts'
import { getAnalysis } from '../service.ts'
import { getProcessingTimes } from '../processing-times.ts'
import { capabilities, GUIDE, NOT_UNDERSTOOD } from './guide.ts'
import { inWords, listAddress, type Period, type Reading, within } from './reading.ts'
import { openByAssignee } from './queries.ts'

type Office = Pick<Services, 'db' | 'clock' | 'ai'>

/** What a follow-up question may refer to. Looked up anew each time, so that it never outlives the right to see it. */
export interface Topic {
  requestId?: string
  filter?: RequestListQuery
  isMine?: boolean
}

export interface Answer {
  text: string
  parts: AnswerPart[]
  topic: Topic
  understood: boolean
}

interface Asked {
  office: Office
  actor: Actor
  question: string
  reading: Reading
  topic: Topic
}

const SHOWN = 5
const OPEN: RequestListQuery = { status: ['pending', 'in_progress'] }

/** Everything is counted through the list of requests, so an answer tells no more than the list would. */
export async function answer(intent: string, asked: Asked): Promise<Answer> {
  const { actor, reading, topic } = asked
  const isManager = actor.permissions.has('dashboard.view')
  const number = reading.numbers[0] ?? (reading.isFollowUp ? topic.requestId : undefined)
  const hasFilter = Object.keys(reading.filter).length > 0
  if (number !== undefined && (reading.numbers.length > 0 || ABOUT_ONE.has(intent))) return aboutOne(asked, number)
  if (reading.narrows && hasFilter && topic.filter && intent !== 'compare-periods') return narrowed(asked)
  switch (intent) {
    case 'request-status':
    case 'rejected-why':
      return aboutLast(asked, intent === 'rejected-why' ? { status: ['rejected'] } : {})
    case 'my-open':
      return listing(asked, hasFilter ? reading.filter : OPEN, true)
    case 'overdue':
      return reading.groupBy === 'department'
        ? grouped(asked, { overdue: 'true' })
        : listing(
            asked,
            reading.filter.dueFrom ? reading.filter : { ...reading.filter, overdue: 'true' },
            reading.isMine,
          )
    case 'count-requests':
      return reading.groupBy && reading.groupBy !== 'person'
        ? grouped(asked, reading.filter)
        : listing(asked, reading.filter, reading.isMine || !isManager)
    case 'workload':
      return reading.filter.assignedTo ? listing(asked, { ...OPEN, ...reading.filter }, false) : workload(asked)
    case 'compare-periods':
      return compared(asked)
    case 'find-requests':
      return found(asked)
    case 'summary':
      return summary(asked)
    case 'estimate':
    case 'review-duration':
      return durations(asked)
    case 'capabilities':
      return plain(capabilities(isManager), topic)
    default:
      return Object.hasOwn(GUIDE, intent)
        ? plain(GUIDE[intent]!, topic)
        : { ...plain(NOT_UNDERSTOOD, topic), understood: false }
  }
}

const ABOUT_ONE = new Set([
  'request-status',
  'rejected-why',
  'estimate',
  'review-duration',
  'find-requests',
  'who-to-ask',
])

function plain(text: string, topic: Topic): Answer {
  return { text, parts: [], topic, understood: true }
}

async function count({ office, actor }: Asked, filter: RequestListQuery) {
  const { total, exact } = await listRequests(office, actor, { ...filter, limit: 1 })
  return { total, shown: exact ? total.toLocaleString('en') : `more than ${(total - 1).toLocaleString('en')}` }
}

async function listing(asked: Asked, filter: RequestListQuery, isMine: boolean): Promise<Answer> {
  const { office, actor } = asked
  const wanted: RequestListQuery = isMine ? { ...filter, requester: 'me' } : filter
  const sorted: RequestListQuery = wanted.overdue ? { ...wanted, sort: 'dueDate' } : wanted
  const { requests, total, exact } = await listRequests(office, actor, { ...sorted, limit: SHOWN })
  const what = inWords(wanted, isMine, total)
  const some = exact ? total.toLocaleString('en') : `More than ${(total - 1).toLocaleString('en')}`
  const text = total === 0 ? `There are no ${what}.` : `${some} ${what}.`
  const parts: AnswerPart[] = total === 0 ? [] : [cards(requests), link(`Show all ${total}`, sorted)]
  const topic: Topic = { filter, isMine, requestId: total === 1 ? requests[0]!.requestId : undefined }
  return { text, parts, topic, understood: true }
}

/** "And the critical ones?": what was asked before, with what is said now. */
async function narrowed(asked: Asked): Promise<Answer> {
  const { topic, reading } = asked
  const filter = { ...topic.filter, ...reading.filter }
  if (reading.filter.overdue) delete filter.status
  return listing(asked, filter, topic.isMine === true || reading.isMine)
}

const GROUPS = { department: DEPARTMENTS, status: STATUSES, priority: PRIORITIES }

async function grouped(asked: Asked, filter: RequestListQuery): Promise<Answer> {
  const by = asked.reading.groupBy
  const key = by === null || by === 'person' ? 'department' : by
  const values = Object.entries(GROUPS[key])
  const counted = []
  for (const [value, label] of values) {
    const own: RequestListQuery = { ...filter, [key]: [value] }
    counted.push({ label, ...(await count(asked, own)), href: listAddress(own) })
  }
  const sum = counted.reduce((all, { total }) => all + total, 0)
  const most = counted.toSorted((a, b) => b.total - a.total)[0]!
  const what = inWords(filter, false, sum)
  const text =
    sum === 0
      ? `There are no ${what}.`
      : `${sum.toLocaleString('en')} ${what}. ${most.label} has most of them: ${most.shown}.`
  const rows = counted.map(({ label, shown, href }) => ({ cells: [label, shown], href }))
  const bars = counted.map(({ label, total, href }) => ({ label, value: total, href }))
  const caption = `${what} by ${key}`
  const parts: AnswerPart[] = [
    { kind: 'table', caption, columns: [key[0]!.toUpperCase() + key.slice(1), 'Requests'], rows },
    { kind: 'bars', caption, bars },
  ]
  return { text, parts: sum === 0 ? [] : parts, topic: { filter }, understood: true }
}

async function workload(asked: Asked): Promise<Answer> {
  const { office, actor, topic } = asked
  if (!actor.permissions.has('dashboard.view')) {
    return plain(
      'How the work is spread over people is shown to managers. I can tell you about your own requests.',
      topic,
    )
  }
  const people = await openByAssignee(office.db.read, 10)
  if (people.length === 0) return plain('No open request is assigned to anybody.', topic)
  const rows = people.map(({ id, name, count }) => {
    const href = listAddress({ ...OPEN, assignedTo: id ?? 'unassigned' })
    return { name: name ?? 'Unassigned', count, href }
  })
  const first = rows.find(({ name }) => name !== 'Unassigned')
  const text = first ? `${first.name} has the most open requests: ${first.count}.` : 'All open requests are unassigned.'
  const table = rows.map(({ name, count, href }) => ({ cells: [name, count.toLocaleString('en')], href }))
  const bars = rows.map(({ name, count, href }) => ({ label: name, value: count, href }))
  const caption = 'Open requests by person'
  const parts: AnswerPart[] = [
    { kind: 'table', caption, columns: ['Assigned to', 'Open'], rows: table },
    { kind: 'bars', caption, bars },
  ]
  return { text, parts, topic: { filter: OPEN }, understood: true }
}

async function compared(asked: Asked): Promise<Answer> {
  const { reading } = asked
  const today = await todayOf(asked.office)
  const [one, other] = reading.periods
  if (!one || !other) return trend(asked, today)
  const rows = []
  const figures: number[] = []
  const {
    status: _status,
    createdFrom: _from,
    createdTo: _to,
    completedFrom: _cf,
    completedTo: _ct,
    ...filter
  } = reading.filter
  for (const period of [one, other]) {
    const came = { ...filter, ...within(period) }
    const done: RequestListQuery = { ...filter, status: ['completed'], ...within(period, ['completed']) }
    const [created, completed] = [await count(asked, came), await count(asked, done)]
    figures.push(created.total, completed.total)
    rows.push({ cells: [period.name, created.shown, completed.shown], href: listAddress(came) })
  }
  const [cameOne, doneOne, cameOther, doneOther] = figures
  const text = `In ${one.name}, ${cameOne} requests came in and ${doneOne} were completed; in ${other.name} it was ${cameOther} and ${doneOther}.`
  const part: AnswerPart = {
    kind: 'table',
    caption: `${one.name} and ${other.name}`,
    columns: ['Time', 'Came in', 'Completed'],
    rows,
  }
  return { text, parts: [part], topic: {}, understood: true }
}

async function trend(asked: Asked, today: string): Promise<Answer> {
  const rows = []
  const bars = []
  for (let week = 7; week >= 0; week--) {
    const from = addDays(mondayOf(today), -7 * week)
    const period: Period = { name: from, from, to: addDays(from, 6) }
    const came = within(period)
    const created = await count(asked, came)
    const done = await count(asked, { status: ['completed'], ...within(period, ['completed']) })
    rows.push({ cells: [`Week of ${from}`, created.shown, done.shown], href: listAddress(came) })
    bars.push({ label: from, value: created.total, href: listAddress(came) })
  }
  const sum = bars.reduce((all, { value }) => all + value, 0)
  const parts: AnswerPart[] = [
    { kind: 'table', caption: 'The last eight weeks', columns: ['Week', 'Came in', 'Completed'], rows },
    { kind: 'bars', caption: 'Came in per week', bars },
  ]
  return {
    text: `${sum.toLocaleString('en')} requests came in during the last eight weeks.`,
    parts,
    topic: {},
    understood: true,
  }
}

async function found(asked: Asked): Promise<Answer> {
  const words = wordsOf(asked.question)
  if (words === '') return plain('Which words shall I look for?', asked.topic)
  const { requests, total } = await listRequests(asked.office, asked.actor, { search: words, limit: SHOWN })
  if (total === 0) return plain(`I found no request about “${words}”.`, {})
  const text = `${total === 1 ? 'One request mentions' : `${total.toLocaleString('en')} requests mention`} “${words}”.`
  const topic = { requestId: total === 1 ? requests[0]!.requestId : undefined, filter: { search: words } }
  return { text, parts: [cards(requests), link('Show them in the list', { search: words })], topic, understood: true }
}

const ASKING =
  /^.*?\b(mentions?|about|regarding|search( for)?|find( requests)?( about| on)?|look for( anything on)?|request for|ask(ed)? for|similar to|anything on)\b/i

/** What is looked for: what follows the verb of asking. */
function wordsOf(question: string): string {
  const rest = question.replace(ASKING, '').replace(/\b(before|already|please|requests?|the|an?)\b/gi, ' ')
  return rest
    .replace(/[?!.“”"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
}

async function summary(asked: Asked): Promise<Answer> {
  const today = await todayOf(asked.office)
  const week: Period = { name: 'this week', from: mondayOf(today), to: today }
  const mine: RequestListQuery = asked.actor.permissions.has('dashboard.view') ? {} : { requester: 'me' }
  const lines: [string, RequestListQuery][] = [
    ['Came in this week', { ...mine, ...within(week) }],
    ['Completed this week', { ...mine, status: ['completed'], ...within(week, ['completed']) }],
    ['Open', { ...mine, ...OPEN }],
    ['Waiting for review', { ...mine, status: ['pending'] }],
    ['Overdue', { ...mine, overdue: 'true' }],
    ['Overdue and critical', { ...mine, overdue: 'true', priority: ['critical'] }],
  ]
  const rows = []
  for (const [label, filter] of lines) {
    rows.push({ cells: [label, (await count(asked, filter)).shown], href: listAddress(filter) })
  }
  const [came, done, open, , late] = rows.map(({ cells }) => cells[1])
  const whose = mine.requester ? 'of your requests' : 'requests'
  const text = `This week ${came} ${whose} came in and ${done} were completed. ${open} are open, ${late} of them overdue.`
  const part: AnswerPart = { kind: 'table', caption: `Since ${week.from}`, columns: ['What', 'Requests'], rows }
  return { text, parts: [part], topic: { filter: OPEN, isMine: mine.requester === 'me' }, understood: true }
}

async function durations({ office, topic }: Asked): Promise<Answer> {
  const times = await getProcessingTimes(office)
  const rows = times.map(({ step, published, medianDays, requests }) => ({
    cells: [step, published, medianDays === null ? 'not known' : `${medianDays} days (${requests} requests)`],
    href: null,
  }))
  const part: AnswerPart = {
    kind: 'table',
    caption: 'Typical processing times',
    columns: ['Step', 'Published', 'Median of the last year'],
    rows,
  }
  const text =
    'An initial review usually takes 1-3 business days, the technical assessment 5-10 business days, implementation 2-8 weeks, testing and deployment 1-2 weeks.'
  return { text, parts: [part], topic, understood: true }
}

/** "Where is my request now?" without a number: the newest one of the asker's. */
async function aboutLast(asked: Asked, filter: RequestListQuery): Promise<Answer> {
  const { requests } = await listRequests(asked.office, asked.actor, { ...filter, requester: 'me', limit: 1 })
  const [newest] = requests
  if (!newest) {
    return plain(filter.status ? 'None of your requests was rejected.' : 'You have not submitted a request yet.', {})
  }
  return aboutOne(asked, newest.requestId)
}

async function aboutOne(asked: Asked, number: string): Promise<Answer> {
  const { office, actor } = asked
  const request = await getRequest(office, actor, number).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not-found') return null
    throw error
  })
  // Whether it doesn't exist or may not be seen looks the same.
  if (!request) return plain(`I know of no request ${number} that you can see.`, {})
  const today = await todayOf(office)
  const sentences = [
    `${request.requestId} “${request.title}” is ${STATUSES[request.status]}.`,
    await waitingFor(asked, request),
  ]
  if (isOverdue(request, today)) {
    const days = daysBetween(request.dueDate, today)
    sentences.push(`It was due on ${request.dueDate}, ${days === 1 ? '1 day' : `${days} days`} ago.`)
  } else if (request.status === 'pending' || request.status === 'in_progress') {
    sentences.push(`It is due on ${request.dueDate}.`)
    const analysis = await getAnalysis(office, actor, request.id)
    if (analysis) {
      const { low, high } = analysis.timeEstimate
      sentences.push(`Its analysis expects ${low} to ${high} days from start to finish.`)
    }
  }
  const topic = { requestId: request.requestId }
  return { text: sentences.filter(Boolean).join(' '), parts: [cards([request])], topic, understood: true }
}

/** Who moved it where and when, and on whom it waits. */
async function waitingFor({ office, actor }: Asked, request: ServiceRequest): Promise<string> {
  const { db } = office
  const policy = await getPolicy(db)
  const row = await getRow(db.read, actor, policy, request.id)
  const moved = (await listHistory(db.read, row.number)).findLast(({ field }) => field === 'status')
  const on = moved ? ` since ${dateIn(policy.timeZone, new Date(moved.at))}` : ''
  const assignee = request.assignedTo ? fullName(request.assignedTo) : null
  switch (request.status) {
    case 'pending':
      return assignee
        ? `It waits for its review by ${assignee}${on}.`
        : 'It waits for its first review; nobody is assigned yet.'
    case 'in_progress':
      return assignee
        ? `${assignee} has been working on it${on}.`
        : `It has been in progress${on}, and nobody is assigned.`
    case 'rejected': {
      const by = moved?.actor ? ` by ${fullName(moved.actor)}` : ''
      return `It was rejected${by}${on.replace('since', 'on')}; the reason, if one was given, stands in its comments.`
    }
    case 'completed':
      return `It was finished${on.replace('since', 'on')}.`
    default:
      return `It was cancelled${on.replace('since', 'on')}.`
  }
}

function cards(requests: ServiceRequest[]): AnswerPart {
  return {
    kind: 'requests',
    requests: requests.map(({ id, requestId, title, status, priority, dueDate }) => ({
      id,
      requestId,
      title,
      status,
      priority,
      dueDate,
    })),
  }
}

function link(label: string, filter: RequestListQuery): AnswerPart {
  return { kind: 'links', links: [{ label, href: listAddress(filter) }] }
}

async function todayOf({ db, clock }: Pick<Office, 'db' | 'clock'>): Promise<string> {
  return dateIn((await getPolicy(db)).timeZone, clock())
}

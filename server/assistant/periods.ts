import type { AnswerPart } from '../../shared/ai-assistant.ts'
import { addDays, longDate, mondayOf } from '../../shared/dates.ts'
import { formatEstimatedDays } from '../../shared/estimated-days.ts'
import { DEPARTMENTS, type RequestListQuery } from '../../shared/requests.ts'
import { getProcessingTimes } from '../estimates/processing-times.ts'
import { type Answer, type Asked, count, OPEN, requestsIn, todayOf } from './asked.ts'
import { listAddress, type Period, within } from './reading.ts'

type Figure = Awaited<ReturnType<typeof count>>

/** What came in and what was completed in two times, or week by week when no two are named. */
export async function compared(asked: Asked): Promise<Answer> {
  const { reading } = asked
  const [one, other] = reading.periods
  if (!one || !other) return trend(asked)
  const filter = lasting(reading.filter)
  const rows = []
  const figures: Figure[] = []
  for (const period of [one, other]) {
    for (const [what, own] of flowsIn(period, filter)) {
      const figure = await count(asked, own)
      figures.push(figure)
      rows.push({ cells: [`${period.name}: ${what}`, figure.shown], href: listAddress(own) })
    }
  }
  // Two for each of the two times.
  const [cameOne, doneOne, cameOther, doneOther] = figures as [Figure, Figure, Figure, Figure]
  const about = aboutWords(filter)
  const text = `In ${one.name}${about}, ${requestsIn(cameOne.total, cameOne.shown)} came in and ${doneOne.shown} ${was(doneOne.total)} completed; in ${other.name} it was ${cameOther.shown} and ${doneOther.shown}.`
  const caption = `${one.name} and ${other.name}${about}`
  const part: AnswerPart = { kind: 'table', caption, columns: ['What', 'Requests'], rows }
  return { text, parts: [part], topic: { filter, periods: [one, other] }, understood: true }
}

function was(total: number): string {
  return total === 1 ? 'was' : 'were'
}

const WEEKS = 8

/** The last weeks, each with what came in and what was completed. */
export async function trend(asked: Asked): Promise<Answer> {
  const monday = mondayOf(await todayOf(asked.deps))
  const filter = lasting(asked.reading.filter)
  const rows = []
  const bars: Record<string, { label: string; value: number; href: string }[]> = { 'came in': [], completed: [] }
  for (let week = WEEKS - 1; week >= 0; week--) {
    const from = addDays(monday, -7 * week)
    const cells = [longDate(from)]
    for (const [what, own] of flowsIn({ name: from, from, to: addDays(from, 6) }, filter)) {
      const { total, shown } = await count(asked, own)
      cells.push(shown)
      bars[what]!.push({ label: longDate(from), value: total, href: listAddress(own) })
    }
    rows.push({ cells, href: null })
  }
  const sumOf = (some: { value: number }[]) => some.reduce((all, { value }) => all + value, 0)
  const [came, done] = [sumOf(bars['came in']!), sumOf(bars.completed!)]
  const recent = sumOf(bars['came in']!.slice(WEEKS / 2))
  const way = 2 * recent === came ? 'as many as' : 2 * recent > came ? 'more than' : 'fewer than'
  const about = aboutWords(filter)
  const text =
    `${requestsIn(came)} came in${about} during the last eight weeks and ${done.toLocaleString('en')} ${was(done)} completed. ` +
    `${recent.toLocaleString('en')} came in during the last four of them, ${way} in the four before.`
  const parts: AnswerPart[] = [
    { kind: 'table', caption: 'The last eight weeks', columns: ['Week of', 'Came in', 'Completed'], rows },
    { kind: 'bars', caption: 'Came in per week', bars: bars['came in']! },
    { kind: 'bars', caption: 'Completed per week', bars: bars.completed! },
  ]
  const periods = [{ name: 'the last eight weeks', from: addDays(monday, -7 * (WEEKS - 1)), to: addDays(monday, 6) }]
  return { text, parts, topic: { filter, periods }, understood: true }
}

/** What came in and what was completed on these days, each with the filter of the list that holds it. */
function flowsIn(period: Period, filter: RequestListQuery): [what: string, filter: RequestListQuery][] {
  return [
    ['came in', { ...filter, ...within(period) }],
    ['completed', { ...filter, status: ['completed'], ...within(period, ['completed']) }],
  ]
}

/** What of a filter holds for either time that is compared. */
function lasting({ department, priority, assignedTo, requester }: RequestListQuery): RequestListQuery {
  return {
    ...(department && { department }),
    ...(priority && { priority }),
    ...(assignedTo && { assignedTo }),
    ...(requester && { requester }),
  }
}

/** " in Compliance", " with critical priority": what the figures are about beside their time. */
function aboutWords({ department, priority }: RequestListQuery): string {
  const where = department ? ` in ${department.map((name) => DEPARTMENTS[name]).join(' or ')}` : ''
  return priority ? `${where} with ${priority.join(' or ')} priority` : where
}

/** This week in figures. */
export async function summary(asked: Asked): Promise<Answer> {
  const today = await todayOf(asked.deps)
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
  const figures: Figure[] = []
  for (const [label, filter] of lines) {
    const figure = await count(asked, filter)
    figures.push(figure)
    rows.push({ cells: [label, figure.shown], href: listAddress(filter) })
  }
  // One for each line.
  const [came, done, open, , late] = figures as [Figure, Figure, Figure, Figure, Figure]
  const some = mine.requester ? `${came.shown} of your requests` : requestsIn(came.total, came.shown)
  const are = open.total === 1 ? 'is' : 'are'
  const text = `This week ${some} came in and ${done.shown} ${was(done.total)} completed. ${open.shown} ${are} open, ${late.shown} of them overdue.`
  const part: AnswerPart = {
    kind: 'table',
    caption: `Since ${longDate(week.from)}`,
    columns: ['What', 'Requests'],
    rows,
  }
  return { text, parts: [part], topic: { filter: OPEN, isMine: mine.requester === 'me' }, understood: true }
}

/** The published times beside those of the last year. */
export async function durations({ deps, topic }: Asked): Promise<Answer> {
  const times = await getProcessingTimes(deps)
  const rows = times.map(({ step, published, medianDays, requests }) => ({
    cells: [
      step,
      published,
      medianDays === null ? 'not known' : `${formatEstimatedDays(medianDays)} (${requests} requests)`,
    ],
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
